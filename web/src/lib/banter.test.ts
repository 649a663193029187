import { describe, expect, it } from "vitest";
import en from "../texts/en.toml";
import fr from "../texts/fr.toml";
import { Banter, LINES, QUIET } from "./banter";
import type { Cue } from "./game";

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
});
