/**
 * Texts in the reader's language. A text may hold places, `{name}`, and forms chosen by a number, `{n:card|cards}`. A name
 * may be that of the reader (`You`), who is addressed: `{name:You}` and `{name:sells|sell}` (src/tablee/core/texts.py).
 */
import { settings } from "./settings.svelte";
import type { Lang } from "./settings.svelte";

/** The name of the reader. */
export class You {
  constructor(readonly name: string) {}

  toString(): string {
    return this.name;
  }
}

/** Somebody as a sentence names him. */
export type Name = string | You;

export type Values = Record<string, string | number | You>;
export type Say = (key: string, values?: Values) => string;

const PLACE = /\{(\w+)(?::(?:([^|}]*)\|)?([^|}]*))?\}/g;

export function fill(text: string, lang: Lang, values: Values = {}): string {
  return text.replace(PLACE, (_, name: string, one?: string, other?: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`"${text}" needs ${name}`);
    if (value instanceof You) return other ?? String(value);
    if (one === undefined) return String(value);
    if (typeof value === "string") return one;
    const size = Math.abs(Number(value));
    return (lang === "fr" ? size < 2 : size === 1) ? one : (other ?? "");
  });
}

/** Names in a row, as people say them: « Anne, Bernard et Claire ». `Intl.ListFormat` would take a phone 0.1 s at first. */
export function listed(words: readonly string[], lang: Lang = settings.lang): string {
  const last = words.at(-1) ?? "";
  const others = words.slice(0, -1).join(", ");
  return others ? `${others} ${lang === "fr" ? "et" : "and"} ${last}` : last;
}

/** Says the texts of one part of the page, in whichever language is chosen when it is called. */
export function speaker(texts: Record<Lang, Record<string, string>>): Say {
  return (key, values) => {
    const text = texts[settings.lang][key];
    if (text === undefined) throw new Error(`no text "${key}"`);
    return fill(text, settings.lang, values);
  };
}
