/** Which lines of the log are drawn, and where at the table things happened. */
import type { Event } from "./types";

export function draws(event: Event): boolean {
  return ["revealed", "sold", "not_sold", "paid", "round_ended"].includes(event.type) || (event.type === "chosen" && event.bid !== null);
}

/** Who has chosen is seen at the table. */
export function isQuiet(event: Event): boolean {
  return event.type === "chosen" && event.bid === null;
}

export function where(event: Event): string | null {
  switch (event.type) {
    case "sold":
    case "paid":
      return `.tables [data-table="${event.type === "paid" ? event.table : event.bid.table}"]`;
    case "not_sold":
    case "announced":
    case "chosen":
      return player(event.seat);
    case "round_ended":
      return player(event.mustard);
    case "revealed":
    case "hand_ended":
    case "game_ended":
      return ".players";
  }
}

function player(seat: number): string {
  return `.players > :nth-child(${seat + 1})`;
}
