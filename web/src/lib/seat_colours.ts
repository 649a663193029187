/**
 * The colours of the seats, and the shapes that go with them. Chance orders the chairs when a match starts; people keep the
 * colours that they had in the waiting room.
 */
import { getContext, setContext } from "svelte";

export const COLOURS = 6;

/** By seat: the chair that its player sat down on. Empty: every seat has its own colour. */
type Places = readonly number[];

const KEY = Symbol("places");

/** For all that is drawn within a component: who sat where at its table. */
export function placeSeats(read: () => Places): void {
  setContext(KEY, read);
}

/** Called while a component is made: the CSS variables of the table it belongs to, for what is shown outside of its page. */
export function seatStyles(): () => string {
  const read = getContext<(() => Places) | undefined>(KEY);
  return () => (read ? seatStyle(read()) : "");
}

/** Called while a component is made: the colour of a seat at the table it belongs to. */
export function seatColours(): (seat: number) => number {
  const read = getContext<(() => Places) | undefined>(KEY);
  return (seat) => colourOf(seat, read?.());
}

export function colourOf(seat: number, places: Places = []): number {
  return (places[seat] ?? seat) % COLOURS;
}

/** The CSS variables that every drawing uses, `--seat-0` and so on. */
export function seatStyle(places: Places): string {
  return places.map((_, seat) => `--seat-${seat}: var(--tint-${colourOf(seat, places)})`).join("; ");
}
