/** The characters, their cards, and what a hand counts. */
import type { Card, Character, View } from "./types";

export const CHARACTERS: readonly Character[] = ["captain", "cook", "boy", "lookout", "sailor", "teller", "coco"];

export function characterOf(card: Card): Character {
  return card.slice(0, card.indexOf("-")) as Character;
}

export function worthOf(card: Card): number {
  return Number(card.slice(-1));
}

/** As the house puts them: by character, then by value. */
export function sorted(cards: Iterable<Card>): Card[] {
  const place = (card: Card) => 10 * CHARACTERS.indexOf(characterOf(card)) + worthOf(card);
  return [...cards].sort((one, other) => place(one) - place(other));
}

export function without(cards: readonly Card[], ...gone: Card[]): Card[] {
  return cards.filter((card) => !gone.includes(card));
}

/** CP-18: of some days, by character in the order of `CHARACTERS`. */
export function totalsOf(days: readonly Card[]): number[] {
  return CHARACTERS.map((character) =>
    days.reduce((sum, card) => sum + (characterOf(card) === character ? worthOf(card) : 0), 0),
  );
}

/** CP-19: the cards of a hand that count for some characters. */
export function counting(hand: readonly Card[], characters: readonly Character[], cocoNeedsMatch: boolean): Card[] {
  const own = hand.filter((card) => characters.includes(characterOf(card)));
  if (characters.includes("coco") || (!own.length && cocoNeedsMatch)) return own;
  return [...own, ...hand.filter((card) => characterOf(card) === "coco")];
}

export function sumOf(cards: readonly Card[]): number {
  return cards.reduce((sum, card) => sum + worthOf(card), 0);
}

/** Whose choice is awaited in what is shown: it may lag behind what is awaited in truth. */
export function awaited(view: View): number[] {
  switch (view.step) {
    case "choose":
      return view.seats.filter((seat) => !view.chosen[seat]);
    case "carry_out":
      return view.queue.slice(0, 1);
    case "eat":
      return view.verdict && view.verdict.winner >= 0 ? [view.verdict.winner] : [];
    default:
      return [];
  }
}
