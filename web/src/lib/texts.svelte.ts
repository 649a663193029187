/** Texts in the reader's language. A text may hold places, `{name}`, and forms chosen by a number, `{n:card|cards}`. */
import { settings } from "./settings.svelte";
import type { Lang } from "./settings.svelte";

export type Values = Record<string, string | number>;
export type Say = (key: string, values?: Values) => string;

const PLACE = /\{(\w+)(?::([^|}]*)\|([^}]*))?\}/g;

export function fill(text: string, lang: Lang, values: Values = {}): string {
  return text.replace(PLACE, (_, name: string, one?: string, other?: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`"${text}" needs ${name}`);
    if (one === undefined) return String(value);
    const size = Math.abs(Number(value));
    return (lang === "fr" ? size < 2 : size === 1) ? one : (other ?? "");
  });
}

/** Says the texts of one part of the page, in whichever language is chosen when it is called. */
export function speaker(texts: Record<Lang, Record<string, string>>): Say {
  return (key, values) => {
    const text = texts[settings.lang][key];
    if (text === undefined) throw new Error(`no text "${key}"`);
    return fill(text, settings.lang, values);
  };
}
