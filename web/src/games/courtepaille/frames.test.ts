import { expect, test } from "vitest";
import type { Event, View } from "./types";
import { frames } from "./frames";
import { CARRY_OUT, hidden } from "./scenes";

const AFTER: View = { ...CARRY_OUT, round: 7 };

/** The pictures but the last one, which is the view that was told. */
function between(before: View, ...events: Event[]): View[] {
  return frames(before, [...events, { type: "reshuffled", count: 1 }], AFTER)
    .slice(0, -1)
    .map((frame) => frame.view);
}

test("the first message is shown at once", () => {
  expect(frames(null, [], AFTER)).toEqual([{ view: AFTER, events: [], milliseconds: 0 }]);
});

test("the last picture is what was told", () => {
  const shown = frames(CARRY_OUT, [{ type: "took", seat: 0, played: "cook-4", card: "sailor-6" }], AFTER);
  expect(shown.at(-1)?.view).toBe(AFTER);
});

test("chosen cards are turned up in the order in which they will be carried out", () => {
  const before: View = {
    ...CARRY_OUT,
    step: "choose",
    hand: ["captain-2", "cook-4"],
    hand_sizes: [2, 2],
    known: [["cook-4"], []],
    choice: "cook-4",
    chosen: [true, true],
    turned_up: [null, null],
    queue: [],
  };
  const [shown] = between(before, { type: "revealed", order: [1, 0], cards: ["coco-2", "cook-4"] });
  expect(shown).toMatchObject({
    step: "carry_out",
    turned_up: ["cook-4", "coco-2"],
    queue: [1, 0],
    hand: ["captain-2"],
    hand_sizes: [1, 1],
    known: [[], []],
    choice: null,
  });
});

test("whoever takes from the menu holds the card and discards his own", () => {
  const [shown] = between(CARRY_OUT, { type: "took", seat: 0, played: "cook-4", card: "lookout-4" });
  expect(shown).toMatchObject({
    hand: ["captain-2", "cook-8", "boy-1", "lookout-4", "teller-5"],
    known: [["lookout-4"], ["boy-9"]],
    menu: ["boy-2", "sailor-6"],
    discard: ["cook-4"],
    turned_up: [null, "coco-2"],
  });
});

test("a day removed face down is not shown", () => {
  const [shown] = between(CARRY_OUT, {
    type: "removed",
    seat: 1,
    day: 4,
    face_down: true,
    card: null,
    known_by: [],
  });
  expect(shown?.face_down.map(({ number }) => number)).toEqual([11, 13]);
  expect(shown?.discard).toEqual(["coco-2"]);
  expect(shown?.buried).toEqual([hidden(12)]);
});

test("an open day that is removed lies in the discard pile", () => {
  const [shown] = between(CARRY_OUT, {
    type: "removed",
    seat: 1,
    day: 1,
    face_down: false,
    card: "cook-1",
    known_by: null,
  });
  expect(shown?.open_days).toEqual(["cook-2"]);
  expect(shown?.discard).toEqual(["cook-1", "coco-2"]);
});

test("a card added from the menu lies face down, and all know it", () => {
  const [shown] = between(CARRY_OUT, {
    type: "added",
    seat: 1,
    source: "menu",
    day: 6,
    card: "boy-2",
    known_by: null,
  });
  expect(shown?.menu).toEqual(["lookout-4", "sailor-6"]);
  expect(shown?.face_down.at(-1)).toMatchObject({ card: "boy-2", known_to_all: true });
});

test("once a card of a hand was added, none of that hand is known for sure", () => {
  const [shown] = between(CARRY_OUT, { type: "added", seat: 1, source: "hand", day: 6, card: null, known_by: [1] });
  expect(shown).toMatchObject({ hand_sizes: [4, 3], known: [[], []] });
  expect(shown?.face_down.at(-1)).toMatchObject({ card: null, known_by: [1] });
});

test("all see at which days somebody looked, he alone what they are", () => {
  const [others] = between(CARRY_OUT, { type: "looked", seat: 1, days: [3, 5], cards: null });
  expect(others?.face_down.map(({ card, known_by }) => [card, known_by])).toEqual([
    [null, [1]],
    [null, []],
    [null, [1]],
  ]);
  const [own] = between(CARRY_OUT, { type: "looked", seat: 0, days: [3, 4], cards: ["boy-3", "coco-5"] });
  expect(own?.face_down.map(({ card }) => card)).toEqual(["boy-3", "coco-5", null]);
});

test("at the end of a round the menu is cleared before the new one is laid", () => {
  const before: View = { ...CARRY_OUT, queue: [], turned_up: [null, null] };
  const shown = between(
    before,
    { type: "menu_laid", cards: ["captain-1", "captain-3", "captain-4", "captain-5", "captain-6"] },
    { type: "day_turned", day: 3, card: "lookout-9" },
    { type: "round_ended", shark: 1 },
  );
  expect(shown.map(({ menu }) => menu.length)).toEqual([0, 5, 5, 5]);
  expect(shown.map(({ open_days }) => open_days.length)).toEqual([2, 2, 3, 3]);
  expect(shown.map(({ shark }) => shark)).toEqual([0, 0, 0, 1]);
});

test("the count comes step by step", () => {
  const shown = between(
    { ...CARRY_OUT, menu: [] },
    { type: "week_counted", totals: [0, 3, 0, 0, 0, 0, 0], eaten: ["cook"] },
    { type: "hand_shown", seat: 0, cards: ["cook-8"] },
    { type: "hand_shown", seat: 1, cards: ["coco-3"] },
    { type: "announced", seat: 0, points: 8, most: 8 },
    { type: "announced", seat: 1, points: null, most: 8 },
  );
  expect(shown.map(({ verdict }) => verdict?.counts[0]?.points)).toEqual([
    [null, null],
    [null, null],
    [8, null],
    [8, null],
  ]);
  expect(shown.at(-1)?.verdict?.counts[0]?.most).toEqual([8, 8]);
  expect(shown[1]?.known).toEqual([["cook-8"], ["coco-3"]]);
});

test("with announce_all only some cards are shown, and what was known stays known", () => {
  const before: View = {
    ...CARRY_OUT,
    variant: { ...CARRY_OUT.variant, advanced: true, announce_all: true },
    known: [["boy-1"], ["boy-9", "cook-8"]],
  };
  const [shown] = between(before, { type: "hand_shown", seat: 1, cards: ["cook-8", "coco-3"] });
  expect(shown?.known).toEqual([["boy-1"], ["cook-8", "boy-9", "coco-3"]]);
});

test("a character that leaves the game leaves every place", () => {
  const before: View = { ...CARRY_OUT, step: "eat", variant: { ...CARRY_OUT.variant, advanced: true } };
  const [shown] = between(before, { type: "character_left", seat: 1, character: "boy", cards: [["boy-1"], ["boy-9"]] });
  expect(shown).toMatchObject({
    hand: ["captain-2", "cook-8", "teller-5"],
    hand_sizes: [3, 3],
    known: [[], []],
    menu: ["lookout-4", "sailor-6"],
  });
  expect(shown?.characters).not.toContain("boy");
});

test("whatever happens, it is shown within five seconds", () => {
  const took: Event = { type: "took", seat: 0, played: "cook-4", card: "sailor-6" };
  const shown = frames(CARRY_OUT, Array.from({ length: 20 }, () => took), AFTER);
  expect(shown.reduce((sum, frame) => sum + frame.milliseconds, 0)).toBeLessThanOrEqual(5000);
});
