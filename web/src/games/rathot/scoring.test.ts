import { describe, expect, it } from "vitest";
import type { Changed, Deck, Dir, Face, Group, Place, SquareView } from "./types";
import { CARDS, readsAlike, START, TURNS } from "./cards";
import engine from "./fixtures/engine.json";
import { canRescue, groupsInSight, laidOn, outcome } from "./scoring";

const OPENING: SquareView[] = START.map((face, index) => ({ row: 0, col: index - 1, face, height: 1, card: null }));

type Told = [spice: Face, squares: [number, number][], points: number];

function told(groups: Group[]): Told[] {
  return groups.map(({ spice, squares, points }): Told => [spice, squares, points]);
}

function placeOf([card, row, col, dir]: (string | number)[]): Place {
  return { type: "place", card: card as number, row: row as number, col: col as number, dir: dir as Dir };
}

/** Groups in one order, whichever way they were found. */
function sorted(groups: unknown[]): string[] {
  return groups.map((group) => JSON.stringify(group)).sort();
}

describe("the cards are those of the engine", () => {
  it("RH-02", () => {
    expect(START).toEqual(engine.start);
    expect(CARDS).toEqual(engine.cards);
    expect(TURNS).toBe(22);
  });
  it("RH-08", () => {
    for (const deck of Object.keys(CARDS) as Deck[]) {
      expect(CARDS[deck].map((_, card) => readsAlike(deck, card))).toEqual(engine.reads_alike[deck]);
    }
  });
});

describe.each(engine.matches.map((match, index) => ({ ...match, index })))("match $index, $deck, $changed", (match) => {
  it("brings what the engine says, card by card", () => {
    let squares = OPENING;
    const scores = [0, 0];
    for (const laid of match.laid) {
      const place = placeOf(laid.place);
      const brought = outcome(match.deck as Deck, squares, place, match.changed as Changed);
      expect(sorted(told(brought.groups))).toEqual(sorted(laid.groups));
      expect(brought.rats).toEqual(laid.rats);
      expect(brought.height).toBe(laid.height);
      scores.forEach((_, seat) => (scores[seat]! += brought.points[seat]!));
      squares = laidOn(match.deck as Deck, squares, place);
    }
    expect(scores).toEqual(match.scores);
    expect(squares.map(({ row, col, face, height, card }) => [row, col, face, height, card])).toEqual(match.squares);
    expect(sorted(told(groupsInSight(squares)))).toEqual(sorted(match.in_sight));
  });
});

it("tells rats covered from rats shown", () => {
  const squares: SquareView[] = [
    { row: 0, col: 0, face: "r*", height: 1, card: 12 },
    { row: 0, col: 1, face: "g*", height: 1, card: 13 },
    { row: 0, col: 2, face: "--", height: 1, card: 13 },
  ];
  const brought = outcome("plague", squares, { type: "place", card: 12, row: 0, col: 0, dir: "E" }, "touched");
  expect(brought).toMatchObject({ covered: [1, 1], shown: [1, 0], rats: [1, 0], height: 2, points: [0, 0] });
});

describe("RH-20: whether the other card can cover enough rats", () => {
  const lay = (...lines: string[]): SquareView[] =>
    lines.reduce((squares, line) => {
      const [card, row, col, dir] = line.split(" ");
      return laidOn("plague", squares, placeOf([Number(card), Number(row), Number(col), dir ?? "E"]));
    }, OPENING);

  it("cannot where they are far apart", () => {
    const after = lay("12 0 2 E", "17 0 5 E", "9 0 -4 E", "26 0 8 E");
    expect(canRescue("plague", after, 0, 39)).toBe(false);
  });
  it("can where one of three lies on a strip of two cards", () => {
    const after = lay("12 1 -1 E", "9 2 -1 E", "17 3 -1 E", "29 -1 -1 E");
    expect(canRescue("plague", after, 0, 39)).toBe(true);
  });
  it("counts the rats of the other card", () => {
    const after = lay("12 0 2 E", "17 0 5 E", "9 0 -4 E", "29 0 8 E");
    expect(canRescue("plague", after, 0, 39)).toBe(true);
    expect(canRescue("plague", after, 0, 26)).toBe(false);
  });
});
