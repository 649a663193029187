import { describe, expect, it } from "vitest";
import type { Card, Event, View } from "./types";
import { COLUMNS_OF_COUNT, frames } from "./frames";
import { path, tableAt } from "./room";

function room(changes: Partial<View> = {}): View {
  return {
    seat: 0,
    players: 3,
    stairs: false,
    service_only: false,
    protect: "all",
    step: "take",
    to_play: 0,
    reach: [0, 1],
    last: null,
    markers: Array(60).fill(null),
    plates: Array(60).fill(null),
    markers_left: [20, 20, 20],
    hand: [],
    pile: [],
    hand_sizes: [0, 0, 0],
    pile_sizes: [0, 0, 0],
    victim: null,
    may_hold_res: [false, false, false],
    orders_ending: null,
    sums: [],
    points: [0, 0, 0],
    passes: 0,
    ending: null,
    hands: [],
    scores: [],
    chronicle: [],
    ...changes,
  };
}

const marked: Event = { type: "marked", seat: 0, row: 1, col: 1 };

describe("frames", () => {
  it("shows the last view alone when nothing was shown before", () => {
    const after = room();
    expect(frames(null, [marked], after)).toEqual([{ view: after, events: [marked], milliseconds: 0 }]);
  });

  it("lays the marker, turns the card, then takes it into the hand", () => {
    const after = room({ step: "rest" });
    const [laid, found, fetched, last] = frames(room(), [marked, { type: "turned", seat: 0, row: 1, col: 1, card: "menu300" }], after);
    expect(laid?.view.markers[0]).toBe(0);
    expect(laid?.view.markers_left).toEqual([19, 20, 20]);
    expect(laid?.view.hand).toEqual([]);
    expect(found?.view.scene).toEqual({ kind: "found", seat: 0, table: 0, card: "menu300" });
    expect(found?.view.hand).toEqual([]);
    expect(fetched?.view.hand).toEqual(["menu300"]);
    expect(fetched?.view.hand_sizes).toEqual([1, 0, 0]);
    expect(last).toEqual({ view: after, events: [], milliseconds: 0 });
  });

  it("never shows a menu to those who may not see it", () => {
    const events: Event[] = [{ type: "marked", seat: 1, row: 1, col: 1 }, { type: "turned", seat: 1, row: 1, col: 1, card: null }];
    const pictures = frames(room(), events, room());
    expect(JSON.stringify(pictures)).not.toMatch(/(menu|res)\d/);
    expect(pictures[2]?.view.hand_sizes).toEqual([0, 1, 0]);
  });

  it("gives the dish of the day before the card is drawn", () => {
    const before = room({ hand: ["dish"], hand_sizes: [1, 1, 0], step: "exchange" });
    const events: Event[] = [
      { type: "reached", seat: 0, other: 1 },
      { type: "exchanged", seat: 0, other: 1, card: "res600" },
    ];
    const shown = frames(before, events, room());
    expect(shown.map(({ view }) => view.scene && "at" in view.scene && view.scene.at)).toEqual([0, 1, 1, 0, undefined]);
    expect(shown[2]?.view.scene).toMatchObject({ kind: "drawn", card: null });
    expect(shown[3]?.view.hand).toEqual(["res600"]);
    expect(shown[3]?.view.hand_sizes).toEqual([1, 1, 0]);
  });

  it("shows who lost a card that he now has a dish of the day", () => {
    const before = room({ seat: 1, hand: ["menu100", "menu600"], hand_sizes: [1, 2, 0] });
    const events: Event[] = [{ type: "exchanged", seat: 0, other: 1, card: "menu600" }];
    expect(frames(before, events, room({ seat: 1 }))[1]?.view.hand).toEqual(["menu100", "dish"]);
  });

  it("moves protected menus from the hand to the pile, and takes them up when the orders end", () => {
    const hand: Card[] = ["menu100", "menu200", "res300"];
    const before = room({ hand, hand_sizes: [3, 0, 0], last: 0 });
    const events: Event[] = [
      { type: "reserved", seat: 0, res: "res300", beneath: 1, menus: ["menu200"] },
      { type: "orders_ended", ending: "dead_end", sums: [600, 0, 0], first: 1 },
    ];
    const [reserved, noted] = frames(before, events, room());
    expect(reserved?.view.hand).toEqual(["menu100"]);
    expect(reserved?.view.pile).toEqual(["menu200", "res300"]);
    expect(reserved?.view.pile_sizes).toEqual([2, 0, 0]);
    expect(noted?.view.hand).toEqual(hand);
    expect(noted?.view).toMatchObject({ pile: [], last: null, to_play: 1, sums: [600, 0, 0], hand_sizes: [3, 0, 0] });
  });

  it("serves, scores for the owner of the marker, and lets others pass", () => {
    const before = room({ sums: [0, 0, 0], hand: ["menu100", "menu100"], hand_sizes: [2, 4, 4], step: "serve" });
    const events: Event[] = [
      { type: "served", seat: 0, card: "menu100", row: 2, col: 1, owner: 2, points: 100 },
      { type: "passed", seat: 2 },
    ];
    const [served, passed] = frames(before, events, room());
    const table = tableAt(1, 0);
    expect(served?.view.plates[table]).toBe("menu100");
    expect(served?.view).toMatchObject({ points: [0, 0, 100], hand: ["menu100"], hand_sizes: [1, 4, 4], last: table });
    expect(served?.view.scene).toMatchObject({ piece: "hand-menu100-2" });
    expect(path(served?.view ?? before)).toEqual([table]);
    expect(passed?.view.passes).toBe(1);
    expect(passed?.view.plates[table]).toBe("menu100");
  });

  it("counts the scores column by column, in at most five seconds", () => {
    const event: Event = { type: "game_ended", ending: "blocked", hands: [[], [], []], scores: [1, 2, 3], winners: [2] };
    const noted: Event = { type: "orders_ended", ending: "no_card", sums: [1, 2, 3], first: 0 };
    const shown = frames(room(), [noted, event], room());
    const columns = shown.map(({ view }) => (view.scene?.kind === "count" ? view.scene.columns : 0));
    expect(columns).toEqual([0, 1, 2, 3, COLUMNS_OF_COUNT, 0]);
    expect(shown.reduce((total, { milliseconds }) => total + milliseconds, 0)).toBeLessThanOrEqual(5001);
  });
});
