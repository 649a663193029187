/** The levels of the bots at a table, for the signs of their seats. */
import { getContext, setContext } from "svelte";

export interface SeatLevel {
  level: string;
  /** In words. */
  title: string;
}

type Levels = () => readonly (SeatLevel | null)[];

const KEY = Symbol("levels");

/** For all that is drawn within a component: the level of each seat, null for people. */
export function setSeatLevels(read: Levels): void {
  setContext(KEY, read);
}

/** Called while a component is made: the level of a seat at the table it belongs to; null where nobody knows. */
export function seatLevels(): (seat: number) => SeatLevel | null {
  const read = getContext<Levels | undefined>(KEY);
  return (seat) => read?.()[seat] ?? null;
}
