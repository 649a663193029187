/** The bots of the house, the weakest first, in the words they have everywhere. */
import en from "$bots/text/en.toml";
import fr from "$bots/text/fr.toml";
import { speaker } from "./texts.svelte";

export const LEVELS = ["plongeur", "commis", "cuisinier", "chef", "toque"];
const say = speaker({ en, fr });

/** A level may have a temperament (`chef:bold`). A bot of an older match may be of a kind that has no other name. */
export function levelTitle(level: string): string {
  const [base = "", temperament] = level.split(":");
  if (!LEVELS.includes(base)) return level;
  const title = say(`levels.${base}.title`);
  return temperament ? say("tempered", { title, temper: say(`temperaments.${temperament}.title`) }) : title;
}

export function levelAbout(level: string): string {
  return say(`levels.${level}.about`);
}
