import { describe, expect, it, vi } from "vitest";
import type { Chart } from "./game";
import { best, ranking, single, spread, totals, turningPoint } from "./story";

vi.mock("./settings.svelte", () => ({ settings: { lang: "en" } }));

const chart = (points: (number | null)[][]): Chart => ({ title: "", steps: points[0]!.map((_, at) => `Hand ${at + 1}`), points, shape: "parts", inTime: true });

describe("who has the most", () => {
  it("is the first of several, or nobody where it must be one alone", () => {
    const by = (n: number) => n % 10;
    expect([best([3, 17, 7], by), single([3, 17, 7], by), single([3, 17], by), single([0], by)]).toEqual([17, undefined, 17, undefined]);
  });
});

describe("who came in where", () => {
  it("puts winners first, then the higher score, and equals at one place", () => {
    expect(ranking([5, 9, 5, 7], [1])).toEqual([{ seat: 1, place: 1 }, { seat: 3, place: 2 }, { seat: 0, place: 3 }, { seat: 2, place: 3 }]);
  });
  it("puts whoever won for another reason before who has more points", () => {
    expect(ranking([12, 3], [1]).map(({ seat }) => seat)).toEqual([1, 0]);
  });
  it("shares the first place where the win is shared", () => {
    expect(ranking([4, 4, 1], [0, 1]).map(({ place }) => place)).toEqual([1, 1, 3]);
  });
  it("knows games in which fewer points win", () => {
    expect(ranking([8, 2, 5], [1]).map(({ seat }) => seat)).toEqual([1, 2, 0]);
  });
});

describe("how the points came about", () => {
  it("adds them up", () => expect(totals(chart([[1, 2, -1]]))).toEqual([[1, 3, 2]]));
  it("finds the step since which the winner was in front", () => {
    expect(turningPoint(chart([[5, 0, 1], [2, 4, 4]]), [1])).toBe(1);
  });
  it("finds none where the winner always was, or the win is shared, or not all was told", () => {
    expect(turningPoint(chart([[5, 0], [2, 2]]), [0])).toBeNull();
    expect(turningPoint(chart([[1, 2], [2, 1]]), [0, 1])).toBeNull();
    expect(turningPoint(chart([[1, null], [2, 9]]), [1])).toBeNull();
    expect(turningPoint({ ...chart([[5, 0, 1], [2, 4, 4]]), inTime: false }, [1])).toBeNull();
  });
  it("names the ends of lines beside each other", () => {
    expect(spread([10, 50, 12], 20, 130)).toEqual([10, 50, 30]);
    expect(spread([128, 130, 20], 20, 130)).toEqual([110, 130, 20]);
  });
  it("is best only who has anything", () => {
    expect(best([{ n: 0 }, { n: 0 }], ({ n }) => n)).toBeUndefined();
    expect(best([{ n: 1 }, { n: 3 }, { n: 3 }], ({ n }) => n)).toEqual({ n: 3 });
  });
});
