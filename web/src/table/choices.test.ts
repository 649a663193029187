import { describe, expect, it } from "vitest";
import { actionsOf, seatNamedFirst } from "./choices";

const PROMPT = { id: 3, seat: 0, replace: false };

describe("choices in words", () => {
  it("stand beside their actions, in order", () => {
    const actions = [{ type: "take", matches: 1 }, { type: "take", matches: 2 }];
    expect(actionsOf({ ...PROMPT, choices: { kind: "list", actions }, words: ["take one", "take two"] })).toEqual([
      { action: actions[0], words: "take one" },
      { action: actions[1], words: "take two" },
    ]);
  });

  it.each([
    [{ kind: "bid" }, undefined],
    [{ kind: "bid", actions: [{}] }, ["x"]],
    [{ kind: "list", actions: [{}] }, undefined],
    [{ kind: "list", actions: [{}, {}] }, ["x"]],
    [null, ["x"]],
  ])("are not made of %j with %j", (choices, words) => {
    expect(actionsOf({ ...PROMPT, choices, ...(words && { words }) })).toBeNull();
  });
});

it("a line belongs to the seat it begins with the name of", () => {
  const names = ["Ada", "Ada (2)", "Bo", ""];
  expect(seatNamedFirst("Ada: 3 cards", names)).toBe(0);
  expect(seatNamedFirst("Ada (2): 3 cards", names)).toBe(1);
  expect(seatNamedFirst("Bo", names)).toBe(2);
  expect(seatNamedFirst("Bobbin", names)).toBeNull();
  expect(seatNamedFirst("Boé has", names)).toBeNull();
  expect(seatNamedFirst("The cards of Ada", names)).toBeNull();
});
