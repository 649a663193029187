/** The tips of a first game: the goal, then the rules as they come up. */
import type { Lesson } from "../../lib/game";
import type { Event, View } from "./types";
import { characterOf } from "./cards";

const chooses = (view: View, asked: boolean) => asked && view.step === "choose";
const isCoco = (card: View["hand"][number] | null | undefined) => !!card && characterOf(card) === "coco";

export const lessons: Lesson<View, Event>[] = [
  { key: "goal", when: ({ view, asked }) => chooses(view, asked) && view.round === 1, at: ".straws-area" },
  {
    key: "effects",
    when: ({ view, seat, asked }) => asked && view.step === "carry_out" && isCoco(view.turned_up[seat ?? 0]),
    at: ".effects",
  },
  { key: "take", when: ({ view, asked }) => asked && view.step === "carry_out", at: ".menu-area" },
  { key: "sealed", when: ({ view, seat, asked }) => !asked && !!view.chosen[seat ?? 0], at: ".seats-area .me" },
  { key: "order", when: ({ view }) => view.step === "carry_out", at: ".seats-area" },
  { key: "choose", when: ({ view, asked }) => chooses(view, asked) && view.round === 1, at: ".hand-area" },
  { key: "last", when: ({ view, asked }) => chooses(view, asked) && view.face_down.length === 1, at: ".hand-area" },
  { key: "straws", when: ({ view, asked }) => chooses(view, asked) && view.round === 2, at: ".straws-area" },
  { key: "coco", when: ({ view, asked }) => chooses(view, asked) && view.hand.some(isCoco), at: ".hand-area" },
  { key: "known", when: ({ view, asked }) => chooses(view, asked) && view.round === 3, at: ".seats-area" },
  { key: "week", when: ({ view, asked }) => chooses(view, asked), at: ".week-area" },
];
