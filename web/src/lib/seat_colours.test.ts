import { expect, test } from "vitest";
import { colourOf, seatStyle } from "./seat_colours";

test("who was given another seat keeps the colour", () => {
  const table = [3, 0, 1, 2];
  expect([0, 1, 2, 3].map((seat) => colourOf(seat, table))).toEqual([3, 0, 1, 2]);
  expect(seatStyle([1, 0])).toBe("--seat-0: var(--tint-1); --seat-1: var(--tint-0)");
});

test("without a table, seats have their own", () => {
  expect(colourOf(2)).toBe(2);
  expect(colourOf(7)).toBe(1);
});
