import { describe, expect, it } from "vitest";
import type { Event, Group, View } from "./types";
import { CARDS, START } from "./cards";
import { frames } from "./frames";

const OPENING: View = {
  seat: 0,
  deck: "plague",
  changed: "touched",
  table_size: 31,
  turn: 1,
  player: 0,
  to_draw: 0,
  hand: [0],
  pile: CARDS.plague.map((_, card) => card).slice(1),
  squares: START.map((face, index) => ({ row: 0, col: index - 1, face, height: 1, card: null })),
  laid: [],
  aside: [],
  scores: [0, 0],
  rats: [0, 0],
  over: false,
  ending: null,
};
const LAID: Event = { type: "laid", seat: 0, place: { type: "place", card: 0, row: -1, col: -1, dir: "E" }, height: 1 };
const PAIR: Group = { seat: 0, spice: "r1", squares: [[-1, -1], [0, -1]], points: 1 };
const SCORED: Event = { type: "scored", groups: [PAIR], scores: [1, 0] };

describe("a turn", () => {
  const after: View = { ...OPENING, turn: 2, player: 1, hand: [5, 9], scores: [1, 0] };
  const shown = frames(
    OPENING,
    [
      LAID,
      SCORED,
      { type: "turn_ended", seat: 1, cards: 2 },
      { type: "drawn", seat: 1, card: 5 },
      { type: "drawn", seat: 1, card: 9 },
    ],
    after,
  );

  it("goes in the order of the rules", () => {
    expect(shown.map(({ events }) => events[0]?.type)).toEqual(["laid", "scored", "turn_ended", "drawn", "drawn", undefined]);
  });
  it("lays the card before it scores", () => {
    expect(shown[0]?.view).toMatchObject({ hand: [], scores: [0, 0], laid: [LAID.place] });
    expect(shown[0]?.view.squares.find(({ row, col }) => row === -1 && col === -1)).toMatchObject({ face: "r1", card: 0 });
    expect(shown[1]?.view.scores).toEqual([1, 0]);
  });
  it("draws the cards one by one from the pile", () => {
    expect(shown.map(({ view }) => view.hand.length)).toEqual([0, 0, 0, 1, 2, 2]);
    expect(shown.map(({ view }) => view.to_draw)).toEqual([0, 0, 2, 1, 0, 0]);
    expect(shown[4]?.view.pile).not.toContain(9);
  });
  it("ends with what the house told", () => expect(shown.at(-1)?.view).toBe(after));
  it("does not take long", () => {
    expect(shown.reduce((sum, { milliseconds }) => sum + milliseconds, 0)).toBeLessThanOrEqual(5000);
  });
});

describe("the end", () => {
  const groups: Group[] = [
    PAIR,
    { seat: 1, spice: "g4", squares: [[4, 4], [4, 5], [4, 6]], points: 2 },
    { seat: 0, spice: "r1", squares: [[7, 7], [8, 7], [9, 7]], points: 2 },
  ];
  const after: View = { ...OPENING, over: true, ending: "final_count", scores: [13, 12], hand: [] };

  it("counts spice by spice, the score growing", () => {
    const shown = frames(
      { ...OPENING, scores: [10, 10] },
      [
        { type: "final_count", groups, scores: [13, 12] },
        { type: "game_ended", ending: "final_count", scores: [13, 12], winners: [0] },
      ],
      after,
    );
    expect(shown.map(({ view }) => view.scores)).toEqual([[13, 10], [13, 12], [13, 12]]);
    expect(shown[0]?.events[0]).toMatchObject({ type: "final_count", groups: [groups[0], groups[2]] });
    expect(shown.at(-1)?.view).toBe(after);
  });
  it("stops at the rats that lose", () => {
    const events: Event[] = [
      { type: "overrun", seat: 0, rats: 3 },
      { type: "game_ended", ending: "rats_red", scores: [0, 0], winners: [1] },
    ];
    const shown = frames(OPENING, events, { ...OPENING, over: true, ending: "rats_red" });
    expect(shown.map(({ events: [event] }) => event?.type)).toEqual(["overrun", undefined]);
    expect(shown[0]?.milliseconds).toBeGreaterThan(1000);
  });
});

it("sets aside cards that have no place", () => {
  const shown = frames(OPENING, [{ type: "set_aside", seat: 0, cards: [0] }], { ...OPENING, hand: [], aside: [0] });
  expect(shown[0]?.view).toMatchObject({ hand: [], aside: [0] });
});

it("shows a table seen for the first time at once", () => {
  expect(frames(null, [LAID, SCORED], OPENING)).toEqual([{ view: OPENING, events: [], milliseconds: 0 }]);
});
