import { expect, test, vi } from "vitest";
import type { Bid, View } from "./types";
import { canFill, reason } from "./reasons";

vi.mock("../../lib/settings.svelte", () => ({ settings: { lang: "en" } }));

const view = {
  seat: 0,
  hotdogs: [[3, 2, 1], [5]],
  tables: [{ size: 5, room: 3, cards: [[2], []] }],
} as unknown as View;
const bid = (hotdogs: number[], dollars = 0): Bid => ({ type: "bid", table: 5, hotdogs, dollars, announce: false });

test("what speaks for a bid", () => {
  expect(reason(view, bid([3]), [], "en")).toBe("It fills table 5, which then pays you 5 dollars.");
  expect(reason(view, bid([2], 1), [], "en")).toBe("It leaves room for 1, which your other cards can fill. With 1 dollar, a price of 1 is served early.");
  expect(reason(view, bid([3, 2]), [], "fr")).toContain("table 5");
});

test("which cards make up a room", () => {
  expect(canFill([3, 2], 5)).toBe(true);
  expect(canFill([3, 2], 4)).toBe(false);
});
