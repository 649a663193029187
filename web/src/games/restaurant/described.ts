/** A table of the room in words, as a screen reader says it. */
import type { Card } from "./types";
import { value } from "./cards";
import type { Staged } from "./frames";
import { ENOUGH, inService, isDeadEnd, isRim, isSalon, nameOf, taken } from "./room";
import { cardName, say } from "./words";

/** RE-11, RE-20: whether the phase would end here, if this card were served or the one here taken. */
export function endsPhase(view: Staged, table: number, card: Card | null): boolean {
  if (!isDeadEnd(view, table)) return false;
  return inService(view) ? card !== "jump" : taken(view) + 1 >= ENOUGH;
}

export function described(
  view: Staged, names: string[], you: number | null, table: number, isOpen: boolean, isClosed: boolean, card: Card | null,
): string {
  const parts = [say("room.table", { table: nameOf(table) })];
  if (isSalon(table)) parts.push(say("room.in_salon"));
  else if (isRim(table)) parts.push(say("room.on_rim"));
  const owner = view.markers[table] ?? null;
  const plate = view.plates[table] ?? null;
  if (owner === null) parts.push(say("room.card"));
  else parts.push(owner === you ? say("room.own_marker") : say("room.marker", { name: names[owner] ?? "" }));
  if (plate) parts.push(say("room.plate", { card: cardName(plate) }));
  if (table === view.last) parts.push(say("room.last"));
  if (isClosed) parts.push(say("room.closed"));
  if (!isOpen) return parts.join(", ");
  const points = card ? value(card) : 0;
  if (owner !== null && points) parts.push(say("room.would_score", { points, name: names[owner] ?? "" }));
  else parts.push(say("room.open"));
  if (endsPhase(view, table, card)) parts.push(say(inService(view) ? "room.ends_game" : "room.ends_orders"));
  return parts.join(", ");
}
