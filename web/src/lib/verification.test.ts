import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { TableInfo } from "../types/messages";
import { commitmentFor, keep, kept, newPart, partFor, partOf, partToStart, type Kept, type Seen } from "./parts";
import { hex, unhex } from "./sha256";
import { seating, secretOf, share, verification, type Fairness, type MatchRecord, type Verification } from "./verification";

vi.mock("./api", () => ({ ask: vi.fn() }));

/** What the page about chance gives to everybody who writes a checker. */
const page = readFileSync(new URL("../../../docs/fairness.md", import.meta.url), "utf8");
const vectors = JSON.parse(/```json vectors\n([^]*?)```/.exec(page)![1]!) as {
  house: string;
  commitment: string;
  seeds: (string | null)[];
  commitments: (string | null)[];
  rounds: { round: number; parts: (string | null)[]; secret: string; order: number[]; shares: number[] }[];
};

function fairness(round = 0): Fairness {
  const { parts, order } = vectors.rounds[round]!;
  const given = parts.map((part, chair) => (part ? { part, commitment: vectors.commitments[chair]! } : null));
  return { scheme: 2, commitment: vectors.commitment, house: vectors.house, round, parts: given, order, begun_again: round };
}

const outcomes = Array.from({ length: 7 }, (_, card) => ({ action: { type: "draw", card }, weight: (card % 3) + 1 }));

/** A match of three draws with a choice between them. */
function match(changes: Partial<Fairness> = {}, round = 0): { record: MatchRecord; draws: { entry: number; outcomes: typeof outcomes }[] } {
  const fair = { ...fairness(round), ...changes };
  const tickets = outcomes.flatMap(({ action, weight }) => Array<typeof action>(weight).fill(action));
  const drawn = [0, 1, 2].map((number) => ({ seat: "chance" as const, action: tickets[Math.floor(share(secretOf(fair), number) * tickets.length)]! }));
  const entries = [drawn[0]!, { seat: 0, action: { type: "pass" } }, drawn[1]!, drawn[2]!];
  return { record: { entries, fairness: fair }, draws: [0, 2, 3].map((entry) => ({ entry, outcomes })) };
}

const mine = (seen: Kept["seen"] = { round: 0, commitments: vectors.commitments }): Kept => ({ seed: vectors.seeds[0]!, commitment: vectors.commitments[0]!, house: vectors.commitment, seen });

const seenAt = (changes: Partial<Seen>): Kept => mine({ round: 0, commitments: vectors.commitments, ...changes });

describe("the vectors of the page", () => {
  it.each(vectors.rounds)("hold in round $round", ({ round, parts, secret, order, shares }) => {
    expect(vectors.seeds.map((seed) => seed && partOf(seed, round))).toEqual(parts);
    expect(vectors.seeds.map((seed) => seed && partOf(seed, -1))).toEqual(vectors.commitments);
    expect(hex(secretOf(fairness(round)))).toBe(secret);
    expect(seating(unhex(secret), 3)).toEqual(order);
    expect([0, 1, 2].map((number) => share(unhex(secret), number))).toEqual(shares);
  });
});

