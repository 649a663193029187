import { describe, expect, it, vi } from "vitest";
import { Banter } from "../../lib/banter";
import type { Event, View } from "./types";
import { cues, ending, standings } from "./ending";

vi.mock("../../lib/settings.svelte", () => ({ settings: { lang: "en" } }));

const NAMES = ["Ada", "Tartine"];
const variant = { advanced: false, coco_needs_match: false, announce_all: false };
const week = {
  variant, eaten: [["cook"]], known: [["cook-5", "coco-2"], ["cook-9", "boy-1"]], hand_sizes: [5, 5], part_winners: [], ending: "week_over",
  open_days: ["cook-1", "boy-2"], face_down: [], verdict: { totals: [0, 14, 11, 0, 0, 0, 0], counts: [], winner: 1 },
} as unknown as View;
const events: Event[] = [{ type: "revealed", order: [0, 1], cards: ["coco-1", "boy-3"] }, { type: "week_counted", totals: [], eaten: ["cook"] }];

describe("the ending of La Courte Paille", () => {
  it("says who drew the short straw, and what counted in each hand", () => {
    const told = ending({ view: week, events, names: NAMES, scores: [7, 9], winners: [1] }, "en");
    expect([told.title, told.reason]).toEqual(["Best-fed castaway", "The cook drew the short straw"]);
    expect(told.chart).toMatchObject({ steps: ["The cook", "Coco"], points: [[5, 2], [9, 0]] });
    expect(told.facts).toEqual([expect.stringMatching(/^The .*boy escaped by 3 points.$/), "Coco was played 1 time.", "The week had 2 days in the end."]);
  });
  it("says since when the straw was drawn", () => {
    const view = { ...week, open_days: ["boy-2", "cook-1", "cook-9", "boy-3"] } as View;
    expect(ending({ view, events, names: NAMES, scores: [7, 9], winners: [1] }, "en").turning).toBe("Turning point: day 3. From then on the cook had the short straw.");
    const parts = { ...view, variant: { ...variant, advanced: true }, part_winners: [0, 1, 1] };
    expect(ending({ view: parts, events: [], names: NAMES, scores: [1, 2], winners: [1], reader: 1 }, "en").turning).toBe("Turning point: part 3. From then on you had won the most parts.");
  });
  it("of several parts shows what was announced in each", () => {
    const parts: Event[] = [
      { type: "announced", seat: 0, points: 4, most: 4 }, { type: "announced", seat: 1, points: null, most: 4 },
      { type: "character_left", seat: 0, character: "boy", cards: [] }, { type: "part_began", part: 2, days: 6, first: null, shark: 0 },
      { type: "announced", seat: 0, points: 2, most: 2 }, { type: "announced", seat: 1, points: 8, most: 8 },
    ];
    const view = { ...week, variant: { ...variant, advanced: true }, part_winners: [0, 1], ending: "one_player" } as unknown as View;
    const { chart, facts } = ending({ view, events: parts, names: NAMES, scores: [2, 8], winners: [1] }, "en");
    expect(chart).toMatchObject({ steps: ["Part 1", "Part 2"], points: [[4, 2], [null, 8]] });
    expect(facts).toHaveLength(3);
    expect(standings(parts, view, NAMES, "en")).toMatchObject({ title: "Part 2 begins", sheet: { rows: [[1, 5], [1, 5]] } });
    expect(standings(events, view, NAMES, "en")).toBeNull();
  });
});

it("the short straw is heard and seen", () => {
  expect(cues(events, NAMES, "en").at(-1)).toEqual({ sound: "snap", moment: "The short straw: the cook!" });
});

it("a bot has a word to say at a part that was won", () => {
  const felt = cues([{ type: "part_won", part: 1, seat: 1 } as Event], NAMES, "en");
  expect(new Banter().line(felt, (seat) => seat === 1, 0, false)).toMatchObject({ seat: 1, mood: "glad" });
});
