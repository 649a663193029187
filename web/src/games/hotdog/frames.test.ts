import { describe, expect, it } from "vitest";
import type { Event, HotDogView } from "./types";
import { inOrder, price, without } from "./bids";
import { frames } from "./frames";

const bid = (table: 5 | 7 | 9, hotdogs: number[], dollars = 0) => ({ type: "bid" as const, table, hotdogs, dollars, announce: false });

const before: HotDogView = {
  seat: 0, hand: 1, hands: 1, round: 1, over: false, mustard: 1, money: [3, 3], spent: [0, 0], totals: [0, 0],
  hotdogs: [[3, 2], [5, 1]], eaten: [[], []],
  tables: [{ size: 5, room: 5, cards: [[], []] }, { size: 7, room: 7, cards: [[], []] }],
  chosen: [true, false], announced: [false, false], bid: bid(5, [3]), revealed: [], manual: false, idle_rounds: 0, endings: [],
};

describe("a round is shown in the order of the rules", () => {
  const bids = [bid(5, [3], 1), bid(5, [5])];
  const events: Event[] = [
    { type: "revealed", bids },
    { type: "sold", seat: 0, bid: bids[0]!, room: 2 },
    { type: "not_sold", seat: 1, bid: bids[1]!, room: 2, silent: false },
    { type: "round_ended", mustard: 0 },
  ];
  const after = { ...before, round: 2, mustard: 0, bid: null, chosen: [false, false], money: [2, 3], hotdogs: [[2], [5, 1]] };
  const shown = frames(before, events, after);

  it("first the bids, then each service, then the next round", () => {
    expect(shown.map((frame) => frame.events.at(-1)?.type)).toEqual(["revealed", "sold", "not_sold", undefined]);
    expect(shown.at(-1)?.view).toBe(after);
  });

  it("cards go to the table when they are sold, not before", () => {
    expect(shown[0]!.view.tables[0]!.room).toBe(5);
    expect(shown[1]!.view.tables[0]).toEqual({ size: 5, room: 2, cards: [[3], []] });
    expect(shown[1]!.view.money).toEqual([2, 3]);
    expect(shown[1]!.view.hotdogs).toEqual([[2], [5, 1]]);
    expect(before.hotdogs).toEqual([[3, 2], [5, 1]]);
  });

  it("a full table pays, then is empty", () => {
    const full = [bid(5, [3]), bid(5, [2])];
    const paid: Event[] = [
      { type: "revealed", bids: full },
      { type: "sold", seat: 1, bid: full[1]!, room: 3 },
      { type: "sold", seat: 0, bid: full[0]!, room: 0 },
      { type: "paid", table: 5, dollars: [3, 2] },
    ];
    const views = frames({ ...before, hotdogs: [[3], [2]] }, paid, after).map((frame) => frame.view);
    expect(views[3]!.tables[0]!.room).toBe(0);
    expect(views[4]!.tables[0]).toEqual({ size: 5, room: 5, cards: [[], []] });
    expect(views[4]!.money).toEqual([6, 5]);
  });

  it("a bid laid face down needs no frames", () => {
    expect(frames(before, [{ type: "chosen", seat: 1, bid: null, again: false }], before)).toHaveLength(1);
  });
});

it("bids are served by table, price and mustard", () => {
  expect(price(bid(7, [4, 2], 3))).toBe(3);
  expect(inOrder([bid(7, [1]), bid(5, [3], 1), bid(5, [2])], 2)).toEqual([2, 1, 0]);
  expect(without([3, 2, 2], [2])).toEqual([3, 2]);
});