describe("a match that was played here", () => {
  it("is proved by the part that this device gave", () => {
    const { record, draws } = match();
    expect(verification(record, draws, mine())).toMatchObject({ verdict: "proved" });
  });

  it("is proved after a deal that was begun again, which is told", () => {
    const { record, draws } = match({}, 1);
    const told = verification(record, draws, mine({ round: 1, commitments: vectors.commitments }));
    expect(told.verdict).toBe("proved");
    expect(told.findings.at(-1)).toEqual({ name: "begun_again", holds: null, n: 1 });
  });

  it.each<[string, Kept | null]>([
    ["this device only watched", null],
    ["it committed and was never asked", mine(null)],
    ["it was too slow", { ...mine(), commitment: "ff".repeat(32), seen: { round: 4, commitments: [] } }],
  ])("is proved in part if %s", (_, part) => {
    const { record, draws } = match();
    expect(verification(record, draws, part).verdict).toBe("partly");
  });

  it.each<[string, Partial<Fairness>, string]>([
    ["the house shows another part", { house: "00".repeat(32) }, "house"],
    ["a part is not the one committed to", { parts: [{ part: "00".repeat(32), commitment: vectors.commitments[0]! }, null, null] }, "parts"],
    ["this device's part was left out of the round in which it showed it", { parts: [null, null, fairness().parts[2]!] }, "own"],
    ["a commitment came in that this device never saw", { parts: [fairness().parts[0]!, { part: partOf("11".repeat(32), 0), commitment: partOf("11".repeat(32), -1) }, fairness().parts[2]!] }, "own"],
    ["people were seated otherwise", { order: [0, 1, 2] }, "seating"],
  ])("is broken if %s", (_, changes, name) => {
    const { record, draws } = match(changes);
    const told = verification(record, draws, mine());
    expect(told.verdict).toBe("broken");
    expect(told.findings).toContainEqual(expect.objectContaining({ name, holds: false }));
  });

  it.each<[string, Partial<Fairness>, Kept | null, Verification["verdict"]]>([
    ["a tournament gave the seats, as this device knew", { order: [0, 1, 2], seating: "given" }, seenAt({ given: true }), "proved"],
    ["a tournament was to give the seats, and chance did", {}, seenAt({ given: true }), "broken"],
    ["this device knew of no tournament", { order: [0, 1, 2], seating: "given" }, seenAt({ given: false }), "broken"],
    ["a tournament would have seated people otherwise", { order: [0, 2, 1], seating: "given" }, seenAt({ given: true }), "broken"],
    ["this device only watched a tournament", { order: [0, 1, 2], seating: "given" }, null, "partly"],
    ["a device has a part in a match that was played on", { order: [0, 1, 2], copied: 0 }, seenAt({ given: false }), "broken"],
    ["it was played on for practice", { order: [0, 1, 2], copied: 0, parts: [null, null, null] }, null, "partly"],
  ])("says what it knows of the seating if %s", (_, changes, part, verdict) => {
    const { record, draws } = match(changes);
    expect(verification(record, draws, part).verdict).toBe(verdict);
  });

  it.each<[string, Partial<Fairness>, Partial<Kept>, Verification["verdict"]]>([
    ["once", {}, { times: 1, others: 1 }, "proved"],
    ["again, for a device that left", { begun_again: 1 }, { times: 2, others: 1 }, "proved"],
    ["again, and others had left before", { begun_again: 3 }, { times: 2, others: 1 }, "proved"],
    ["again, of which the record says nothing", {}, { times: 2, others: 1 }, "partly"],
    ["more often than there were devices to leave", { begun_again: 2 }, { times: 3, others: 1 }, "partly"],
    ["again and again", { begun_again: 4 }, {}, "partly"],
  ])("says whether anybody had a choice if this device showed a part %s", (_, changes, part, verdict) => {
    const { record, draws } = match(changes);
    const told = verification(record, draws, { ...mine(), ...part });
    expect(told.verdict).toBe(verdict);
    expect(told.findings.some(({ name }) => name === "often")).toBe(verdict === "partly");
  });

  it("is broken if it came to a round for which nobody was left out, or that was not counted", () => {
    const { record, draws } = match({ begun_again: 0 }, 1);
    expect(verification(record, draws, null).verdict).toBe("broken");
    const all = match({ parts: fairness(1).parts.map((part) => part ?? { part: partOf("11".repeat(32), 1), commitment: partOf("11".repeat(32), -1) }) }, 1);
    expect(verification(all.record, all.draws, null).findings).toContainEqual({ name: "begun_again", holds: false, n: 1 });
  });

  it("is broken if a draw is not what the secret leads to", () => {
    const { record, draws } = match();
    record.entries[2] = { seat: "chance", action: { type: "draw", card: 99 } };
    expect(verification(record, draws, mine()).findings).toContainEqual({ name: "draws", holds: false, n: 3 });
  });

  it("is broken if the house committed to something else before", () => {
    const { record, draws } = match();
    expect(verification(record, draws, { ...mine(), house: "ab" }).verdict).toBe("broken");
  });

  it("is proved in part where draws cannot be listed, were copied, or are of the first scheme", () => {
    const { record, draws } = match();
    expect(verification(record, [{ entry: 0, outcomes: [] }, ...draws.slice(1)], mine()).findings).toContainEqual({ name: "unchecked", holds: null, n: 1 });
    expect(verification(match({ copied: 1, order: [0, 1, 2], parts: [null, null, null] }).record, draws, null).verdict).toBe("partly");
    expect(verification({ entries: [] }, [], null)).toEqual({ verdict: "partly", findings: [{ name: "first_scheme", holds: null, n: 0 }] });
    expect(verification(match({ parts: [null, null, null] }).record, draws, null).findings).toContainEqual({ name: "parts", holds: null, n: 0 });
  });
});

