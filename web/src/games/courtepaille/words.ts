/** The texts of the table, and of the game itself: the names of characters and cards, what happens in a sentence. */
import gameEn from "$games/courtepaille/text/en.toml";
import gameFr from "$games/courtepaille/text/fr.toml";
import { settings } from "../../lib/settings.svelte";
import { listed, speaker, You } from "../../lib/texts.svelte";
import type { Card, Character, Event } from "./types";
import { characterOf, worthOf } from "./cards";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

export const texts = { en, fr };
export const say = speaker({ en: { ...gameEn, ...en }, fr: { ...gameFr, ...fr } });

export function cardName(card: Card): string {
  return say("card", { character: say(`short.${characterOf(card)}`), worth: worthOf(card) });
}

export function the(character: Character): string {
  return say(`the.${character}`);
}

export function upper(text: string): string {
  return text.charAt(0).toLocaleUpperCase(settings.lang) + text.slice(1);
}

/** "Ada, Bo and Cleo". */
export function list(items: readonly string[]): string {
  return listed([...items]);
}

/** Somebody as a sentence names him; the reader is addressed. */
export function person(seat: number, names: readonly string[], reader: number | null): string | You {
  const name = names[seat] ?? "";
  return seat === reader ? new You(name) : name;
}

/** What is being shown, in one short sentence; nothing where the table says it better itself. */
export function narrate(event: Event, names: readonly string[], reader: number | null): string {
  const name = "seat" in event ? person(event.seat, names, reader) : "";
  switch (event.type) {
    case "revealed":
      return say("told.revealed");
    case "took":
      return say("told.took", { name, card: cardName(event.card) });
    case "removed":
      if (event.card && !event.face_down) return say("events.removed", { name, day: event.day, card: cardName(event.card) });
      return say("events.removed_face_down", { name, day: event.day });
    case "added":
      if (event.source === "menu" && event.card) {
        return say("events.added_menu", { name, day: event.day, card: cardName(event.card) });
      }
      return say(`events.added_${event.source}`, { name, day: event.day });
    case "looked": {
      const days = list(event.days.map(String));
      if (!event.cards) return say("events.looked", { name, days, count: event.days.length });
      return say("events.looked_own", { name, days, count: event.days.length, cards: list(event.cards.map(cardName)) });
    }
    case "nothing_to_do":
      return say("events.nothing_to_do", { name, played: cardName(event.played) });
    case "drew":
      return event.card ? say("events.drew_own", { name, card: cardName(event.card) }) : say("events.drew", { name });
    case "reshuffled":
      return say("events.reshuffled", { count: event.count });
    case "day_turned":
      return say("events.day_turned", { day: event.day, card: cardName(event.card) });
    case "round_ended":
      return say("events.round_ended", { name: person(event.shark, names, reader) });
    case "week_counted":
      return say("told.eaten", { who: list(event.eaten.map(the)) });
    case "announced":
      if (event.points === null) return say("events.announced_no_more", { name, most: event.most });
      return say("events.announced", { name, points: event.points });
    case "tied":
      return say("events.tied", { who: list(event.seats.map((seat) => names[seat] ?? "")), points: event.points });
    case "tie_counted":
      return say("told.tie_counted", { characters: list(event.characters.map(the)) });
    case "part_won":
      return say("events.part_won", { name, part: event.part });
    case "character_left":
      return say("events.character_left", { name, character: the(event.character) });
    case "went_out":
      return say("events.went_out", { name });
    case "cocos_returned":
      return say("events.cocos_returned", { name, cards: list(event.cards.map(cardName)) });
    case "part_began":
    case "menu_laid":
    case "dealt":
    case "chosen":
    case "hand_shown":
    case "game_ended":
      return "";
  }
}
