import { beforeEach, describe, expect, it, vi } from "vitest";
import { framesBetween, sheetOf, type GameModule } from "./game";

const plain: GameModule = { Table: { mount: () => ({ update: () => undefined, destroy: () => undefined }) } };
const broken: GameModule = {
  ...plain,
  frames: () => {
    throw new Error("frames");
  },
  sheet: () => {
    throw new Error("sheet");
  },
};

describe("what a game need not bring", () => {
  let said: ReturnType<typeof vi.spyOn>;
  beforeEach(() => {
    said = vi.spyOn(console, "error").mockReturnValue();
  });

  it.each([
    ["lacks", plain, 0],
    ["gets wrong", broken, 1],
  ])("is made for one that %s it", (_, module, faults) => {
    said.mockClear();
    expect(framesBetween(module, "before", ["event"], "after")).toEqual([{ view: "after", events: ["event"], milliseconds: 0 }]);
    expect(said).toHaveBeenCalledTimes(faults);
    expect(sheetOf(module, "after", "en", [3, 5], "Score")).toEqual({ head: ["Score"], rows: [[3], [5]] });
    expect(said).toHaveBeenCalledTimes(2 * faults);
  });

  it("is used where it is there", () => {
    const frames = [{ view: "between", events: [], milliseconds: 300 }];
    const sheet = { head: ["Points"], rows: [["3 + 2"]] };
    const module: GameModule = { ...plain, frames: () => frames, sheet: () => sheet };
    expect(framesBetween(module, "before", [], "after")).toBe(frames);
    expect(sheetOf(module, "after", "en", [5], "Score")).toBe(sheet);
  });
});
