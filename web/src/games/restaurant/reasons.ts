/** What speaks for a choice, in a sentence. */
import { fill, type Values } from "../../lib/texts.svelte";
import type { Lang } from "../../lib/settings.svelte";
import type { Action, View } from "./types";
import { cost, sum, value } from "./cards";
import { endsPhase } from "./described";
import { isSalon, tableAt } from "./room";
import { texts } from "./words";

/** An exchange is with somebody who has a name. */
export function choice(_view: View, action: Action, names: string[], lang: Lang, words: string): string {
  return action.type === "exchange" ? fill(texts[lang]["reason.exchange_with"] ?? "", lang, { name: names[action.seat] ?? "" }) : words;
}

export function reason(view: View, action: Action, names: string[], lang: Lang): string {
  const say = (key: string, values?: Values): string => fill(texts[lang][`reason.${key}`] ?? "", lang, values);
  switch (action.type) {
    case "take": {
      const table = tableAt(action.row - 1, action.col - 1);
      if (endsPhase(view, table, null)) return say("ends_orders", { sum: sum([...view.hand, ...view.pile]) });
      return say(isSalon(table) ? "take_salon" : "take_outside");
    }
    case "exchange":
      return say(view.hand_sizes[action.seat] === 1 ? "exchange_one" : "exchange", { name: names[action.seat] ?? "" });
    case "keep":
      return say("keep");
    case "reserve":
      return say("reserve", { sum: sum([action.res, ...action.menus]) });
    case "serve": {
      const table = tableAt(action.row - 1, action.col - 1);
      const owner = view.markers[table] ?? 0;
      const values = { points: value(action.card), name: names[owner] ?? "", cost: cost(action.card) };
      if (endsPhase(view, table, action.card)) return say("ends_game", values);
      if (!values.points) return say(owner === view.seat ? "goes_on" : "serve_nothing", values);
      return say(owner === view.seat ? "serve_own" : "serve_other", values);
    }
    default:
      return say("done");
  }
}
