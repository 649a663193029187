/** Where a card may lie: strips of three squares, and how to find one's way among them. */
import type { Dir, Place } from "./types";

/** What the house says may be chosen: the left squares of strips across, the top squares of strips down. */
export interface Choices {
  kind: "place";
  across: [number, number][];
  down: [number, number][];
}

/** Three squares in line; `row` and `col` are those of the middle one. */
export interface Strip {
  isDown: boolean;
  row: number;
  col: number;
}

/** A card on a strip, the way it runs. */
export interface Aim {
  strip: Strip;
  dir: Dir;
}

const TURN: Record<Dir, Dir> = { E: "S", S: "W", W: "N", N: "E" };

export function stripsOf(choices: Choices): Strip[] {
  return [
    ...choices.across.map(([row, col]) => ({ isDown: false, row, col: col + 1 })),
    ...choices.down.map(([row, col]) => ({ isDown: true, row: row + 1, col })),
  ];
}

export function runsDown(dir: Dir): boolean {
  return dir === "S" || dir === "N";
}

/** The same way round as well as it can be on a strip of the other kind. */
export function dirOn(strip: Strip, dir: Dir): Dir {
  if (runsDown(dir) === strip.isDown) return dir;
  const isBackward = dir === "W" || dir === "N";
  return strip.isDown ? (isBackward ? "N" : "S") : isBackward ? "W" : "E";
}

/** RH-08: the next way to lie; two of the four are the same for a card that reads alike. */
export function nextDir(dir: Dir, isAlike: boolean): Dir {
  const next = TURN[dir];
  return isAlike ? (runsDown(next) ? "S" : "E") : next;
}

export function placeOf(card: number, { strip, dir }: Aim): Place {
  const back = { E: [0, -1], S: [-1, 0], W: [0, 1], N: [1, 0] }[dir] as [number, number];
  return { type: "place", card, row: strip.row + back[0], col: strip.col + back[1], dir };
}

function holds(strip: Strip, row: number, col: number): boolean {
  const along = strip.isDown ? Math.abs(row - strip.row) : Math.abs(col - strip.col);
  const aside = strip.isDown ? Math.abs(col - strip.col) : Math.abs(row - strip.row);
  return along <= 1 && aside === 0;
}

function closest(strips: Iterable<Strip>, row: number, col: number, most: number): Strip | null {
  let best: Strip | null = null;
  let least = most;
  for (const strip of strips) {
    const away = Math.hypot(strip.row - row, strip.col - col);
    if (away < least) [best, least] = [strip, away];
  }
  return best;
}

/** How far from a point a place may be to be meant, in squares. */
const REACH = 1.8;

/** The place meant by a point of the table: under it as the card is held, else under it turned, else near it. */
export function meant(strips: readonly Strip[], row: number, col: number, dir: Dir): Aim | null {
  const [pointRow, pointCol] = [Math.round(row), Math.round(col)];
  const asHeld = strips.filter(({ isDown }) => isDown === runsDown(dir));
  const under = (all: readonly Strip[]): Strip | null =>
    closest(all.filter((strip) => holds(strip, pointRow, pointCol)), row, col, Infinity);
  const strip = under(asHeld) ?? under(strips) ?? closest(asHeld, row, col, REACH) ?? closest(strips, row, col, REACH);
  return strip && { strip, dir: dirOn(strip, dir) };
}

/** The card turned about its middle; where the turned card has no place there, turned on, or else where it has one. */
export function turned(strips: readonly Strip[], { strip, dir }: Aim, isAlike: boolean): Aim {
  const { row, col } = strip;
  for (let next = nextDir(dir, isAlike); next !== dir; next = nextDir(next, isAlike)) {
    const kind = strips.filter(({ isDown }) => isDown === runsDown(next));
    const near = closest(kind.filter((other) => holds(other, row, col)), row, col, Infinity);
    if (near) return { strip: near, dir: next };
  }
  const next = nextDir(dir, isAlike);
  const anywhere = closest(strips.filter(({ isDown }) => isDown === runsDown(next)), row, col, Infinity);
  return anywhere ? { strip: anywhere, dir: next } : { strip, dir };
}

/** The next place up, down, left or right, for a card held the same way. */
export function stepped(strips: readonly Strip[], { strip, dir }: Aim, down: number, right: number): Aim {
  let best = strip;
  let least = Infinity;
  for (const other of strips) {
    if (other.isDown !== strip.isDown) continue;
    const [rows, cols] = [other.row - strip.row, other.col - strip.col];
    const ahead = rows * down + cols * right;
    const aside = Math.abs(rows * right) + Math.abs(cols * down);
    if (ahead > 0 && ahead + 2 * aside < least) [best, least] = [other, ahead + 2 * aside];
  }
  return { strip: best, dir };
}

/** The place after or before this one, line by line; every place is reached. */
export function following(strips: readonly Strip[], { strip, dir }: Aim, steps: number): Aim {
  const sorted = strips
    .filter(({ isDown }) => isDown === strip.isDown)
    .sort((one, other) => one.row - other.row || one.col - other.col);
  const index = sorted.findIndex(({ row, col }) => row === strip.row && col === strip.col);
  return { strip: sorted[(index + steps + sorted.length) % sorted.length] ?? strip, dir };
}
