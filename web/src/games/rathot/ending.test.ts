import { describe, expect, it, vi } from "vitest";
import { Banter } from "../../lib/banter";
import type { Event, Group, View } from "./types";
import { cues, ending } from "./ending";

vi.mock("../../lib/settings.svelte", () => ({ settings: { lang: "en" } }));

const NAMES = ["Ada", "Tartine"];
const group = (seat: number, points: number, squares: number): Group =>
  ({ seat, spice: seat ? "g1" : "r1", squares: Array.from({ length: squares }, (_, at): [number, number] => [0, at]), points });
const laid = (seat: number, height: number): Event => ({ type: "laid", seat, height, place: { type: "place", card: 1, row: 0, col: 0, dir: "E" } });
const events: Event[] = [
  laid(0, 1),
  { type: "scored", groups: [group(0, 2, 3)], scores: [2, 0] },
  { type: "turn_ended", seat: 1, cards: 2 },
  laid(1, 3),
  { type: "scored", groups: [group(1, 2, 5), group(1, 2, 3)], scores: [2, 4] },
];
const told = (last: Event[], how: string, winners: number[]) =>
  ending({ view: { ending: how } as View, events: [...events, ...last], names: NAMES, scores: [0, 0], winners }, "en");

describe("the ending of Rat Hot", () => {
  it("after the final count shows the points turn by turn", () => {
    const { reason, title, chart, facts } = told([{ type: "final_count", groups: [group(0, 1, 2)], scores: [3, 4] }], "final_count", [1]);
    expect([title, reason]).toEqual(["Ace of spices", "The last card is laid"]);
    expect(chart).toMatchObject({ steps: ["Turn 1", "Turn 2", "Final count"], points: [[2, 0, 1], [0, 4, 0]], shape: "course" });
    expect(facts?.slice(0, 3)).toEqual(["Best turn: Tartine, 4 points.", "Largest group: 5 squares, for Tartine.", "The highest pile: 3 cards on top of each other."]);
  });
  it("tells whoever was overrun so, and draws no chart of nothing", () => {
    const view = { ending: "rats_green" } as View;
    const last: Event[] = [laid(1, 1), { type: "overrun", seat: 1, rats: 3 }];
    const { reason, chart, facts } = ending({ view, events: last, names: NAMES, scores: [0, 0], winners: [0], reader: 1 }, "en");
    expect(reason).toBe("3 rats: you are overrun");
    expect(chart).toBeUndefined();
    expect(facts).toEqual(["Not one card was laid on another.", "1 card was laid.", "It took 1 turn."]);
  });
  it("names who was overrun by rats", () => {
    const { reason, chart } = told([{ type: "overrun", seat: 1, rats: 3 }], "rats_green", [0]);
    expect(reason).toBe("3 rats: Tartine is overrun");
    expect(chart?.steps).toEqual(["Turn 1", "Turn 2"]);
  });
});

it("rats are heard, and a card that brings much is a moment", () => {
  const felt = cues([...events, { type: "overrun", seat: 1, rats: 3 }], NAMES, "en");
  expect(felt.flatMap(({ sound }) => sound ?? [])).toEqual(["card", "coin", "card", "coin", "squeak"]);
  expect(felt.flatMap(({ moment }) => moment ?? [])).toEqual(["Tartine scores 4!", "Rats! Tartine shows 3"]);
});

it("a bot has a word to say at a table that was overrun", () => {
  const felt = cues([{ type: "overrun", seat: 1, rats: 3 }], NAMES, "en");
  expect(new Banter().line(felt, (seat) => seat === 1, 0, false)).toMatchObject({ seat: 1, mood: "sorry" });
});
