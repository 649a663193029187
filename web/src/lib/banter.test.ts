import { describe, expect, it, vi } from "vitest";
import { cues as courtepaille } from "../games/courtepaille/ending";
import { cues as hotdog } from "../games/hotdog/ending";
import { cues as rathot } from "../games/rathot/ending";
import { cues as restaurant } from "../games/restaurant/ending";
import en from "../texts/en.toml";
import fr from "../texts/fr.toml";
import { Banter, LINES, QUIET } from "./banter";
import type { Cue } from "./game";

vi.mock("./settings.svelte", () => ({ settings: { lang: "en" } }));

const NAMES = ["Ada", "Tartine", "Biscotte"];
const isBot = (seat: number) => seat > 0;
const glad: Cue[] = [{ sound: "card" }, { glad: [0, 2] }];

describe("what bots say", () => {
  it("is said by one that is glad or sorry, and by no person", () => {
    expect(new Banter().line(glad, isBot, 0, false)).toMatchObject({ seat: 2, mood: "glad" });
    expect(new Banter().line([{ sorry: [1] }], isBot, 0, false)).toMatchObject({ seat: 1, mood: "sorry" });
    expect(new Banter().line([{ glad: [0] }, { sound: "coin" }], isBot, 0, false)).toBeNull();
  });

  it("is little, and not the same again", () => {
    const banter = new Banter();
    const said = Array.from({ length: 300 }, (_, second) => banter.line(glad, isBot, 1000 * second, false)).filter((line) => line !== null);
    expect(said).toHaveLength(300_000 / QUIET);
    for (const [at, line] of said.entries()) expect(line.key).not.toBe(said[at + 1]?.key);
  });

  it("is nothing where bots are muted", () => {
    expect(new Banter().line(glad, isBot, 0, true)).toBeNull();
  });

  it.each([["en", en], ["fr", fr]])("can all be said: %s", (_, texts) => {
    const keys = ["glad", "sorry"].flatMap((mood) => Array.from({ length: LINES }, (_, at) => `banter.${mood}_${at}`));
    expect(keys.filter((key) => !texts[key])).toEqual([]);
    expect(new Set(keys.map((key) => texts[key])).size).toBe(2 * LINES);
  });

  it.each([
    ["a full table", hotdog([{ type: "paid", table: 5, dollars: [0, 5, 0] }], NAMES, "en"), "glad"],
    ["a part that was won", courtepaille([{ type: "part_won", part: 1, seat: 1 } as never], NAMES, "en"), "glad"],
    ["a table that was overrun", rathot([{ type: "overrun", seat: 1, rats: 3 }], NAMES, "en"), "sorry"],
    ["a card that was drawn away", restaurant([{ type: "reached", seat: 0, other: 1 }], NAMES, "en"), "sorry"],
  ])("is said at %s", (_, cues, mood) => {
    expect(new Banter().line(cues, isBot, 0, false)).toMatchObject({ seat: 1, mood });
  });
});
