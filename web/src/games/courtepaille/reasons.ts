/** What speaks for a choice that a hint proposes, in a sentence. */
import gameEn from "$games/courtepaille/text/en.toml";
import gameFr from "$games/courtepaille/text/fr.toml";
import type { Lang } from "../../lib/settings.svelte";
import { fill } from "../../lib/texts.svelte";
import type { Action, Card, Character, View } from "./types";
import { CHARACTERS, characterOf, totalsOf, worthOf } from "./cards";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

const TEXTS: Record<Lang, Record<string, string>> = { en: { ...gameEn, ...en }, fr: { ...gameFr, ...fr } };
/** A card up to this value is carried out early. */
const LOW = 3;

export function reason(view: View, action: Action, _: string[], lang: Lang): string {
  const say = (key: string, values: Record<string, string | number> = {}) => fill(TEXTS[lang][`reason.${key}`] ?? key, lang, values);
  const the = (character: Character) => fill(TEXTS[lang][`the.${character}`] ?? "", lang);
  /** What is known of the week. */
  const days = [...view.open_days, ...view.face_down.flatMap(({ card }) => card ?? [])];
  const totals = totalsOf(days);
  const totalOf = (character: Character) => totals[CHARACTERS.indexOf(character)] ?? 0;
  const leads = (character: Character) => totalOf(character) > 0 && totalOf(character) === Math.max(...totals);
  const about = (card: Card) => ({ who: the(characterOf(card)), worth: worthOf(card), total: totalOf(characterOf(card)) });
  switch (action.type) {
    case "choose": {
      const { card } = action;
      if (characterOf(card) === "coco") return say("coco");
      const kept = CHARACTERS.find((character) => leads(character) && view.hand.some((other) => other !== card && characterOf(other) === character));
      if (worthOf(card) <= LOW && view.face_down.length > 1) return say("early", about(card));
      return kept ? say("keeps", { who: the(kept) }) : say("gives", about(card));
    }
    case "take":
      if (characterOf(action.card) === "coco") return say("take_coco");
      if (leads(characterOf(action.card))) return say("take_leader", about(action.card));
      return worthOf(action.card) <= LOW ? say("take_low", about(action.card)) : say("take_more", about(action.card));
    case "remove": {
      const card = view.open_days[action.day - 1];
      return card ? say("remove_open", about(card)) : say("remove_hidden");
    }
    case "add":
      return action.card ? say("add_card", about(action.card)) : say("add_pile");
    case "look":
      return say("look", { n: action.days.length });
    case "eat": {
      const n = view.hand.filter((card) => characterOf(card) === action.character).length;
      return say("eat", { who: the(action.character), n });
    }
    case "draw":
      return "";
  }
}
