import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Gathering } from "./gathering.svelte";

vi.mock("./settings.svelte", () => ({ settings: { lang: "en", idea: 0 } }));
vi.mock("./house.svelte", () => ({ me: { isKnown: true }, meet: vi.fn(), beGuest: vi.fn() }));

/** What the house answers; null: nothing. */
let answer: { status: number; body: unknown } | null;

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("location", new URL("http://127.0.0.1/evening/abc"));
  vi.stubGlobal("fetch", () =>
    answer ? Promise.resolve(new Response(JSON.stringify(answer.body), { status: answer.status })) : Promise.reject(new TypeError("no network")),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("one that the house does not know is missing; a house that is away is asked again", async () => {
  answer = null;
  const [known, unknown] = [new Gathering<{ title: string }>("/evenings/abc"), new Gathering("/evenings/none")];
  const leave = known.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect([known.info, known.missing]).toEqual([null, false]);
  answer = { status: 200, body: { title: "Tuesday" } };
  await vi.advanceTimersByTimeAsync(5000);
  expect(known.info).toEqual({ title: "Tuesday" });
  leave();
  answer = { status: 404, body: { code: "unknown", sentence: "No such evening." } };
  unknown.watch();
  await vi.advanceTimersByTimeAsync(0);
  expect(unknown.missing).toBe(true);
  expect(known.info, "nobody looks any longer").toEqual({ title: "Tuesday" });
});
