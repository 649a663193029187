import type { GameModule } from "../../lib/game";
import type { Action, Event, View } from "./types";

/** One hand with fewer cards: about three minutes. */
export const first: GameModule<View, Action, Event>["first"] = {
  options: { players: 3, hands: 1, hotdog_values: [1, 1, 2, 2, 3, 4] },
  lessons: [
    { key: "welcome", when: ({ view, asked }) => asked && view.round === 1, at: ".own" },
    { key: "tables", when: ({ view, asked }) => asked && view.round === 1, at: ".tables" },
    { key: "bid", when: ({ view, asked }) => asked && view.round === 1, at: ".tables" },
    { key: "price", when: ({ view, asked }) => asked && view.round <= 2, at: ".dollars" },
    { key: "sealed", when: ({ view, seat }) => seat !== null && view.bid !== null },
    { key: "failed", when: ({ events, seat }) => events.some((event) => event.type === "not_sold" && event.seat === seat) },
    { key: "placed", when: ({ events, seat }) => events.some((event) => event.type === "sold" && event.seat === seat), at: ".tables" },
    { key: "paid", when: ({ events }) => events.some((event) => event.type === "paid"), at: ".tables" },
    { key: "mustard", when: ({ view, asked }) => asked && view.round >= 3, at: ".players" },
    { key: "last", when: ({ view, asked }) => asked && view.hotdogs.some((cards) => cards.length <= 2) },
  ],
};
