/** Which lines of the log are drawn, and where at the table things happened. */
import type { Event } from "./types";

const DRAWN: readonly Event["type"][] = [
  "revealed", "took", "menu_laid", "day_turned", "hand_shown", "removed", "added", "looked", "round_ended", "character_left",
];

export function draws(event: Event): boolean {
  if (event.type === "dealt") return event.cards !== null;
  if (event.type === "chosen" || event.type === "drew") return event.card !== null;
  return DRAWN.includes(event.type);
}

/** Who is dealt cards, draws one or has chosen is seen at the table; what they are is worth a line. */
export function isQuiet(event: Event): boolean {
  if (event.type === "dealt") return event.cards === null;
  return (event.type === "chosen" || event.type === "drew") && event.card === null;
}

export function where(event: Event): string | null {
  switch (event.type) {
    case "menu_laid":
      return ".menu-area";
    case "day_turned":
    case "removed":
    case "added":
      return `.week-area li:nth-child(${event.day})`;
    case "looked":
      return `.week-area li:nth-child(${event.days[0] ?? 1})`;
    case "part_began":
      return ".week-area";
    case "week_counted":
      return ".straws-area";
    case "round_ended":
      return player(event.shark);
    case "revealed":
    case "tied":
    case "tie_counted":
    case "game_ended":
    case "reshuffled":
      return ".seats-area";
    default:
      return player(event.seat);
  }
}

function player(seat: number): string {
  return `.seats-area li:nth-child(${seat + 1})`;
}
