import { describe, expect, it, vi } from "vitest";
import { Banter } from "../../lib/banter";
import type { Event, HotDogView } from "./types";
import { cues, ending, standings } from "./ending";

vi.mock("../../lib/settings.svelte", () => ({ settings: { lang: "en" } }));

const NAMES = ["Ada", "Tartine"];
const bid = (table: 5 | 7 | 9, hotdogs: number[], dollars = 0) => ({ type: "bid" as const, table, hotdogs, dollars, announce: false });
const view = {
  seat: 0, hand: 2, hands: 2, round: 2, over: true, mustard: 0, money: [4, 8], spent: [0, 1], totals: [9, 11], hotdogs: [[1], []],
  eaten: [[], []], tables: [], chosen: [], announced: [], bid: null, revealed: [], manual: false, idle_rounds: 0, endings: ["stuck", "sold_out"],
} as unknown as HotDogView;
const hand: Event[] = [
  { type: "announced", seat: 1 },
  { type: "sold", seat: 1, bid: bid(5, [3], 1), room: 0 },
  { type: "not_sold", seat: 0, bid: bid(5, [1]), room: 0, silent: false },
  { type: "paid", table: 5, dollars: [2, 3] },
];
const ended = (number: number): Event => ({ type: "hand_ended", hand: number, ending: number === 1 ? "stuck" : "sold_out", money: number === 1 ? [5, 3] : [4, 8], totals: number === 1 ? [5, 3] : [9, 11] });

describe("the ending of Hot-Dog", () => {
  const told = ending({ view, events: [ended(1), ...hand, ended(2)], names: NAMES, scores: [9, 11], winners: [1], reader: 0 }, "en");
  it("has the title of the rules and the reason", () => {
    expect(told.title).toBe("Hot-Dog Manager of the week");
    expect(told.reason).toBe("Tartine has sold the last hot-dog");
  });
  it("addresses its reader", () => {
    const sold = { ...view, hotdogs: [[], [1]] };
    expect(ending({ view: sold, events: [], names: NAMES, scores: [9, 11], winners: [1], reader: 0 }, "en").reason).toBe("You have sold the last hot-dog");
    const all = { ...view, hotdogs: [[], []] };
    expect(ending({ view: all, events: [], names: NAMES, scores: [9, 11], winners: [1], reader: 0 }, "fr").reason).toBe("Tartine et vous avez vendu le dernier hot-dog");
  });
  it("shows the dollars hand by hand", () => {
    expect(told.chart).toMatchObject({ steps: ["Hand 1", "Hand 2"], points: [[5, 4], [3, 8]], shape: "parts" });
  });
  it("tells three facts of this match", () => {
    expect(told.facts?.slice(0, 3)).toEqual(["Best payday: Tartine, $3 at the table for 5.", "Most bids taken back: you, 1.", "Tartine gave away $1 to be served first."]);
  });
  it("speaks French, too", () => {
    const french = ending({ view, events: hand, names: NAMES, scores: [9, 11], winners: [1] }, "fr");
    expect(french.title).toBe("Hot-Dog Manager de la semaine");
    expect(french.facts?.[0]).toBe("Meilleure recette\u00a0: Tartine, 3\u00a0$ à la table de 5.");
  });
  it("counts no table where none was filled", () => {
    const events = hand.filter(({ type }) => type !== "paid");
    expect(ending({ view, events, names: NAMES, scores: [9, 11], winners: [1] }, "en").facts).toContain("Not a single table was filled.");
  });
  it("of a single hand shows the dollars round by round", () => {
    const events: Event[] = [...hand, { type: "round_ended", mustard: 1 }, ended(1)];
    const { chart } = ending({ view: { ...view, hands: 1 }, events, names: NAMES, scores: [5, 5], winners: [0, 1] }, "en");
    expect(chart).toMatchObject({ points: [[5, 0], [5, 0]], shape: "course" });
  });
});

describe("between two hands", () => {
  it("says how it stands", () => {
    const after = { ...view, over: false, hand: 2 };
    expect(standings([ended(1)], after, NAMES, "en")).toMatchObject({ title: "Hand 1 of 2 is over", sheet: { rows: [["$5", "$5"], ["$3", "$3"]] } });
    expect(standings(hand, after, NAMES, "en")).toBeNull();
    expect(standings([ended(2)], view, NAMES, "en")).toBeNull();
  });
});

it("a full table and the last hot-dog are heard and felt", () => {
  const felt = cues(hand, NAMES, "en");
  expect(felt.flatMap(({ sound }) => sound ?? [])).toEqual(["bell", "card", "coin"]);
  expect(felt.flatMap(({ moment }) => moment ?? [])).toEqual(["Tartine: last hot-dog!", "The table for 5 is full!"]);
  expect(felt.flatMap(({ sorry }) => sorry ?? [])).toEqual([0]);
});

it("a bot has a word to say at a full table", () => {
  const felt = cues([{ type: "paid", table: 5, dollars: [0, 5] }], NAMES, "en");
  expect(new Banter().line(felt, (seat) => seat === 1, 0, false)).toMatchObject({ seat: 1, mood: "glad" });
});
