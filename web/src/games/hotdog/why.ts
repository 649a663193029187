/** Why a bid was taken back. */
import type { Event, NotSold, Sold } from "./types";
import { price, total } from "./bids";

/** Key of its text, and the seats it names. */
export interface Reason {
  key: "silent" | "no_room" | "mustard" | "nearer" | "cheaper" | "before";
  seats: number[];
  room: number;
}

type Served = Sold | NotSold;

/** Of the bids served so far in a round, why this seat's failed; null if it did not. */
export function whyNot(events: readonly Event[], seat: number, mustard: number): Reason | null {
  const served = events.filter((event): event is Served => event.type === "sold" || event.type === "not_sold");
  const failed = served.find((event): event is NotSold => event.type === "not_sold" && event.seat === seat);
  if (!failed) return null;
  const { bid, room, silent } = failed;
  if (silent) return { key: "silent", seats: [], room };
  const earlier = soldBefore(served, failed);
  const takes = (sales: Sold[]) => sales.reduce((sum, sale) => sum + total(sale.bid.hotdogs), 0);
  const fitsWithout = (sales: Sold[]) => sales.length > 0 && total(bid.hotdogs) <= room + takes(sales);
  const equal = earlier.filter((sale) => price(sale.bid) === price(bid));
  const cheaper = earlier.filter((sale) => price(sale.bid) < price(bid));
  if (fitsWithout(equal)) {
    const last = equal.at(-1)?.seat ?? mustard;
    return { key: last === mustard ? "mustard" : "nearer", seats: [last], room };
  }
  if (fitsWithout(cheaper)) return { key: "cheaper", seats: cheaper.map((sale) => sale.seat), room };
  if (fitsWithout(earlier)) return { key: "before", seats: earlier.map((sale) => sale.seat), room };
  return { key: "no_room", seats: [], room: room + takes(earlier) };
}

/** What was sold before at the same table, and still was there. */
function soldBefore(served: Served[], failed: NotSold): Sold[] {
  const sales = served
    .slice(0, served.indexOf(failed))
    .filter((event): event is Sold => event.type === "sold" && event.bid.table === failed.bid.table);
  // HD-17: a table that was full is empty again.
  const cleared = sales.findLastIndex((sale) => sale.room === 0 && failed.room > 0);
  return sales.slice(cleared + 1);
}