describe("the part of this device", () => {
  const store = new Map<string, string>();
  beforeEach(() => {
    store.clear();
    vi.stubGlobal("localStorage", { getItem: (key: string) => store.get(key) ?? null, setItem: (key: string, value: string) => store.set(key, value) });
  });

  const around = (changes: Partial<TableInfo>): TableInfo => ({ chairs: [], yours: [0], host: true, commitment: "house", next_table: null, present: [], commitments: [null, null], ...changes });

  it("is committed to once, and again with another seed after it was shown", () => {
    const first = commitmentFor("t", around({}))!;
    expect(commitmentFor("t", around({}))).toBe(first);
    expect(partOf(kept("t")!.seed, -1)).toBe(first);
    expect(commitmentFor("t", around({ commitments: [first, null] }))).toBeNull();
    expect(commitmentFor("t", around({ commitments: ["another device's", null] }))).toBeNull();
    const deal = { round: 0, commitments: [first, null], missing: [0] };
    expect(partFor("t", around({ deal }))).toBe(partOf(kept("t")!.seed, 0));
    expect(commitmentFor("t", around({ deal }))).toBeNull();
    expect(commitmentFor("t", around({}))).not.toBe(first);
  });

  it("is shown for one list of commitments in a round, and in the next one only without a device", () => {
    keep("t", { ...newPart("house") });
    const { commitment, seed } = kept("t")!;
    const deal = { round: 0, commitments: [commitment, "one", "two"], missing: [0] };
    expect(partFor("t", around({ deal: { ...deal, round: 1 } }))).toBeNull();
    expect(partFor("t", around({ deal }))).toBe(partOf(seed, 0));
    expect(partFor("t", around({ deal }))).toBe(partOf(seed, 0));
    for (const changed of [
      { commitments: [commitment, "one", null] },
      { round: 1 },
      { round: 2, commitments: [commitment, "one", null] },
      { round: 1, commitments: [commitment, "late", null] },
      { round: 1, commitments: [commitment, null] },
    ])
      expect(partFor("t", around({ deal: { ...deal, ...changed } }))).toBeNull();
    const next = { ...deal, round: 1, commitments: [commitment, "one", null] };
    expect(partFor("t", around({ deal: next, occasion: { kind: "tournament", id: "x" } }))).toBeNull();
    expect(partFor("t", around({ deal: next }))).toBe(partOf(seed, 1));
    expect(partFor("t", around({ deal }))).toBeNull();
    expect(kept("t")).toMatchObject({ times: 2, others: 2, seen: { round: 1, given: false } });
  });

  it("is counted over deals that were broken off, and not given to a house that then changes its own", () => {
    const shown = (): void => {
      const commitment = commitmentFor("t", around({}))!;
      partFor("t", around({ deal: { round: 0, commitments: [commitment, "one"], missing: [0] } }));
    };
    shown();
    shown();
    expect(kept("t")).toMatchObject({ times: 2, others: 1 });
    expect(commitmentFor("t", around({ commitment: "another" }))).toBeNull();
  });

  it("is not shown to a house that has changed its own, nor for others", () => {
    keep("t", { ...newPart("house") });
    const { commitment } = kept("t")!;
    const deal = { round: 0, commitments: [commitment, null], missing: [0] };
    expect(partFor("t", around({ deal, commitment: "another" }))).toBeNull();
    expect(partFor("t", around({ deal, yours: [1] }))).toBeNull();
    expect(partFor("t", around({ deal: { ...deal, missing: [] } }))).toBeNull();
    expect(partFor("other", around({ deal }))).toBeNull();
    expect(partFor("t", around({}))).toBeNull();
  });

  it("goes with the start where no other device has one", () => {
    keep("t", newPart("house"));
    const { commitment, seed } = kept("t")!;
    expect(partToStart("t", [commitment, "another"])).toBeNull();
    expect(partToStart("t", [null, null])).toBeNull();
    expect(partToStart("other", [commitment])).toBeNull();
    expect(partToStart("t", [commitment, null])).toBe(partOf(seed, 0));
    expect(kept("t")!.seen).toEqual({ round: 0, commitments: [commitment, null], given: false });
  });

  it("is kept for the last matches, and what cannot be read is forgotten", () => {
    for (let table = 0; table < 50; table++) keep(`${table}`, newPart());
    expect([kept("9"), kept("10")?.seen, kept("49")?.seen]).toEqual([null, null, null]);
    expect([kept("9") === null, kept("10") === null]).toEqual([true, false]);
    store.set("tablee.parts", "{");
    expect(kept("49")).toBeNull();
  });
});
