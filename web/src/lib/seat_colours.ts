/**
 * The colours of the seats, and the shapes that go with them. Chance turns the chairs when a match starts; people keep the
 * colours that they had in the waiting room.
 */
import { getContext, setContext } from "svelte";

export const COLOURS = 6;

interface Turned {
  /** By how many places the chairs were turned. */
  turned: number;
  players: number;
}

const KEY = Symbol("turned");

/** For all that is drawn within a component: how its table was turned. */
export function turnSeats(read: () => Turned): void {
  setContext(KEY, read);
}

/** Called while a component is made: the CSS variables of the table it belongs to, for what is shown outside of its page. */
export function seatStyles(): () => string {
  const read = getContext<(() => Turned) | undefined>(KEY);
  return () => (read ? seatStyle(read()) : "");
}

/** Called while a component is made: the colour of a seat at the table it belongs to. */
export function seatColours(): (seat: number) => number {
  const read = getContext<(() => Turned) | undefined>(KEY);
  return (seat) => colourOf(seat, read?.());
}

export function colourOf(seat: number, table?: Turned): number {
  return (table?.players ? (seat + table.turned) % table.players : seat) % COLOURS;
}

/** The CSS variables that every drawing uses, `--seat-0` and so on. */
export function seatStyle(table: Turned): string {
  return Array.from({ length: table.players }, (_, seat) => `--seat-${seat}: var(--tint-${colourOf(seat, table)})`).join("; ");
}
