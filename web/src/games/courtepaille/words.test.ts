import { describe, expect, it, vi } from "vitest";
import type { Event } from "./types";
import { narrate } from "./words";

vi.mock("../../lib/settings.svelte", () => ({ settings: { lang: "en" } }));

describe("what is hidden", () => {
  const drew: Event = { type: "drew", seat: 1, card: "cook-4" };
  const looked: Event = { type: "looked", seat: 1, days: [4], cards: ["cook-4"] };

  it("is told to its player, who is addressed", () => {
    expect(narrate(drew, ["Ada", "Bo"], 1)).toBe("You draw cook 4.");
    expect(narrate(looked, ["Ada", "Bo"], 1)).toBe("À la carte! You look at day 4: cook 4.");
  });

  it("is told of its player by name to whoever sees everything", () => {
    expect(narrate(drew, ["Ada", "Bo"], null)).toBe("Bo draws cook 4.");
    expect(narrate(looked, ["Ada", "Bo"], null)).toBe("À la carte! Bo looks at day 4: cook 4.");
    expect(narrate({ ...drew, card: null }, ["Ada", "Bo"], null)).toBe("Bo draws a card.");
  });
});
