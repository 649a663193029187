/** The tips of a first game, each when its time has come. */
import type { Lesson } from "../../lib/game";
import type { Event, View } from "./types";
import { facesOf, isRat } from "./cards";

type Tip = Lesson<View, Event>;

function ownRats({ view, seat }: { view: View; seat: number | null }): number {
  return view.rats[seat ?? 0] ?? 0;
}

export const lessons: Tip[] = [
  { key: "overrun", when: ({ view }) => view.over && view.ending !== "final_count", at: ".players" },
  { key: "final", when: ({ view }) => view.over, at: ".players" },
  { key: "danger", when: (table) => table.asked && ownRats(table) > 2, at: ".hand" },
  { key: "goal", when: ({ view, asked }) => asked && view.laid.length < 2, at: ".players" },
  { key: "first", when: ({ view, asked }) => asked && view.laid.length < 2, at: ".board" },
  { key: "two", when: ({ view, asked }) => asked && view.hand.length === 2 && view.laid.length < 4, at: ".hand" },
  { key: "second", when: ({ view, asked }) => asked && view.hand.length === 1 && view.laid.length < 5, at: ".hand" },
  { key: "scored", when: ({ view }) => view.scores.some(Boolean) && view.laid.length < 9, at: ".players" },
  {
    key: "rats",
    when: ({ view, asked }) => asked && view.hand.some((card) => facesOf(view.deck, card).some(isRat)) && view.laid.length < 16,
    at: ".hand",
  },
  { key: "stack", when: ({ view, asked }) => asked && view.laid.length < 14, at: ".board" },
  { key: "cover", when: ({ view, asked }) => asked && view.laid.length < 22, at: ".board" },
  { key: "end", when: ({ view, asked }) => asked && view.pile.length < 8, at: ".pile" },
];
