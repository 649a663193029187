import { fill } from "../../lib/texts.svelte";
import type { Lang } from "../../lib/settings.svelte";
import type { View } from "../../types/rathot";
import { groupsInSight, pointsOf } from "./scoring";
import { texts } from "./texts";

/** What each seat scored while cards were laid and in the final count, and its rats. */
export function sheet(view: View, lang: Lang): { head: string[]; rows: (string | number)[][] } {
  const last = view.ending === "final_count" ? pointsOf(groupsInSight(view.squares)) : [0, 0];
  const head = ["laying", "final", "total", "rats"].map((key) => fill(texts[lang][`sheet.${key}`] ?? "", lang));
  const rows = view.scores.map((score, seat) => {
    const final = last[seat] ?? 0;
    return [score - final, view.ending === "final_count" ? final : "–", score, view.rats[seat] ?? 0];
  });
  return { head, rows };
}
