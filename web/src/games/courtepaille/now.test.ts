import { expect, test, vi } from "vitest";
import type { Event, View } from "./types";
import { frames } from "./frames";
import { awaitedLine, countedPart } from "./now";
import { BEFORE_THE_COUNT } from "./scenes";

vi.mock("../../lib/settings.svelte", () => ({ settings: { lang: "en" } }));
const NAMES = ["Ada", "Bo", "Cleo"];
const NOBODY = { mode: null, effect: null, sights: 0, replace: false };

test("while a part is counted, nobody is said to have won it: least of all who won the part before", () => {
  const before: View = { ...BEFORE_THE_COUNT, part: 3, part_winners: [1, 2], eaten: [["boy"], ["cook"]] };
  const events: Event[] = [
    { type: "week_counted", totals: [0, 0, 0, 7, 0, 0, 0], eaten: ["lookout"] },
    { type: "announced", seat: 0, points: 8, most: 8 },
    { type: "announced", seat: 1, points: null, most: 8 },
    { type: "announced", seat: 2, points: null, most: 8 },
    { type: "part_won", part: 3, seat: 0 },
    { type: "hand_shown", seat: 0, cards: ["lookout-8"] },
  ];
  const shown = frames(before, events, before).slice(0, -1).map(({ view }) => view);
  const lines = shown.map((view) => awaitedLine(view, NAMES, 1, NOBODY));
  expect(lines).toEqual(["", "", "", "", "Ada wins this part and chooses who leaves the game."]);
  expect(shown.map(countedPart)).toEqual([3, 3, 3, 3, 3]);
});

test("whoever carries out a card is addressed, also before all has been shown", () => {
  const view: View = { ...BEFORE_THE_COUNT, step: "carry_out", queue: [1], turned_up: [null, "cook-4", null] };
  expect(awaitedLine(view, NAMES, 1, NOBODY)).toBe("Your cook 4 is up: take a card from the menu.");
  expect(awaitedLine(view, NAMES, 0, NOBODY)).toBe("Bo plays cook 4 and takes a card from the menu.");
  const coco: View = { ...view, turned_up: [null, "coco-2", null] };
  expect(awaitedLine(coco, NAMES, 1, NOBODY)).toBe("Your Coco 2 is up: what should Coco do?");
});

test("once the next part has begun, the sheet still tells of the one before", () => {
  const verdict = { totals: [0, 0, 0, 7, 0, 0, 0], counts: [], winner: 0 };
  expect(countedPart({ ...BEFORE_THE_COUNT, part: 3, step: "choose", part_winners: [1, 0], verdict })).toBe(2);
});
