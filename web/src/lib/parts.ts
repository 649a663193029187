/**
 * This device's part in the secret of a match: committed to before the start, shown once all have committed, and kept to
 * check the match at its end. docs/fairness.md says why.
 */
import { hex, sha256, unhex } from "./sha256";
import type { DealInfo, TableInfo } from "../types/messages";

/** For how many rounds the parts of one commitment last. */
const ROUNDS = 16;
const KEY = "tablee.parts";
/** So many matches are kept. */
const MOST = 40;

/** The commitments at the table when this device showed its part. */
export interface Seen {
  round: number;
  commitments: (string | null)[];
}

export interface Kept {
  seed: string;
  commitment: string;
  /** What the house had committed to by then. */
  house: string;
  seen: Seen | null;
}

/** What a device shows in a round: its seed, hashed the fewer times the later the round. Round -1: the commitment. */
export function partOf(seed: string, round: number): string {
  let part = unhex(seed);
  for (let times = ROUNDS - 1 - round; times > 0; times--) part = sha256(part);
  return hex(part);
}

function all(): Record<string, Kept> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Kept>;
  } catch {
    return {};
  }
}

export function kept(table: string): Kept | null {
  return all()[table] ?? null;
}

export function keep(table: string, part: Kept): void {
  const { [table]: _, ...others } = all();
  localStorage.setItem(KEY, JSON.stringify(Object.fromEntries([...Object.entries(others), [table, part]].slice(-MOST))));
}

export function newPart(house = ""): Kept {
  const seed = hex(crypto.getRandomValues(new Uint8Array(32)));
  return { seed, commitment: partOf(seed, -1), house, seen: null };
}

/** What to commit to at an open table; null: nothing, or another device of this guest has. */
export function commitmentFor(table: string, around: TableInfo): string | null {
  const given = around.yours.map((seat) => around.commitments?.[seat] ?? null);
  if (around.deal || !given.includes(null)) return null;
  let mine = kept(table);
  // Nothing is committed to twice once a part of it was shown.
  if (!mine || mine.seen || mine.house !== around.commitment) {
    mine = newPart(around.commitment);
    keep(table, mine);
  }
  return mine.commitment;
}

/** What to show now; null: nothing. A device shows one part in a round, for one list of commitments. */
export function partFor(table: string, around: TableInfo): string | null {
  const { deal, yours } = around;
  const mine = kept(table);
  if (!deal || !mine || mine.house !== around.commitment) return null;
  if (!yours.some((seat) => deal.missing.includes(seat) && deal.commitments[seat] === mine.commitment)) return null;
  return show(table, mine, deal);
}

/** The part for the start of a match in which no other device has one; null: others have, or this one has none. */
export function partToStart(table: string, commitments: (string | null)[]): string | null {
  const mine = kept(table);
  const given = commitments.filter((commitment) => commitment !== null);
  if (!mine || !given.length || given.some((commitment) => commitment !== mine.commitment)) return null;
  return show(table, mine, { round: 0, commitments });
}

function show(table: string, mine: Kept, { round, commitments }: Pick<DealInfo, "round" | "commitments">): string | null {
  const before = mine.seen;
  if (before && (before.round > round || (before.round === round && String(before.commitments) !== String(commitments)))) return null;
  keep(table, { ...mine, seen: { round, commitments } });
  return partOf(mine.seed, round);
}
