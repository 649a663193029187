import { describe, expect, it } from "vitest";
import { following, meant, placeOf, stepped, stripsOf, turned, type Aim } from "./places";

const STRIPS = stripsOf({
  kind: "place",
  across: [
    [-1, -1],
    [1, -1],
    [1, 3],
  ],
  down: [[-1, 2]],
});
const ABOVE: Aim = { strip: { isDown: false, row: -1, col: 0 }, dir: "E" };

it("says where the first square of a card lies, whichever way it runs", () => {
  const strip = { isDown: false, row: 2, col: 5 };
  expect(placeOf(3, { strip, dir: "E" })).toMatchObject({ card: 3, row: 2, col: 4, dir: "E" });
  expect(placeOf(3, { strip, dir: "W" })).toMatchObject({ row: 2, col: 6, dir: "W" });
  expect(placeOf(3, { strip: { ...strip, isDown: true }, dir: "S" })).toMatchObject({ row: 1, col: 5 });
  expect(placeOf(3, { strip: { ...strip, isDown: true }, dir: "N" })).toMatchObject({ row: 3, col: 5 });
});

describe("a point of the table means", () => {
  it("the place under it", () => expect(meant(STRIPS, -1, 0.9, "W")).toEqual({ ...ABOVE, dir: "W" }));
  it("the place under it with the card turned, if it has none as it is held", () => {
    expect(meant(STRIPS, 1, 2, "W")).toEqual({ strip: { isDown: true, row: 0, col: 2 }, dir: "N" });
  });
  it("the nearest one", () => expect(meant(STRIPS, -2, 0, "E")).toEqual(ABOVE));
  it("nothing, far away", () => expect(meant(STRIPS, 9, 9, "E")).toBeNull());
});

describe("turning", () => {
  it("turns round on its strip where it cannot stand", () => expect(turned(STRIPS, ABOVE, false)).toEqual({ ...ABOVE, dir: "W" }));
  it("goes where a card that reads alike can stand", () => {
    expect(turned(STRIPS, ABOVE, true)).toEqual({ strip: { isDown: true, row: 0, col: 2 }, dir: "S" });
  });
});

describe("keys", () => {
  it("go to the next place in their direction", () => {
    expect(stepped(STRIPS, ABOVE, 1, 0).strip).toEqual({ isDown: false, row: 1, col: 0 });
    expect(stepped(STRIPS, ABOVE, 0, 1).strip).toEqual({ isDown: false, row: 1, col: 4 });
    expect(stepped(STRIPS, ABOVE, -1, 0)).toEqual(ABOVE);
  });
  it("reach every place in turn", () => {
    const seen = [ABOVE, following(STRIPS, ABOVE, 1), following(STRIPS, ABOVE, 2), following(STRIPS, ABOVE, 3)];
    expect(seen.map(({ strip }) => [strip.row, strip.col])).toEqual([[-1, 0], [1, 0], [1, 4], [-1, 0]]);
    expect(following(STRIPS, ABOVE, -1).strip).toEqual({ isDown: false, row: 1, col: 4 });
  });
});
