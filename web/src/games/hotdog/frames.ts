/** A round in the order of the rules: the bids are turned up, served one by one, tables pay, the mustard passes on. */
import type { Frame } from "../../lib/game";
import type { Event, HotDogView, Paid, Revealed, Sold } from "./types";
import { without } from "./bids";

type Shown = Frame<HotDogView, Event>;

export function frames(before: HotDogView | null, events: Event[], after: HotDogView): Shown[] {
  const revealed = events.find((event): event is Revealed => event.type === "revealed");
  if (!before || !revealed) return [{ view: after, events, milliseconds: 0 }];
  const shown: Shown[] = [];
  let view: HotDogView = { ...before, chosen: before.chosen.map(() => true), bid: null, revealed: revealed.bids };
  // What was served so far stays in sight, so that one sees why the next bid fits or not.
  const told: Event[] = [revealed];
  shown.push({ view, events: [...told], milliseconds: 1200 });
  for (const event of events) {
    switch (event.type) {
      case "sold":
        view = placed(view, event);
        told.push(event);
        shown.push({ view, events: [...told], milliseconds: 900 });
        break;
      case "not_sold":
        told.push(event);
        shown.push({ view, events: [...told], milliseconds: 900 });
        break;
      case "paid":
        shown.push({ view, events: [...told, event], milliseconds: 900 });
        view = paid(view, event);
        shown.push({ view, events: [...told, event], milliseconds: 500 });
        break;
      case "hand_ended":
        shown.push({ view, events: [...told, event], milliseconds: 2200 });
        break;
    }
  }
  shown.push({ view: after, events: [], milliseconds: 0 });
  return shown;
}

/** HD-15: the cards go to the table, the dollars to the bank. */
function placed(view: HotDogView, { seat, bid, room }: Sold): HotDogView {
  return {
    ...view,
    hotdogs: view.hotdogs.map((cards, at) => (at === seat ? without(cards, bid.hotdogs) : cards)),
    money: view.money.map((money, at) => (at === seat ? money - bid.dollars : money)),
    tables: view.tables.map((table) =>
      table.size === bid.table ?
        { ...table, room, cards: table.cards.map((cards, at) => (at === seat ? [...cards, ...bid.hotdogs] : cards)) }
      : table,
    ),
  };
}

/** HD-17: everybody is paid, and the table is empty again. */
function paid(view: HotDogView, { table: size, dollars }: Paid): HotDogView {
  const full = view.tables.find((table) => table.size === size);
  return {
    ...view,
    money: view.money.map((money, seat) => money + (dollars[seat] ?? 0)),
    eaten: view.eaten.map((cards, seat) => [...cards, ...(full?.cards[seat] ?? [])]),
    tables: view.tables.map((table) =>
      table.size === size ? { ...table, room: table.size, cards: table.cards.map(() => []) } : table,
    ),
  };
}
