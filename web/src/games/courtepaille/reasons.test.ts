import { expect, test, vi } from "vitest";
import type { Action } from "./types";
import { reason } from "./reasons";
import { CARRY_OUT } from "./scenes";

vi.mock("../../lib/settings.svelte", () => ({ settings: { lang: "en" } }));

const because = (action: Action) => reason(CARRY_OUT, action, [], "en");

test("a choice has a reason that names who it is about", () => {
  expect(because({ type: "take", card: "cook-8" })).toBe("So far the cook has most in the week (3): this card would count 8 for you.");
  expect(because({ type: "take", card: "boy-2" })).toContain("low");
  expect(because({ type: "choose", card: "teller-5" })).toBe("You keep your cards of the cook, who has most in the week.");
  expect(because({ type: "remove", day: 2 })).toBe("It takes 2 away from the cook.");
  expect(because({ type: "remove", day: 4 })).toContain("round shorter");
});

test("every choice has one, in both languages", () => {
  const actions: Action[] = [
    { type: "choose", card: "coco-2" },
    { type: "choose", card: "captain-2" },
    { type: "take", card: "coco-1" },
    { type: "take", card: "sailor-6" },
    { type: "add", source: "menu", card: "boy-2" },
    { type: "add", source: "pile", card: null },
    { type: "look", days: [3, 4] },
    { type: "eat", character: "boy" },
  ];
  for (const action of actions) for (const lang of ["en", "fr"] as const) expect(reason(CARRY_OUT, action, [], lang)).toMatch(/[.!]$/);
});
