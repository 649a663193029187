/** Checks a finished match here, in the browser: who committed to what, the secret, the seating, and every draw. */
import { ask } from "./api";
import { kept, type Kept } from "./parts";
import { bytes, hex, hmac, sha256, unhex } from "./sha256";
import type { DrawInfo } from "../types/api";

export interface Fairness {
  scheme?: number;
  commitment: string;
  house: string;
  round: number;
  /** By chair: null: the house's part stands for it. */
  parts: ({ commitment: string; part: string } | null)[];
  order: number[];
  begun_again: number;
  copied?: number;
  seating?: "given";
}

export interface MatchRecord {
  entries: { seat: number | "chance"; action: Record<string, unknown> }[];
  fairness?: Fairness;
}

export interface Finding {
  name: string;
  holds: boolean | null;
  n: number;
}

export interface Verification {
  /** "proved": all holds, with a part of this device. "partly": what could be checked holds. "broken": something does not. */
  verdict: "proved" | "partly" | "broken";
  /** What was found, by the names of texts. `holds`: null if it is not known, or did not happen. */
  findings: Finding[];
}

export async function verifyTable(table: string): Promise<Verification> {
  const [record, draws] = await Promise.all([
    ask<MatchRecord>("GET", `/tables/${table}/record`),
    ask<DrawInfo[]>("GET", `/tables/${table}/draws`),
  ]);
  return verification(record, draws, kept(table));
}

export function verification({ entries, fairness }: MatchRecord, draws: DrawInfo[], mine: Kept | null): Verification {
  if (fairness?.scheme !== 2) return summed([{ name: "first_scheme", holds: null, n: 0 }]);
  const secret = secretOf(fairness);
  const { house, parts, round, copied = 0 } = fairness;
  const given = parts.filter((part) => part !== null);
  const own = isOwnPartIn(fairness, mine);
  const checked = draws.filter(({ entry, outcomes }) => entry >= copied && outcomes.length);
  const numbers = new Map(draws.map(({ entry }, number) => [entry, number]));
  const isAll = checked.length === entries.filter(({ seat }) => seat === "chance").length;
  const findings: Finding[] = [
    { name: "house", holds: hex(sha256(unhex(house))) === fairness.commitment, n: 0 },
    { name: "parts", holds: given.length ? given.every(({ commitment, part }) => isCommitted(part, round, commitment)) : null, n: given.length },
    { name: "own", holds: own, n: 0 },
    seatingOf(fairness, secret, mine),
    { name: "draws", holds: checked.every((draw) => isDrawn(secret, draw, numbers.get(draw.entry) ?? 0, entries)), n: checked.length },
  ];
  if (!isAll) findings.push({ name: "unchecked", holds: null, n: draws.length - checked.length });
  findings.push(...deals(fairness, own ? mine : null));
  return summed(findings);
}

/** Who sits where: drawn from the secret, given by a tournament that this device knew of before, or left open. */
function seatingOf({ order, parts, copied, seating: claim }: Fairness, secret: Uint8Array, mine: Kept | null): Finding {
  const knew = mine?.seen?.given;
  if (!claim && copied === undefined) return { name: "seating", holds: !knew && String(seating(secret, parts.length)) === String(order), n: 0 };
  const isAsSatDown = String(order) === String(parts.map((_, chair) => chair));
  // No device has a part in a match for practice, and whoever has one knew whether a tournament gives the seats.
  const isPossible = copied === undefined ? knew !== false : parts.every((part) => part === null);
  return { name: "given_seating", holds: isAsSatDown && isPossible && (knew ?? null), n: 0 };
}

/** How often the deal was begun again. Each time has left a device out; more often than that, somebody had a choice. */
function deals({ round, parts, begun_again }: Fairness, mine: Kept | null): Finding[] {
  const leftOut = parts.filter((part) => part === null).length;
  if (round > Math.min(begun_again, leftOut)) return [{ name: "begun_again", holds: false, n: begun_again }];
  const told: Finding[] = begun_again ? [{ name: "begun_again", holds: null, n: begun_again }] : [];
  const { times = 1, others = parts.length } = mine ?? {};
  const isTooOften = begun_again > parts.length || times - 1 > Math.min(begun_again, others);
  return isTooOften ? [...told, { name: "often", holds: null, n: Math.max(times, begun_again + 1) }] : told;
}

