/** The texts of the pages for members, and how their days are written. */
import { settings } from "../lib/settings.svelte";
import { speaker } from "../lib/texts.svelte";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export const say = speaker({ en, fr });

/** A day, from seconds; in a table a shorter one. */
export function day(at: number, style: "long" | "medium" = "long"): string {
  return new Intl.DateTimeFormat(settings.lang === "fr" ? "fr-FR" : "en-GB", { dateStyle: style }).format(at * 1000);
}
