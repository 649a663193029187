/** What speaks for a bid that a hint proposes, in a sentence. */
import { fill } from "../../lib/texts.svelte";
import type { Lang } from "../../lib/settings.svelte";
import type { Bid, View } from "./types";
import { roomAt, total, without } from "./bids";
import { texts } from "./words";

export function reason(view: View, bid: Bid, _: string[], lang: Lang): string {
  const say = (key: string, values = {}) => fill(texts[lang][`reason.${key}`] ?? key, lang, { size: bid.table, ...values });
  const room = roomAt(view, bid.table);
  const sum = total(bid.hotdogs);
  const seat = view.seat ?? 0;
  const there = total(view.tables.find((table) => table.size === bid.table)?.cards[seat] ?? []);
  const kept = without(view.hotdogs[seat] ?? [], bid.hotdogs);
  const what =
    sum > room ? say("wait")
    : sum === room ? say("fills", { n: sum + there })
    : canFill(kept, room - sum) ? say("prepares", { room: room - sum })
    : say("joins", { room: room - sum });
  return bid.dollars ? `${what} ${say("cheap", { n: bid.dollars, price: sum - bid.dollars })}` : what;
}

/** Whether some of these cards are worth exactly so much. */
export function canFill(cards: readonly number[], room: number): boolean {
  const [first, ...others] = cards;
  if (room === 0) return true;
  if (first === undefined || room < 0) return false;
  return canFill(others, room - first) || canFill(others, room);
}
