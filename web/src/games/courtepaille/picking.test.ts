import { describe, expect, it } from "vitest";
import { takenNext } from "./picking.svelte";
import type { View } from "./types";

describe("what may be laid ahead", () => {
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
