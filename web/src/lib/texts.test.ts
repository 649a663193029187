import { readFileSync, readdirSync } from "node:fs";
import { expect, test, vi } from "vitest";
import shell from "../texts/en.toml";
import { fill, listed, You } from "./texts.svelte";

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

test("names in a row", () => {
  expect([listed([]), listed(["Ada"]), listed(["Ada", "Bo"])]).toEqual(["", "Ada", "Ada and Bo"]);
  expect(listed(["Ada", "Bo", "Cleo"])).toBe("Ada, Bo and Cleo");
  expect(listed(["Ada", "Bo", "Cleo"], "fr")).toBe("Ada, Bo et Cleo");
});

test("every text of the shell is said somewhere", () => {
  const folder = new URL("..", import.meta.url).pathname;
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) => /\.(svelte|ts)$/.test(name) && !name.includes(".test."));
  const source = files.map((name) => readFileSync(folder + name, "utf8")).join("\n");
  const made = [...source.matchAll(/`([\w.]+(?:\$\{[^}]*\}[\w.]*)+)`/g)].map(([, text = ""]) => new RegExp(`^${text.replace(/\$\{[^}]*\}/g, "\\w+")}$`));
  expect(Object.keys(shell).filter((key) => !source.includes(`"${key}"`) && !made.some((form) => form.test(key)))).toEqual([]);
});
