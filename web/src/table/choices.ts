/** What the table in words makes of a prompt and of a line. */
import type { Prompt } from "../lib/game";

export interface Choice {
  action: Record<string, unknown>;
  words: string;
}

/** All that can be chosen, in words; null where the choices are no list, or the house gave no words for them. */
export function actionsOf(prompt: Prompt): Choice[] | null {
  const choices = prompt.choices as { kind?: string; actions?: Record<string, unknown>[] } | null;
  const words = prompt.words;
  if (choices?.kind !== "list" || !choices.actions || words?.length !== choices.actions.length) return null;
  return choices.actions.map((action, at) => ({ action, words: words[at] ?? "" }));
}

/** The seat whose name a line begins with, if any; where one name begins another, the longer one is meant. */
export function seatNamedFirst(line: string, names: string[]): number | null {
  let best: number | null = null;
  names.forEach((name, seat) => {
    const isNamed = name !== "" && line.startsWith(name) && !/^[\p{L}\p{N}]/u.test(line.slice(name.length));
    if (isNamed && name.length > (best === null ? 0 : (names[best]?.length ?? 0))) best = seat;
  });
  return best;
}
