/** The score sheet of a finished match. */
import type { Lang } from "../../lib/settings.svelte";
import type { View } from "./types";
import { costOf, figure } from "./cards";
import { texts } from "./words";

export function sheet(view: View, lang: Lang): { head: string[]; rows: (string | number)[][] } {
  const columns = ["orders", "service", "held", "score"];
  return {
    head: columns.map((column) => texts[lang][`sheet.${column}`] ?? column),
    rows: view.scores.map((score, seat) => {
      const cost = figure(-costOf(view.hands[seat] ?? []));
      const orders = view.sums[seat] ?? 0;
      return [view.service_only ? `(${orders})` : orders, `+${view.points[seat] ?? 0}`, cost, figure(score)];
    }),
  };
}
