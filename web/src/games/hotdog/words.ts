import { listed, speaker, You, type Values } from "../../lib/texts.svelte";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export const texts = { en, fr };
export const say = speaker(texts);

/** A sentence about some players: one of them is addressed if it is the reader; several are listed. */
export function sayOf(key: string, seats: readonly number[], names: readonly string[], reader: number | null, values: Values = {}): string {
  const [only = 0, ...others] = seats;
  if (others.length) {
    const all = seats.map((seat) => (seat === reader ? say("you") : (names[seat] ?? "")));
    return say(`${key}_all`, { ...values, names: listed(all) });
  }
  const name = names[only] ?? "";
  return say(key, { ...values, name: only === reader ? new You(name) : name });
}
