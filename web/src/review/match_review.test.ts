import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MatchReview, readers } from "./match_review.svelte";

vi.mock("../lib/settings.svelte", () => ({ settings: { lang: "en" } }));

type Answer = { status?: number; body: unknown } | null;

/** What the house is asked, and what it answers; null: nothing. */
let asked: string[];
let answer: (request: string) => Answer;

const computing = { yours: [1], is_begun: true, done: 1, jobs: 4, review: null };
const there = { ...computing, done: 4, review: { moments: [] } };
const busy = { status: 429, body: { code: "queue_full", sentence: "Too many." } };

beforeEach(() => {
  vi.useFakeTimers();
  asked = [];
  answer = () => ({ body: computing });
  vi.stubGlobal("location", new URL("http://127.0.0.1/review/abc"));
  vi.stubGlobal("document", Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal("fetch", (url: URL, { method }: { method: string }) => {
    const request = `${method} ${url.searchParams.get("reader") ?? ""}`.trim();
    asked.push(request);
    const given = answer(request);
    if (!given) return Promise.reject(new TypeError("no network"));
    return Promise.resolve(new Response(JSON.stringify(given.body), { status: given.status ?? 200 }));
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test("it is asked for once, then how far it is, until it is there; a player sees it with his own eyes", async () => {
  const match = new MatchReview("abc");
  await match.begin();
  expect(asked).toEqual(["POST", "GET 1"]);
  answer = () => ({ body: there });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked).toEqual(["POST", "GET 1", "GET 1"]);
  expect(match.review).not.toBeNull();
});

test.each([[[]], [[0, 1]]])("whoever had no seat, or several, sees it as everybody could: %j", async (yours) => {
  answer = () => ({ body: { ...there, yours } });
  const match = new MatchReview("abc");
  await match.begin();
  expect(asked).toEqual(["POST", "GET spectator"]);
});

test("whoever has left asks no longer, whatever is still under way", async () => {
  const match = new MatchReview("abc");
  const begun = match.begin();
  match.close();
  await begun;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(asked.filter((request) => request !== "POST").length).toBeLessThan(2);
  expect(match.told).toBeNull();
});

test("a house that is away for a while is asked again", async () => {
  const match = new MatchReview("abc");
  await match.begin();
  answer = () => null;
  await vi.advanceTimersByTimeAsync(1000);
  expect(match.trouble).toBe("away");
  answer = () => ({ body: there });
  await vi.advanceTimersByTimeAsync(2000);
  expect(match.trouble).toBe("");
  expect(match.review).not.toBeNull();
});

test("a house that has too much to do is asked again, and nothing is refused", async () => {
  answer = () => busy;
  const match = new MatchReview("abc");
  await match.begin();
  expect([match.trouble, match.refusal]).toEqual(["busy", ""]);
  answer = () => ({ body: there });
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked).toEqual(["POST", "POST", "GET 1"]);
  expect([match.trouble, match.refusal]).toEqual(["", ""]);
});

test("a match that is not over is refused for good", async () => {
  answer = () => ({ status: 409, body: { code: "match_not_over", sentence: "Not over." } });
  const match = new MatchReview("abc");
  await match.begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked, match.refusal]).toEqual([["POST"], "Not over."]);
});

test("one that failed is asked for anew when somebody wants to", async () => {
  answer = () => ({ body: { ...computing, is_begun: false } });
  const match = new MatchReview("abc");
  await match.begin();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([asked.length, match.hasFailed]).toEqual([2, true]);
  answer = () => ({ body: there });
  await match.begin();
  expect([asked[2], match.hasFailed]).toEqual(["POST", false]);
});

test("readers stand in the order in which people ask for them", () => {
  expect(readers([1], 3)).toEqual([1, "spectator", 0, 2, "all"]);
  expect(readers([], 2)).toEqual(["spectator", 0, 1, "all"]);
});
