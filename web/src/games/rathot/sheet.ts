import { fill } from "../../lib/texts.svelte";
import type { Lang } from "../../lib/settings.svelte";
import type { View } from "./types";
import { groupsInSight, pointsOf } from "./scoring";
import { texts } from "./texts";

/** By seat: the rats, where they decided; else what was scored while cards were laid and in the final count. */
export function sheet(view: View, lang: Lang): { head: string[]; rows: (string | number)[][] } {
  const say = (key: string): string => fill(texts[lang][`sheet.${key}`] ?? "", lang);
  if (view.ending !== "final_count") {
    return {
      head: [say("rats"), say("points")],
      rows: view.scores.map((score, seat) => [view.rats[seat] ?? 0, score]),
    };
  }
  const last = pointsOf(groupsInSight(view.squares));
  return {
    head: [say("laying"), say("final"), say("total")],
    rows: view.scores.map((score, seat) => [score - (last[seat] ?? 0), last[seat] ?? 0, score]),
  };
}
