/** What a card would bring if it were laid: the engine decides, this only lets a player see it beforehand. */
import type { Changed, Deck, Face, Group, Place, SquareView } from "./types";
import { facesOf, isRat, ownerOf, squaresOf, TOO_MANY_RATS, type Square } from "./cards";

export type BySeat = [number, number];

export interface Outcome {
  /** RH-15: the groups that would score. */
  groups: Group[];
  points: BySeat;
  /** Rats of each seat that would be covered, that the card would show, and that would be in sight in all. */
  covered: BySeat;
  shown: BySeat;
  rats: BySeat;
  /** How high the card would lie. */
  height: number;
}

type Tops = Map<string, SquareView>;

export function key(row: number, col: number): string {
  return `${row},${col}`;
}

export function tops(squares: readonly SquareView[]): Tops {
  return new Map(squares.map((square) => [key(square.row, square.col), square]));
}

/** RH-13: the table seen from above once a card is laid. */
export function laidOn(deck: Deck, squares: readonly SquareView[], place: Place): SquareView[] {
  const after = tops(squares);
  const faces = facesOf(deck, place.card);
  squaresOf(place).forEach(([row, col], index) => {
    const height = (after.get(key(row, col))?.height ?? 0) + 1;
    after.set(key(row, col), { row, col, face: faces[index] ?? "--", height, card: place.card });
  });
  return [...after.values()].sort((one, other) => one.row - other.row || one.col - other.col);
}

function beside([row, col]: Square): Square[] {
  return [
    [row - 1, col],
    [row, col - 1],
    [row, col + 1],
    [row + 1, col],
  ];
}

/** RH-15: the squares of one spice that hold together with this one. */
function groupAround(table: Tops, start: Square, spice: Face): Square[] {
  const found = new Map<string, Square>();
  const waiting = [start];
  for (let square = waiting.pop(); square; square = waiting.pop()) {
    const name = key(...square);
    if (found.has(name) || table.get(name)?.face !== spice) continue;
    found.set(name, square);
    waiting.push(...beside(square));
  }
  return [...found.values()].sort(([row, col], [otherRow, otherCol]) => row - otherRow || col - otherCol);
}

/** RH-16: the groups of two or more that hold one of these squares, each once. */
function groupsOf(table: Tops, seeds: Iterable<[Square, Face]>): Group[] {
  const counted = new Set<string>();
  const groups: Group[] = [];
  for (const [seed, spice] of seeds) {
    const seat = ownerOf(spice);
    if (seat === null || isRat(spice) || counted.has(key(...seed))) continue;
    const squares = groupAround(table, seed, spice);
    for (const square of squares) counted.add(key(...square));
    if (squares.length > 1) groups.push({ seat, spice, squares, points: squares.length === 2 ? 1 : 2 });
  }
  return groups;
}

/** RH-18: all groups there are. */
export function groupsInSight(squares: readonly SquareView[]): Group[] {
  return groupsOf(tops(squares), squares.map(({ row, col, face }) => [[row, col], face]));
}

export function pointsOf(groups: readonly Group[]): BySeat {
  const points: BySeat = [0, 0];
  for (const group of groups) points[group.seat === 0 ? 0 : 1] += group.points;
  return points;
}

function ratsAmong(faces: Iterable<Face | undefined>): BySeat {
  const rats: BySeat = [0, 0];
  for (const face of faces) if (face && isRat(face)) rats[ownerOf(face) === 0 ? 0 : 1] += 1;
  return rats;
}

export function ratsInSight(squares: readonly SquareView[]): BySeat {
  return ratsAmong(squares.map(({ face }) => face));
}

/**
 * RH-19, RH-20: whether, once a card is laid, another one can cover enough of its player's rats. Only on other cards does
 * it cover anything: on three squares of one height that are of at least two cards.
 */
export function canRescue(deck: Deck, after: readonly SquareView[], seat: number, card: number): boolean {
  const table = tops(after);
  const isOwn = (face: Face | undefined): boolean => face !== undefined && isRat(face) && ownerOf(face) === seat;
  const rats = after.filter(({ face }) => isOwn(face)).length + facesOf(deck, card).filter(isOwn).length;
  return after.some(({ row, col, height }) =>
    (["E", "S"] as const).some((dir) => {
      const under = squaresOf({ row, col, dir }).map((square) => table.get(key(...square)));
      if (under.some((square) => square?.height !== height)) return false;
      if (new Set(under.map((square) => square?.card)).size < 2) return false;
      return rats - under.filter((square) => isOwn(square?.face)).length < TOO_MANY_RATS;
    }),
  );
}

/** RH-15 to RH-17, RH-20: what laying a card here brings. */
export function outcome(deck: Deck, squares: readonly SquareView[], place: Place, changed: Changed): Outcome {
  const before = tops(squares);
  const after = laidOn(deck, squares, place);
  const table = tops(after);
  const seeds: [Square, Face][] = [];
  for (const square of squaresOf(place)) {
    const lost = before.get(key(...square))?.face;
    if (lost && changed === "touched") {
      // Each part of a group that has lost this square lies beside it.
      for (const near of beside(square)) if (table.get(key(...near))?.face === lost) seeds.push([near, lost]);
    }
    const face = table.get(key(...square))?.face;
    if (face) seeds.push([square, face]);
  }
  const groups = groupsOf(table, seeds);
  const [row, col] = [place.row, place.col];
  return {
    groups,
    points: pointsOf(groups),
    covered: ratsAmong(squaresOf(place).map((square) => before.get(key(...square))?.face)),
    shown: ratsAmong(facesOf(deck, place.card)),
    rats: ratsInSight(after),
    height: table.get(key(row, col))?.height ?? 1,
  };
}
