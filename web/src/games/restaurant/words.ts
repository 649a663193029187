/** What the table says: its own texts, and the engine's names of cards and endings. */
import enEngine from "$games/restaurant/text/en.toml";
import frEngine from "$games/restaurant/text/fr.toml";
import { speaker } from "../../lib/texts.svelte";
import type { Card } from "./types";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export const texts = { fr, en };
export const say = speaker(texts);
const engine = speaker({ fr: frEngine, en: enEngine });

export const cardName = (card: Card): string => engine(`cards.${card}`);
/** With its article. */
export const aCard = (card: Card): string => engine(`a_card.${card}`);
export const ordersEnding = (ending: string): string => engine(`orders_endings.${ending}`);
export const serviceEnding = (ending: string): string => engine(`endings.${ending}`);
