import { expect, test } from "vitest";
import type { Bid, Event, TableSize } from "./types";
import { whyNot } from "./why";

function bid(table: TableSize, hotdogs: number[], dollars = 0): Bid {
  return { type: "bid", table, hotdogs, dollars, announce: false };
}
const sold = (seat: number, made: Bid, room: number): Event => ({ type: "sold", seat, bid: made, room });
const failed = (seat: number, made: Bid, room: number, silent = false): Event => ({ type: "not_sold", seat, bid: made, room, silent });

test("somebody was cheaper", () => {
  const events = [sold(1, bid(5, [1, 1], 1), 3), sold(2, bid(5, [2]), 1), failed(0, bid(5, [4, 1], 2), 1)];
  expect(whyNot(events, 0, 0)).toEqual({ key: "cheaper", seats: [1, 2], room: 1 });
  expect(whyNot(events, 1, 0)).toBeNull();
});

test("at the same price the mustard decides", () => {
  const events = [sold(1, bid(5, [3], 2), 2), failed(2, bid(5, [2, 1], 2), 2), sold(0, bid(5, [2]), 0)];
  expect(whyNot(events, 2, 1)).toEqual({ key: "mustard", seats: [1], room: 2 });
  expect(whyNot(events, 2, 0)).toEqual({ key: "nearer", seats: [1], room: 2 });
});

test("it would not have fitted anyway", () => {
  expect(whyNot([failed(0, bid(5, [4]), 3)], 0, 0)).toEqual({ key: "no_room", seats: [], room: 3 });
  expect(whyNot([sold(1, bid(5, [1]), 2), failed(0, bid(5, [5]), 2)], 0, 0)).toEqual({ key: "no_room", seats: [], room: 3 });
});

test("some were cheaper, one had the mustard: all of them were before", () => {
  const events = [sold(1, bid(5, [2]), 3), sold(2, bid(5, [3]), 0), failed(0, bid(5, [5], 2), 0)];
  expect(whyNot(events, 0, 2)).toEqual({ key: "before", seats: [1, 2], room: 0 });
});

test("a table that was full and paid is empty: what was on it is no reason", () => {
  const events = [sold(1, bid(5, [3]), 2), sold(2, bid(5, [2, 1], -1), 0), sold(3, bid(5, [4]), 1), failed(0, bid(5, [5]), 1)];
  expect(whyNot(events, 0, 0)).toEqual({ key: "cheaper", seats: [3], room: 1 });
});

test("the last hot-dog was not announced", () => {
  expect(whyNot([failed(0, bid(5, [1]), 5, true)], 0, 0)).toEqual({ key: "silent", seats: [], room: 5 });
});
