import { expect, it } from "vitest";
import { slots } from "./slots";

it("keeps the second card where it was when the first has been laid, and the other way round", () => {
  expect(slots([7, 9], [9])).toEqual([null, 9]);
  expect(slots([7, 9], [7])).toEqual([7, null]);
  expect(slots([null, 9], [9])).toEqual([null, 9]);
});

it("begins anew with the cards of another turn, and when a card was taken back", () => {
  expect(slots([null, 9], [])).toEqual([]);
  expect(slots([], [3])).toEqual([3]);
  expect(slots([3], [3, 4])).toEqual([3, 4]);
  expect(slots([null, 9], [7, 9])).toEqual([7, 9]);
  expect(slots([7, 9], [1, 2])).toEqual([1, 2]);
});
