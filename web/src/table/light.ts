/** Lighting the place on the table where something happened. */
import { placeOf, type GameModule } from "../lib/game";

/** Lights the place of this event, and nothing else; null: nothing at all. */
export function light(root: HTMLElement | null, module: GameModule | null, event: unknown): void {
  for (const element of root?.querySelectorAll(".lit") ?? []) element.classList.remove("lit");
  const selector = module && event ? placeOf(module, event) : "";
  for (const element of (selector && root?.querySelectorAll(selector)) || []) element.classList.add("lit");
}
