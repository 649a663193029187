/** The score sheet of a finished match. */
import { fill, listed } from "../../lib/texts.svelte";
import type { Lang } from "../../lib/settings.svelte";
import type { Character, View } from "./types";
import gameEn from "$games/courtepaille/text/en.toml";
import gameFr from "$games/courtepaille/text/fr.toml";
import { counting, sumOf } from "./cards";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

const TEXTS: Record<Lang, Record<string, string>> = { en: { ...gameEn, ...en }, fr: { ...gameFr, ...fr } };

export function sheet(view: View, lang: Lang): { head: string[]; rows: (string | number)[][] } {
  const say = (key: string, values = {}) => fill(TEXTS[lang][key] ?? key, lang, values);
  const who = (characters: Character[]) =>
    listed(characters.map((character) => say(`the.${character}`)), lang);
  const seats = view.hand_sizes.map((_, seat) => seat);
  if (!view.variant.advanced) {
    const counts = view.verdict?.counts ?? [];
    return {
      head: counts.map((count, place) => say(place ? "sheet.tie" : "sheet.for", { who: who(count.characters) })),
      rows: seats.map((seat) => counts.map((count) => count.points[seat] ?? "–")),
    };
  }
  const last = view.characters.filter((character) => character !== "coco");
  const isCounted = view.ending === "one_character";
  return {
    head: [say("sheet.parts"), say("sheet.cards"), ...(isCounted ? [say("sheet.final", { who: who(last) })] : [])],
    rows: seats.map((seat) => {
      const won = view.part_winners.filter((winner) => winner === seat).length;
      const points = sumOf(counting(view.known[seat] ?? [], last, view.variant.coco_needs_match));
      return [won, view.hand_sizes[seat] ?? 0, ...(isCounted ? [view.seats.includes(seat) ? points : "–"] : [])];
    }),
  };
}
