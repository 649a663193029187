/** The cards: their order in a hand, and what they are worth. */
import type { Card } from "./types";

/** By value, a RES menu after its equals; the worthless last. */
const ORDER: Card[] = [
  "menu100", "res100", "menu200", "res200", "menu300", "res300", "menu600", "res600", "double", "jump", "dish",
];

export const isRes = (card: Card): boolean => card.startsWith("res");
export const isMenu = (card: Card): boolean => isRes(card) || card.startsWith("menu");
export const value = (card: Card): number => (isMenu(card) ? Number(card.slice(-3)) : 0);
export const sum = (cards: Card[]): number => cards.reduce((total, card) => total + value(card), 0);

/** A card is paper: its inks are the same by day and by night. */
const INKS: Record<number, string> = { 100: "#3f6b4f", 200: "#2f5a78", 300: "#84540e", 600: "#9c2f2a", 0: "#5d4a3d" };
export const inkOf = (card: Card): string => INKS[value(card)] ?? "";

/** RE-21: what a card costs whoever still holds it at the end. */
export const cost = (card: Card): number => (isRes(card) ? 2 : 1) * value(card);
export const costOf = (cards: Card[]): number => cards.reduce((total, card) => total + cost(card), 0);

/** Points as a score sheet has them, with a true minus. */
export const figure = (points: number): string => String(points).replace("-", "−");

export const sorted = (cards: Card[]): Card[] => [...cards].sort((a, b) => ORDER.indexOf(a) - ORDER.indexOf(b));

export interface Stack {
  card: Card;
  count: number;
}

/** The cards of a hand, alike ones together. */
export function stacks(cards: Card[]): Stack[] {
  return ORDER.map((card) => ({ card, count: cards.filter((other) => other === card).length })).filter(
    ({ count }) => count > 0,
  );
}

/** The hand less some of its cards. */
export function without(cards: Card[], gone: Card[]): Card[] {
  const left = [...cards];
  for (const card of gone) {
    const at = left.indexOf(card);
    if (at >= 0) left.splice(at, 1);
  }
  return left;
}
