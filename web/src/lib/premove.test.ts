import { describe, expect, it } from "vitest";
import { isAmong } from "./premove.svelte";

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
