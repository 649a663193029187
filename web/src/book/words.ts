/** The texts of the book, and how its days and people are written. */
import { levelTitle } from "../lib/levels";
import { settings } from "../lib/settings.svelte";
import { speaker } from "../lib/texts.svelte";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export const say = speaker({ en, fr });

function locale(): string {
  return settings.lang === "fr" ? "fr-FR" : "en-GB";
}

/** A day, from seconds. */
export function day(at: number): string {
  return new Intl.DateTimeFormat(locale(), { dateStyle: "medium" }).format(at * 1000);
}

/** A month such as 2026-11, in full or as a letter. */
export function month(named: string, style: "long" | "narrow" = "long"): string {
  const [year = 0, number = 1] = named.split("-").map(Number);
  const options: Intl.DateTimeFormatOptions = style === "long" ? { month: "long", year: "numeric" } : { month: "narrow" };
  return new Intl.DateTimeFormat(locale(), { ...options, timeZone: "UTC" }).format(Date.UTC(year, number - 1));
}

/** A season such as 2026-4, or 2026-4-2 after one that the host closed. */
export function seasonTitle(named: string): string {
  const [year = "", quarter = "", number] = named.split("-");
  return number ? say("ratings.quarter_season", { year, quarter, number }) : say("ratings.quarter", { year, quarter });
}

/** A number with one digit after the point. */
export function decimal(value: number): string {
  return new Intl.NumberFormat(locale(), { maximumFractionDigits: 1 }).format(value);
}

export function percent(part: number, whole: number): number {
  return whole ? Math.round((100 * part) / whole) : 0;
}

interface Somebody {
  kind: string;
  name: string;
  bot: string | null;
}

/** What somebody is called: those of closed books and the forgotten have no name. */
export function called(person: Somebody): string {
  if (person.kind === "bot") return person.name || say("bots", { level: levelTitle(person.bot ?? "") });
  return person.kind === "person" ? person.name : say(person.kind);
}
