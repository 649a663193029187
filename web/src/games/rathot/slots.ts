/** Where the cards of a turn lie in the hand: what is left of two stays where it was, and nothing slides. */
export function slots(before: readonly (number | null)[], hand: readonly number[]): (number | null)[] {
  const isRest = hand.length > 0 && hand.every((card) => before.includes(card));
  return isRest ? before.map((card) => (card !== null && hand.includes(card) ? card : null)) : [...hand];
}
