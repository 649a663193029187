import { describe, expect, it } from "vitest";
import { sorted } from "./cards";
import engine from "./fixtures/engine.json";
import { knownCards } from "./known";
import type { Card, Deed, Protect } from "./types";

type Noted = [what: string, seat: number, other: number | null, card: string | null, beneath: number];

const deed = ([what, seat, other, card, beneath]: Noted): Deed => ({ what, seat, other, card, beneath, table: null, menus: null }) as Deed;

describe("knownCards", () => {
  it.each(engine)("concludes what the engine does: $players players, $protect, seat $seat", ({ players, protect, seat, chronicle, known }) => {
    const deeds = (chronicle as Noted[]).map(deed);
    for (const [end, cards] of Object.entries(known as unknown as Record<string, Card[][]>)) {
      const view = { players, protect: protect as Protect, seat, chronicle: deeds.slice(0, Number(end)) };
      expect(knownCards(view)).toEqual(cards.map(sorted));
    }
  });

  it("knows what somebody drew from the reader, and nothing of what others drew from each other", () => {
    const taken: Noted[] = [["take", 1, null, "dish", 0], ["exchange", 1, 0, "menu600", 0], ["take", 2, null, "dish", 0], ["take", 2, null, "double", 0]];
    const view = { players: 3, protect: "all" as const, seat: 0, chronicle: taken.map(deed) };
    expect(knownCards(view)).toEqual([[], ["menu600"], ["double", "dish"]]);
    view.chronicle.push(deed(["exchange", 2, 1, null, 0]));
    expect(knownCards(view)).toEqual([[], ["dish"], ["double"]]);
  });
});
