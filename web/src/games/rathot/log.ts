/** Where something happened: the squares that a line of the log lights. */
import type { Event } from "./types";
import { squaresOf, type Square } from "./cards";
import { key } from "./scoring";

function squaresIn(event: Event): Square[] {
  if (event.type === "laid") return squaresOf(event.place);
  return "groups" in event ? event.groups.flatMap(({ squares }) => squares) : [];
}

export function where(event: Event): string | null {
  return squaresIn(event).map((square) => `[data-square="${key(...square)}"]`).join(", ") || null;
}

/** Whatever is drawn is laid in the same turn, in sight of all. */
export function isQuiet(event: Event): boolean {
  return event.type === "drawn";
}

const DRAWN: ReadonlySet<Event["type"]> = new Set(["drawn", "laid", "scored", "set_aside", "final_count"]);

export function draws(event: Event): boolean {
  return DRAWN.has(event.type);
}