function summed(findings: Finding[]): Verification {
  if (findings.some(({ holds }) => holds === false)) return { verdict: "broken", findings };
  // A deal that was begun again is told, and takes nothing away from the last one.
  const open = findings.filter(({ name, holds }) => holds === null && name !== "begun_again");
  return { verdict: open.length ? "partly" : "proved", findings };
}

/** Whether the secret was made of what this device saw when it showed its part; null: it was not asked for it, or too slow. */
function isOwnPartIn({ commitment, parts, round }: Fairness, mine: Kept | null): boolean | null {
  const commitments = parts.map((part) => part?.commitment ?? null);
  if (!mine?.seen || (mine.seen.round !== round && !commitments.includes(mine.commitment))) return null;
  return mine.house === commitment && mine.seen.round === round && String(mine.seen.commitments) === String(commitments);
}

function isCommitted(part: string, round: number, commitment: string): boolean {
  let hashed = unhex(part);
  for (let times = 0; times <= round; times++) hashed = sha256(hashed);
  return hex(hashed) === commitment;
}

export function secretOf({ house, round, parts }: Fairness): Uint8Array {
  const lines = parts.map((part) => (part ? `device ${part.part}` : "house"));
  return hmac(unhex(house), bytes(["tablee secret", `round ${round}`, ...lines, ""].join("\n")));
}

/** Bytes that follow from a secret and a label. */
class Stream {
  private blocks = 0;
  private left: number[] = [];

  constructor(
    private secret: Uint8Array,
    private label: string,
  ) {}

  next(): number {
    if (!this.left.length) this.left = [...hmac(this.secret, bytes(`tablee ${this.label} ${this.blocks++}`))];
    return this.left.shift() ?? 0;
  }

  /** A whole number of so few bits that doubles hold it. */
  bits(number: number): number {
    let value = 0;
    for (let left = Math.ceil(number / 8); left > 0; left--) {
      const byte = this.next();
      // The unused high bits are cut off from the first byte.
      const used = left === Math.ceil(number / 8) ? ((number - 1) % 8) + 1 : 8;
      value = value * 256 + (byte & (2 ** used - 1));
    }
    return value;
  }

  below(stop: number): number {
    const bits = stop > 1 ? Math.floor(Math.log2(stop - 1)) + 1 : 0;
    for (;;) {
      const value = bits ? this.bits(bits) : 0;
      if (value < stop) return value;
    }
  }
}

/** By seat: the chair that its player sat down on. */
export function seating(secret: Uint8Array, players: number): number[] {
  const stream = new Stream(secret, "seating 0");
  const chairs = Array.from({ length: players }, (_, chair) => chair);
  for (let place = players - 1; place > 0; place--) {
    const other = stream.below(place + 1);
    [chairs[place], chairs[other]] = [chairs[other]!, chairs[place]!];
  }
  return chairs;
}

/** A number from 0 to below 1 for a draw. */
export function share(secret: Uint8Array, number: number): number {
  return new Stream(secret, `draw ${number}`).bits(53) / 2 ** 53;
}

function isDrawn(secret: Uint8Array, { entry, outcomes }: DrawInfo, number: number, entries: MatchRecord["entries"]): boolean {
  const all = outcomes.reduce((sum, { weight }) => sum + weight, 0);
  let ticket = Math.floor(share(secret, number) * all);
  const drawn = outcomes.find(({ weight }) => (ticket -= weight) < 0);
  const told = entries[entry];
  return told?.seat === "chance" && drawn !== undefined && sorted(drawn.action) === sorted(told.action);
}

/** The same text for the same content, whatever the order of its fields. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    part && typeof part === "object" && !Array.isArray(part) ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1))) : part,
  );
}
