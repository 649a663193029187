/** The room: its tables, counted from 0 row by row, and the paths through it. */
import type { View } from "./types";

export const ROWS = 6;
export const COLUMNS = 10;
export const TABLES = Array.from({ length: ROWS * COLUMNS }, (_, table) => table);
/** RE-11, RE-12: so many cards must be taken before a dead end may end the orders. */
export const ENOUGH = 30;

/** How much larger the tables must get for the room to be turned while somebody looks at it. */
const WORTH_TURNING = 1.3;

/** Whether rows run downwards, in this width and height: where that makes the tables larger; `was`: as it is drawn now. */
export function isTurned(wide: number, high: number, was: boolean | null): boolean {
  const turned = Math.min(wide / ROWS, high / COLUMNS);
  const straight = Math.min(wide / COLUMNS, high / ROWS);
  if (was === null) return turned > straight;
  return was ? straight <= turned * WORTH_TURNING : turned > straight * WORTH_TURNING;
}

export const rowOf = (table: number): number => Math.floor(table / COLUMNS);
export const columnOf = (table: number): number => table % COLUMNS;
export const tableAt = (row: number, column: number): number => row * COLUMNS + column;
/** What people call it: a letter for the row, a number for the column. */
export const nameOf = (table: number): string => `${"ABCDEF"[rowOf(table)]}${columnOf(table) + 1}`;

export const isRim = (table: number): boolean =>
  rowOf(table) === 0 || rowOf(table) === ROWS - 1 || columnOf(table) === 0 || columnOf(table) === COLUMNS - 1;

/** The salon: its first and last row and column. */
export const SALON = { top: 1, bottom: 4, left: 3, right: 6 };
export const isSalon = (table: number): boolean =>
  rowOf(table) >= SALON.top &&
  rowOf(table) <= SALON.bottom &&
  columnOf(table) >= SALON.left &&
  columnOf(table) <= SALON.right;

/** RE-23: the four stairs, each from outside the salon to inside. */
export const STAIRS: [outside: number, inside: number][] = [
  [tableAt(0, 4), tableAt(1, 4)],
  [tableAt(2, 7), tableAt(2, 6)],
  [tableAt(5, 5), tableAt(4, 5)],
  [tableAt(3, 2), tableAt(3, 3)],
];

export function isOpen(table: number, other: number, stairs: boolean): boolean {
  if (!stairs || isSalon(table) === isSalon(other)) return true;
  return STAIRS.some(([a, b]) => (a === table && b === other) || (a === other && b === table));
}

export function neighbours(table: number, stairs: boolean): number[] {
  const [row, column] = [rowOf(table), columnOf(table)];
  return [
    [row - 1, column],
    [row, column + 1],
    [row + 1, column],
    [row, column - 1],
  ]
    .filter(([r = -1, c = -1]) => r >= 0 && r < ROWS && c >= 0 && c < COLUMNS)
    .map(([r = 0, c = 0]) => tableAt(r, c))
    .filter((other) => isOpen(table, other, stairs));
}

export const inService = (view: View): boolean => view.sums.length > 0;
export const taken = (view: View): number => view.markers.filter((owner) => owner !== null).length;
export const served = (view: View): number => view.plates.filter((card) => card !== null).length;

/** The path of the phase that is being played, table by table. */
export function path(view: View): number[] {
  const what = inService(view) ? "serve" : "take";
  const tables = view.chronicle.filter((deed) => deed.what === what).map(({ table }) => table ?? 0);
  // The card of the last table may not have been turned yet.
  if (view.last !== null && tables.at(-1) !== view.last) tables.push(view.last);
  return tables;
}

/** RE-12: tables next to the path's end that have a card but may not be taken, since the path could not go on. */
export function closed(view: View): number[] {
  if (view.last === null || (view.step !== "take" && view.step !== "take_more")) return [];
  if (taken(view) + 1 >= ENOUGH) return [];
  return neighbours(view.last, view.stairs).filter(
    (table) => view.markers[table] === null && !view.reach.includes(table),
  );
}

/** Whether the path would have nowhere to go from this table: RE-11 in the orders, RE-20 in the service. */
export function isDeadEnd(view: View, table: number): boolean {
  const service = inService(view);
  return !neighbours(table, view.stairs).some((other) =>
    service ? view.markers[other] !== null && view.plates[other] === null : view.markers[other] === null,
  );
}

/** RE-12: whether the path had to begin anew, because it ended before there were enough cards. */
export function hasBegunAnew(view: View): boolean {
  if (view.last === null || view.step !== "take") return false;
  const next = neighbours(view.last, view.stairs);
  return view.reach.length > 0 && !view.reach.some((table) => next.includes(table));
}

/** Who plays after this seat: clockwise in the orders, the other way round in the service. */
export function nextSeat(view: View): number {
  const step = inService(view) ? -1 : 1;
  return (view.to_play + step + view.players) % view.players;
}
