import type { GameModule, Lesson } from "../../lib/game";
import type { Action, Event, View } from "./types";

type Tip = Lesson<View, Event>;
const inRound = (first: number, last: number): Tip["when"] => ({ view, asked }) => asked && view.round >= first && view.round <= last;
const happened = (type: Event["type"]): Tip["when"] => ({ events, seat }) =>
  events.some((event) => event.type === type && (!("seat" in event) || event.seat === seat));

/** One hand with few cards: about three minutes. The goal comes first, then the turn, then what becomes of a bid. */
export const first: GameModule<View, Action, Event>["first"] = {
  options: { players: 3, hands: 1, hotdog_values: [1, 1, 2, 2, 3, 4] },
  lessons: [
    { key: "goal", when: inRound(1, 1), at: ".tables" },
    { key: "hand", when: inRound(1, 1), at: ".hand" },
    { key: "bid", when: inRound(1, 1), at: ".tables" },
    { key: "failed", when: happened("not_sold"), at: ".players .me" },
    { key: "placed", when: happened("sold"), at: ".tables" },
    { key: "paid", when: happened("paid"), at: ".tables" },
    { key: "price", when: inRound(2, 3), at: ".dollars" },
    { key: "before", when: inRound(2, 4), at: ".players" },
    { key: "mustard", when: inRound(3, 5), at: "[data-piece=mustard]" },
    { key: "last", when: ({ view, asked }) => asked && view.hotdogs.some((cards) => cards.length <= 2), at: ".hand" },
  ],
};
