import { describe, expect, it } from "vitest";
import { Camera } from "./camera.svelte";
import { CARDS, readsAlike, START } from "./cards";
import { Laying } from "./laying.svelte";
import type { Choices } from "./places";
import { lift, relief } from "./relief";
import { laidOn } from "./scoring";
import type { SquareView } from "./types";

const CHOICES: Choices = { kind: "place", across: [[-1, -1], [1, -1]], down: [[0, 2]] };
const ALIKE = CARDS.even.findIndex((_, card) => readsAlike("even", card));
const HAND = [0, ALIKE];

function asked(): Laying {
  const laying = new Laying();
  laying.begin(1, "even", HAND, CHOICES);
  return laying;
}

describe("a card in hand", () => {
  it("is the first one, until another is taken", () => {
    const laying = asked();
    expect(laying.card).toBe(0);
    expect(laying.switchCard(1)).toBe(true);
    expect(laying.card).toBe(ALIKE);
    expect(laying.switchCard(1)).toBe(false);
    expect(laying.switchCard(-1)).toBe(true);
  });
  it("goes where one points, and stays there once one means it", () => {
    const laying = asked();
    laying.point(-1, 0, true);
    expect(laying.place).toEqual({ type: "place", card: 0, row: -1, col: -1, dir: "E" });
    expect(laying.isPinned).toBe(true);
    laying.point(9, 9, true);
    expect(laying.place).toBeNull();
    expect(laying.isPinned).toBe(false);
  });
  it("keeps its place when the other card is taken, which may read alike", () => {
    const laying = asked();
    laying.point(-1, 0, true);
    laying.turn();
    expect(laying.place?.dir).toBe("W");
    laying.switchCard(1);
    expect(laying.place).toEqual({ type: "place", card: ALIKE, row: -1, col: -1, dir: "E" });
  });
  it("is moved by keys alone", () => {
    const laying = asked();
    laying.step(1, 0, 0, 0);
    const first = laying.place?.row;
    laying.step(first === -1 ? 1 : -1, 0, 0, 0);
    expect(laying.place?.row).toBe(first === -1 ? 1 : -1);
    laying.follow(1, 0, 0);
    expect(laying.place?.row).toBe(first);
  });
  it("may be proposed by somebody else", () => {
    const laying = asked();
    laying.point(1, 0, true);
    const place = laying.place;
    laying.drop();
    if (place) laying.show(place);
    expect(laying.place).toEqual(place);
    expect(laying.isPinned).toBe(true);
  });
  it("is still in mind when one is asked the same again, not when asked anew", () => {
    const laying = asked();
    laying.switchCard(1);
    laying.point(1, 0, true);
    const place = laying.place;
    laying.rest();
    expect(laying.place).toBeNull();
    expect(laying.card).toBeNull();
    laying.begin(1, "even", HAND, CHOICES);
    expect(laying.place).toEqual(place);
    laying.begin(2, "even", [0], CHOICES);
    expect(laying.place).toBeNull();
    expect(laying.card).toBe(0);
  });
});

describe("what is seen of the table", () => {
  const squares = START.map((face, index) => ({ row: 0, col: index - 1, face, height: 1, card: null }));

  it("is all cards", () => {
    const camera = new Camera();
    [camera.width, camera.height] = [400, 300];
    camera.fit(squares, 31, true);
    expect([camera.row, camera.col]).toEqual([0, 0]);
    expect(camera.scale * 9.4).toBeLessThanOrEqual(400.001);
  });
  it("moves no more than needed", () => {
    const camera = new Camera();
    [camera.width, camera.height, camera.scale] = [400, 400, 40];
    camera.show(1, 1);
    expect([camera.row, camera.col]).toEqual([0, 0]);
    camera.show(9, 0);
    expect([camera.row, camera.col]).toEqual([6, 0]);
  });
  it("shows higher cards over lower ones, and nothing of what is covered", () => {
    const places = [
      { type: "place", card: 0, row: 1, col: -1, dir: "E" },
      { type: "place", card: 1, row: 2, col: -1, dir: "E" },
      { type: "place", card: 4, row: 0, col: -1, dir: "S" },
    ] as const;
    const laid = places.reduce<SquareView[]>((table, place) => laidOn("even", table, place), squares);
    const cards = relief({ laid: [...places], squares: laid });
    expect(cards.map(({ card, height }) => [card, height])).toEqual([[null, 1], [0, 1], [1, 1], [4, 2]]);
    expect(cards[0]?.inSight).toEqual([false, true, true]);
  });
  it("never lifts a card onto other squares", () => {
    expect(lift(1)).toBe(0);
    expect(lift(14)).toBeGreaterThan(lift(13));
    expect(lift(40)).toBeLessThan(20);
  });
});
