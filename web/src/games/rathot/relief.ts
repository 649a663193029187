/** How the cards lie over each other. */
import type { Dir, View } from "./types";
import { squaresOf, START_PLACE } from "./cards";
import { key, tops } from "./scoring";

export interface Lying {
  /** null: the start card. */
  card: number | null;
  dir: Dir;
  /** Its middle square. */
  row: number;
  col: number;
  height: number;
  inSight: boolean[];
}

/** How far up a card of this height is drawn: never so far that it seems to lie on other squares. */
export function lift(height: number): number {
  return 14 * (1 - Math.exp(-Math.max(0, height - 1) / 3.8));
}

/** All cards from the lowest to the highest, those of one height from top to bottom: so they are drawn. */
export function relief(view: Pick<View, "laid" | "squares">): Lying[] {
  const table = tops(view.squares);
  const heights = new Map<string, number>();
  const cards = [{ ...START_PLACE, card: null }, ...view.laid].map(({ card, ...place }): Lying => {
    const squares = squaresOf(place);
    const [row, col] = squares[1] ?? [0, 0];
    const height = (heights.get(key(row, col)) ?? 0) + 1;
    for (const square of squares) heights.set(key(...square), height);
    const inSight = squares.map((square) => table.get(key(...square))?.card === card);
    return { card, dir: place.dir, row, col, height, inSight };
  });
  return cards.sort((one, other) => one.height - other.height || one.row - other.row);
}
