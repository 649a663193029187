/**
 * This device's part in the secret of a match: committed to before the start, shown once all have committed, and kept to
 * check the match at its end. docs/fairness.md says why.
 */
import { hex, sha256, unhex } from "./sha256";
import type { TableInfo } from "../types/messages";

/** For how many rounds the parts of one commitment last. */
const ROUNDS = 16;
const KEY = "tablee.parts";
/** So many matches are kept. */
const MOST = 40;

/** The commitments at the table when this device showed its part. */
export interface Seen {
  round: number;
  commitments: (string | null)[];
  /** Whether a tournament was to say who sits where: it has to be told before the secret is known. */
  given?: boolean;
}

export interface Kept {
  seed: string;
  commitment: string;
  /** What the house had committed to by then. */
  house: string;
  seen: Seen | null;
  /** How often a part was shown at this table. Each time the house could see what it led to. */
  times?: number;
  /** How many other devices had committed, at most, when this one showed a part here. */
  others?: number;
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
  // A house that changes its own part after it has seen one of this device gets no other.
  if (mine?.times && mine.house !== around.commitment) return null;
  // Nothing is committed to twice once a part of it was shown.
  if (!mine || mine.seen || mine.house !== around.commitment) {
    mine = { ...newPart(around.commitment), times: mine?.times, others: mine?.others };
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
  return show(table, mine, { round: deal.round, commitments: deal.commitments, given: around.occasion?.kind === "tournament" });
}

/** The part for the start of a match in which no other device has one; null: others have, or this one has none. */
export function partToStart(table: string, commitments: (string | null)[], occasion?: TableInfo["occasion"]): string | null {
  const mine = kept(table);
  const given = commitments.filter((commitment) => commitment !== null);
  if (!mine || !given.length || given.some((commitment) => commitment !== mine.commitment)) return null;
  return show(table, mine, { round: 0, commitments, given: occasion?.kind === "tournament" });
}

function show(table: string, mine: Kept, asked: Seen): string | null {
  const { seen, times = 0, others = 0 } = mine;
  const isSame = seen?.round === asked.round && String(seen.commitments) === String(asked.commitments) && !!seen.given === asked.given;
  if (!isSame) {
    if (seen ? !isNextRound(seen, asked) : asked.round !== 0) return null;
    keep(table, { ...mine, seen: asked, times: times + 1, others: Math.max(others, othersIn(asked.commitments, mine.commitment)) });
  }
  return partOf(mine.seed, asked.round);
}

/** Whether a round may follow another: at least one device was left out, and nothing else has changed. */
function isNextRound(seen: Seen, { round, commitments, given }: Seen): boolean {
  const stayed = seen.commitments.map((commitment, chair) => commitments[chair] === commitment);
  const isLeftOut = stayed.map((has, chair) => !has && commitments[chair] === null);
  return (
    round === seen.round + 1 &&
    !!seen.given === given &&
    commitments.length === stayed.length &&
    stayed.every((has, chair) => has || isLeftOut[chair]) &&
    isLeftOut.includes(true)
  );
}

function othersIn(commitments: (string | null)[], mine: string): number {
  return new Set(commitments.filter((commitment) => commitment !== null && commitment !== mine)).size;
}
