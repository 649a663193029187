/** How points are written: whole, or with up to two places. */
import type { Lang } from "../lib/settings.svelte";

export function written(points: number, lang: Lang): string {
  const text = String(Math.round(points * 100) / 100);
  return lang === "fr" ? text.replace(".", ",") : text;
}
