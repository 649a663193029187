import { expect, test } from "vitest";
import type { OptionInfo } from "../types/api";
import { inForce, isIdle, valueOf } from "./options";

function flag(name: string, needs?: string): OptionInfo {
  return { name, title: name, help: "", default: false, allowed: {}, ...(needs ? { needs } : {}) };
}

const ADVANCED = flag("advanced");
const ALL = flag("announce_all", "advanced");
const OPTIONS = [ADVANCED, ALL];

test("an option is idle without the one it needs", () => {
  expect(isIdle(ADVANCED, OPTIONS, {})).toBe(false);
  expect(isIdle(ALL, OPTIONS, {})).toBe(true);
  expect(isIdle(ALL, OPTIONS, { advanced: true })).toBe(false);
  expect(valueOf(ALL, { announce_all: true })).toBe(true);
});

test("an idle option is not sent", () => {
  expect(inForce(OPTIONS, { advanced: false, announce_all: true })).toEqual({ advanced: false });
  expect(inForce(OPTIONS, { advanced: true, announce_all: true })).toEqual({ advanced: true, announce_all: true });
});
