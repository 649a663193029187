import { expect, test } from "vitest";
import { written } from "./numbers";

test("points have no more places than they need", () => {
  expect([0, 1, 2.5, 0.667].map((points) => written(points, "en"))).toEqual(["0", "1", "2.5", "0.67"]);
  expect(written(0.667, "fr")).toBe("0,67");
});
