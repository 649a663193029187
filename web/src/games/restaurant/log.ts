/** What a line of the log can show: a card, and the place where something happened. */
import type { Card, Event } from "./types";
import { tableAt } from "./room";

export function cardOf(event: Event): Card | null {
  if (event.type === "reserved") return event.res;
  return event.type === "turned" || event.type === "exchanged" || event.type === "served" ? event.card : null;
}

/** One line tells of a card: that it was taken or drawn is said with what it was. */
export function isQuiet(event: Event): boolean {
  return event.type === "marked" || event.type === "reached";
}

export function where(event: Event): string | null {
  if (event.type !== "marked" && event.type !== "turned" && event.type !== "served") return null;
  return `[data-table="${tableAt(event.row - 1, event.col - 1)}"]`;
}
