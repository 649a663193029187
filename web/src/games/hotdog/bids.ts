/** What a bid is worth, and the order in which bids are served. */
import type { Bid, HotDogView, TableSize } from "./types";

export type Offer = Omit<Bid, "type">;

export function total(cards: number[]): number {
  return cards.reduce((sum, value) => sum + value, 0);
}

/** HD-12: hot-dogs less dollars. */
export function price(bid: Offer): number {
  return total(bid.hotdogs) - bid.dollars;
}

/** HD-11 to HD-13: by table, then by price, then clockwise from the mustard. */
export function inOrder(bids: Offer[], mustard: number): number[] {
  const turn = (seat: number) => (seat - mustard + bids.length) % bids.length;
  return bids
    .map((bid, seat) => ({ bid, seat }))
    .sort((one, other) => one.bid.table - other.bid.table || price(one.bid) - price(other.bid) || turn(one.seat) - turn(other.seat))
    .map(({ seat }) => seat);
}

/** A hand of cards without some of them. */
export function without(cards: number[], taken: number[]): number[] {
  const left = [...cards];
  for (const card of taken) left.splice(left.indexOf(card), 1);
  return left;
}

export function roomAt(view: HotDogView, size: TableSize): number {
  return view.tables.find((table) => table.size === size)?.room ?? 0;
}
