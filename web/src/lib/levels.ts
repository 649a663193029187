/** The bots of the house, the weakest first, in the words they have everywhere. */
import en from "$bots/text/en.toml";
import fr from "$bots/text/fr.toml";
import { speaker } from "./texts.svelte";

export const LEVELS = ["plongeur", "commis", "cuisinier", "chef", "toque"];
const say = speaker({ en, fr });

/** A bot of an older match may be of a kind that has no other name. */
export function levelTitle(level: string): string {
  return LEVELS.includes(level) ? say(`levels.${level}.title`) : level;
}

export function levelAbout(level: string): string {
  return say(`levels.${level}.about`);
}
