import { expect, test } from "vitest";
import { counting, sorted, sumOf, totalsOf } from "./cards";

test("cards lie by character, then by value", () => {
  expect(sorted(["coco-1", "cook-9", "cook-2", "captain-5"])).toEqual(["captain-5", "cook-2", "cook-9", "coco-1"]);
});

test("the days of each character add up", () => {
  expect(totalsOf(["cook-9", "coco-2", "cook-3"])).toEqual([0, 12, 0, 0, 0, 0, 2]);
});

test("Coco counts only with a card of a character that is eaten", () => {
  expect(counting(["cook-9", "boy-1", "coco-2"], ["cook"], true)).toEqual(["cook-9", "coco-2"]);
  expect(counting(["boy-1", "coco-2"], ["cook"], true)).toEqual([]);
});

test("where the option says so Coco always counts", () => {
  expect(counting(["boy-1", "coco-2"], ["cook"], false)).toEqual(["coco-2"]);
});

test("a Coco that is eaten counts as its own card, once", () => {
  expect(sumOf(counting(["coco-2", "coco-5", "boy-1"], ["coco"], true))).toBe(7);
});
