import { beforeEach, expect, it, vi } from "vitest";
import { packagedModule } from "./packaged";

vi.mock("../table/words", () => ({ wordsModule: (why: string) => ({ Table: null, inWords: why }) }));
vi.stubGlobal("location", { href: "http://house.example/t/abc" });

const ADDRESS = "/games/example/table/table.js";
const mount = () => ({ update: () => undefined, destroy: () => undefined });
const style = vi.fn((_: URL) => Promise.resolve());

beforeEach(() => {
  style.mockClear();
  vi.spyOn(console, "warn").mockReturnValue();
});

it("wraps what the package exports, with all that comes with it", async () => {
  const asked = { only: () => null, ahead: () => null, where: () => null, reason: () => "", hasHandView: true, hasOwnColours: true };
  const told = { ending: () => ({}), standings: () => null, cues: () => [], ...asked };
  const table = { mount, frames: () => [], sheet: () => ({ head: [], rows: [] }), texts: { en: {}, fr: {} }, ...told };
  const module = await packagedModule(ADDRESS, () => Promise.resolve({ default: table }), style);
  expect(module).toEqual({ Table: table, frames: table.frames, sheet: table.sheet, texts: table.texts, ...told });
  expect(style).not.toHaveBeenCalled();
});

it("loads its style sheets from beside it first", async () => {
  const table = { mount, styles: ["./table.css", "http://house.example/games/example/table/more.css"] };
  await packagedModule(ADDRESS, () => Promise.resolve({ default: table }), style);
  expect(style.mock.calls.map(([address]) => address.href)).toEqual([
    "http://house.example/games/example/table/table.css",
    "http://house.example/games/example/table/more.css",
  ]);
});

it.each([
  ["cannot be loaded", () => Promise.reject(new Error("404"))],
  ["exports nothing", () => Promise.resolve({})],
  ["exports something else", () => Promise.resolve({ default: { draw: mount } })],
  ["lacks a style sheet", () => Promise.resolve({ default: { mount, styles: ["./nothing.css"] } })],
])("is played in words if it %s", async (_, load) => {
  const noStyle = () => Promise.reject(new Error("404"));
  expect(await packagedModule(ADDRESS, load, noStyle)).toMatchObject({ inWords: "table_failed" });
});
