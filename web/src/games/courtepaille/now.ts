/** What is awaited now, in a sentence. */
import type { View } from "./types";
import { awaited, characterOf } from "./cards";
import type { Effect, Mode } from "./picking.svelte";
import { cardName, list, say } from "./words";

/** What the reader is asked, and what he has picked of it. */
export interface Asking {
  mode: Mode | null;
  effect: Effect | null;
  /** CP-15: how many days are to be looked at. */
  sights: number;
  /** The choice is made and may be replaced. */
  replace: boolean;
}

export function awaitedLine(view: View, names: readonly string[], seat: number | null, asking: Asking): string {
  const waits = awaited(view).filter((other) => other !== seat);
  const others = list(waits.map((other) => names[other] ?? ""));
  const actor = view.queue[0] ?? 0;
  const name = names[actor] ?? "";
  const turned = view.turned_up[actor];
  const card = turned ? cardName(turned) : "";
  const coco = turned && characterOf(turned) === "coco" ? "coco" : "take";
  if (view.step === "over") {
    if (seat !== null && view.winners.length === 1 && view.winners[0] === seat) return say("now.over_own");
    const who = view.winners.map((winner) => names[winner] ?? "");
    return who.length ? say("now.over", { names: list(who), n: who.length }) : "";
  }
  switch (asking.mode) {
    case "choose":
      return asking.replace ? say("now.replace", { names: others }) : say("now.choose");
    case "take":
      return say("now.take", { card: cardName(view.turned_up[seat ?? 0] ?? "coco-1") });
    case "coco":
      if (asking.effect) return say(`now.${asking.effect}`, { n: asking.sights });
      return say("now.coco", { card: cardName(view.turned_up[seat ?? 0] ?? "coco-1") });
    case "eat":
      return say("now.eat");
  }
  if (seat !== null && !view.seats.includes(seat)) return say("now.out");
  if (view.step === "choose" && waits.length) return say("now.waiting_choose", { names: others });
  if (view.step === "carry_out" && card) return actor === seat ? say(`now.${coco}`, { card }) : say(`now.waiting_${coco}`, { name, card });
  if (view.step === "eat" && waits.length) return say("now.waiting_eat", { name: others });
  return view.step === "deal" ? say("now.dealing") : "";
}

/** The part whose count is shown: the one being counted, or the one that was won last. */
export function countedPart(view: View): number {
  return view.verdict && view.verdict.winner >= 0 ? view.part_winners.length : view.part;
}
