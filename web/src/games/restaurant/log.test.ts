import { expect, it } from "vitest";
import type { Event } from "./types";
import { isQuiet, where } from "./log";

it("has one line for a card: what it was, and where", () => {
  const taken: Event[] = [{ type: "marked", seat: 0, row: 1, col: 4 }, { type: "turned", seat: 0, row: 1, col: 4, card: "dish" }];
  expect(taken.map(isQuiet)).toEqual([true, false]);
  expect(taken.map(where)).toEqual(['[data-table="3"]', '[data-table="3"]']);
  const exchanged: Event[] = [{ type: "reached", seat: 0, other: 1 }, { type: "exchanged", seat: 0, other: 1, card: null }];
  expect(exchanged.map(isQuiet)).toEqual([true, false]);
});
