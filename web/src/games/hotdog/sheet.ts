import { fill } from "../../lib/texts.svelte";
import type { GameModule } from "../../lib/game";
import type { View } from "./types";
import { texts } from "./words";

/** The total of each seat; a game of one hand needs no more columns. */
export const sheet: GameModule<View>["sheet"] = (view, lang) => ({
  head: [fill(texts[lang]["sheet.total"] ?? "", lang)],
  rows: view.totals.map((n) => [fill(texts[lang]["amount"] ?? "", lang, { n })]),
});
