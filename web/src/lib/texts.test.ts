import { expect, test, vi } from "vitest";
import { fill, You } from "./texts.svelte";

vi.mock("./settings.svelte", () => ({ settings: { lang: "en" } }));

test("places and forms chosen by a number", () => {
  expect(fill("{name} has {n} {n:card|cards}", "en", { name: "Bo", n: 1 })).toBe("Bo has 1 card");
  expect(fill("{n} {n:carte|cartes}", "fr", { n: 0 })).toBe("0 carte");
  expect(() => fill("{name}", "en")).toThrow("needs name");
});

test("the reader is addressed, others are named", () => {
  const text = "{name:You} {name:sells|sell} to {name}";
  expect(fill(text, "en", { name: "Bo" })).toBe("Bo sells to Bo");
  expect(fill(text, "en", { name: new You("Bo") })).toBe("You sell to Bo");
});
