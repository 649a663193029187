import { beforeEach, describe, expect, it, vi } from "vitest";
import { cuesOf, finaleOf, framesBetween, loud, onlyAnswer, sheetOf, standingsOf, type Finished, type GameModule } from "./game";

const plain: GameModule = { Table: { mount: () => ({ update: () => undefined, destroy: () => undefined }) } };
const broken: GameModule = {
  ...plain,
  frames: () => {
    throw new Error("frames");
  },
  sheet: () => {
    throw new Error("sheet");
  },
  ending: () => {
    throw new Error("ending");
  },
  standings: () => {
    throw new Error("standings");
  },
  cues: () => {
    throw new Error("cues");
  },
};
const match: Finished<unknown, unknown> = { view: "after", events: ["event"], names: ["Ada"], scores: [5], winners: [0] };

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
    expect(finaleOf(module, match, "en")).toEqual({});
    expect(standingsOf(module, ["event"], "after", ["Ada"], "en")).toBeNull();
    expect(cuesOf(module, ["event"], ["Ada"], "en")).toEqual([]);
    expect(said).toHaveBeenCalledTimes(5 * faults);
  });

  it("is used where it is there", () => {
    const frames = [{ view: "between", events: [], milliseconds: 300 }];
    const sheet = { head: ["Points"], rows: [["3 + 2"]] };
    const module: GameModule = { ...plain, frames: () => frames, sheet: () => sheet };
    expect(framesBetween(module, "before", [], "after")).toBe(frames);
    expect(sheetOf(module, "after", "en", [5], "Score")).toBe(sheet);
    expect(finaleOf({ ...plain, ending: ({ names }) => ({ title: names[0]! }) }, match, "en")).toEqual({ title: "Ada" });
    expect(cuesOf({ ...plain, cues: () => [{ sound: "coin" }] }, [], [], "en")).toEqual([{ sound: "coin" }]);
  });
});

describe("the only answer", () => {
  const take = { type: "take" };

  it("is that of a list of one", () => {
    expect(onlyAnswer(plain, "view", { kind: "list", actions: [take] })).toEqual({ action: take, isOpen: false });
    expect(onlyAnswer(plain, "view", { kind: "list", actions: [take, take] })).toBeNull();
    expect(onlyAnswer(plain, "view", { kind: "bid", last: true })).toBeNull();
  });

  it("is what the game says it is", () => {
    const module: GameModule = { ...plain, only: (view) => (view === "open" ? { action: take, isOpen: true } : null) };
    expect(onlyAnswer(module, "open", { kind: "turn" })).toEqual({ action: take, isOpen: true });
    expect(onlyAnswer(module, "view", { kind: "list", actions: [take] })).toBeNull();
  });
});

describe("the log", () => {
  const lines = ["dealt", "chosen", "revealed"].map((event) => ({ event }));
  const quiet = (...events: string[]): GameModule => ({ ...plain, isQuiet: (event) => events.includes(event) });

  it("leaves out what tells nothing new", () => {
    expect(loud(quiet("dealt", "chosen"), lines)).toEqual([{ event: "revealed" }]);
    expect(loud(plain, lines)).toEqual(lines);
    expect(loud(null, lines)).toEqual(lines);
  });

  it("is empty as long as the table shows everything", () => {
    expect(loud(quiet("dealt", "chosen", "revealed"), lines)).toEqual([]);
  });
});
