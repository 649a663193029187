import { describe, expect, it } from "vitest";
import { isAmong } from "./premove.svelte";
import { takenNext } from "../games/courtepaille/picking.svelte";
import type { View } from "../games/courtepaille/types";

describe("isAmong", () => {
  const choices = { kind: "list", actions: [{ type: "take", card: "boy-1" }, { type: "look", days: [4, 6] }] };
  it.each([
    [{ card: "boy-1", type: "take" }, choices, true],
    [{ type: "look", days: [4, 6] }, choices, true],
    [{ type: "look", days: [6, 4] }, choices, false],
    [{ type: "take", card: "boy-2" }, choices, false],
    [{ type: "take", card: "boy-1" }, { kind: "bid", last: false }, false],
    [{ type: "take", card: "boy-1" }, null, false],
  ])("%j of %j: %s", (action, given, expected) => {
    expect(isAmong(action, given)).toBe(expected);
  });
});

describe("what may be laid ahead in La Courte Paille", () => {
  const waiting = { seat: 1, step: "carry_out", queue: [0, 1], turned_up: ["boy-1", "cook-4"], menu: ["boy-2", "cook-9"] } as unknown as View;

  it("is a card of the menu, for whoever waits to take one", () => {
    expect(takenNext(waiting)).toEqual({ kind: "list", actions: [{ type: "take", card: "boy-2" }, { type: "take", card: "cook-9" }] });
  });

  it.each([
    ["it is the own turn", { queue: [1, 0] }],
    ["it was the own turn", { queue: [0] }],
    ["Coco says what happens", { turned_up: ["boy-1", "coco-4"] as View["turned_up"] }],
    ["the menu is still to come", { step: "choose" as const }],
    ["nobody sits here", { seat: null }],
  ])("is nothing where %s", (_, changes) => {
    expect(takenNext({ ...waiting, ...changes })).toBeNull();
  });
});
