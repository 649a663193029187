import { describe, expect, it } from "vitest";
import type { Place, View } from "./types";
import { START } from "./cards";
import { reasonFor, scoredWhat, whyOver } from "./reasons";
import { texts } from "./texts";

const say = (key: string, values: Record<string, unknown> = {}): string =>
  (texts.en[key] ?? key).replace(/{(\w+)}/g, (_, name: string) => String(values[name]));
const NAMES = ["Ada", "Ben"];
const VIEW = {
  seat: 0, deck: "even", changed: "touched", table_size: 31, turn: 3, player: 0, to_draw: 0, hand: [0, 18], pile: [],
  squares: START.map((face, index) => ({ row: 0, col: index - 1, face, height: 1, card: null })),
  laid: [], aside: [], scores: [0, 0], rats: [0, 0], over: false, ending: null,
} as View;

describe("reasons", () => {
  it("name the groups that scored", () => {
    const groups = [{ seat: 0, spice: "r1", squares: [[0, 0], [0, 1]], points: 1 }] as const;
    expect(scoredWhat(groups.map((group) => ({ ...group, squares: [[0, 0], [0, 1]] })), NAMES, 0, say)).toBe("+1 for you: 2 × chilli");
    expect(scoredWhat(groups.map((group) => ({ ...group, squares: [[0, 0], [0, 1]] })), NAMES, 1, say)).toBe("+1 for Ada: 2 × chilli");
  });
  it("say why the match is over", () => {
    const overrun = { ...VIEW, over: true, ending: "rats_red", rats: [4, 0] } as View;
    expect(whyOver(overrun, NAMES, 0, say)).toBe("You lose: 4 of your rats were left in sight");
    expect(whyOver(overrun, NAMES, null, say)).toBe("Ada loses: 4 rats were left in sight");
    const counted = { ...VIEW, over: true, ending: "final_count", scores: [9, 12] } as View;
    expect(whyOver(counted, NAMES, 0, say)).toBe("All cards are laid: Ben wins, 12 to 9");
    expect(whyOver({ ...counted, scores: [9, 9] }, NAMES, 0, say)).toBe("All cards are laid: a draw, 9 each");
  });
  it("say what speaks for a place", () => {
    const place: Place = { type: "place", card: 18, row: -1, col: -1, dir: "E" };
    expect(reasonFor(VIEW, place, NAMES, say)).toBe("It scores 1 for you and keeps your rats few.");
  });
});
