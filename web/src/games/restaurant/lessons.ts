/** The tips of a first game: the rules as they come up. */
import type { Lesson } from "../../lib/game";
import type { Event } from "./types";
import { isRes, value } from "./cards";
import type { Staged } from "./frames";
import { ENOUGH, inService, served, taken } from "./room";

const found = (view: Staged): string | null | undefined =>
  view.chronicle.filter(({ what }) => what === "take").at(-1)?.card;

export const lessons: Lesson<Staged, Event>[] = [
  { key: "over", when: ({ view }) => view.step === "over" },
  { key: "exchange", when: ({ view, asked }) => asked && view.step === "exchange", at: ".players" },
  { key: "jump", when: ({ view, asked }) => asked && view.step === "take_more" && found(view) === "jump", at: ".board" },
  { key: "double", when: ({ view, asked }) => asked && view.step === "take_more", at: ".board" },
  { key: "protect", when: ({ view, asked }) => asked && !inService(view) && view.hand.some(isRes), at: ".controls" },
  { key: "rest", when: ({ view, asked }) => asked && view.step === "rest", at: ".controls" },
  { key: "goal", when: ({ view, seat }) => !inService(view) && view.markers.every((owner) => owner !== seat), at: ".players" },
  { key: "first", when: ({ view, seat }) => !inService(view) && view.markers.every((owner) => owner !== seat), at: ".board" },
  { key: "thirty", when: ({ view }) => !inService(view) && taken(view) >= ENOUGH - 5, at: ".head" },
  { key: "take", when: ({ view }) => !inService(view), at: ".board" },
  { key: "serve_more", when: ({ view, asked }) => asked && view.step === "serve_more", at: ".controls" },
  { key: "serve_first", when: ({ view }) => inService(view) && served(view) < view.players, at: ".board" },
  { key: "salon", when: ({ view }) => inService(view) && view.hand.some((card) => value(card) === 600), at: ".hand" },
  { key: "serve", when: ({ view }) => inService(view), at: ".board" },
];
