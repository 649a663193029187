import { describe, expect, it } from "vitest";
import { texts } from "./texts";
import { tokens } from "./tokens";

describe.each(["en", "fr"] as const)("a sentence in %s", (lang) => {
  const say = (key: string): string => texts[lang][key] ?? key;
  const [lime, rat, empty] = [say("faces.green_4"), say("faces.red_rat"), say("faces.nothing")];

  it("is cut at its card", () => {
    expect(tokens(`Ada ${lime} | ${rat} | ${empty}.`, say)).toEqual([
      { text: "Ada " }, { faces: ["g4", "r*", "--"] }, { text: "." },
    ]);
  });
  it("is cut at its groups", () => {
    expect(tokens(`  2: 3 × ${lime}.`, say)).toEqual([{ text: "  2: " }, { face: "g4", count: 3 }, { text: "." }]);
  });
  it("stays whole where nothing is to be drawn", () => {
    expect(tokens(`Ada: ${lime}`, say)).toEqual([{ text: `Ada: ${lime}` }]);
  });
});
