/** Tables in the middle of a match, for tests. */
import type { HiddenCard, View } from "./types";

export const hidden = (number: number): HiddenCard => ({ number, card: null, known_by: [], known_to_all: false });

/** Two players, all cards turned up: seat 1 has Coco and seat 0 the cook, whose view it is. */
export const CARRY_OUT: View = {
  seat: 0,
  variant: { advanced: false, coco_needs_match: true, announce_all: false },
  step: "carry_out",
  owed: 0,
  part: 1,
  round: 6,
  seats: [0, 1],
  shark: 0,
  hand: ["captain-2", "cook-8", "boy-1", "teller-5"],
  hand_sizes: [4, 4],
  known: [[], ["boy-9"]],
  open_days: ["cook-1", "cook-2"],
  face_down: [hidden(11), hidden(12), hidden(13)],
  added: 0,
  menu: ["boy-2", "lookout-4", "sailor-6"],
  pile: 20,
  discard: [],
  buried: [],
  characters: ["captain", "cook", "boy", "lookout", "sailor", "teller", "coco"],
  chosen: [false, false],
  choice: null,
  turned_up: ["cook-4", "coco-2"],
  queue: [1, 0],
  looked: [],
  lost: [],
  eaten: [],
  part_winners: [],
  verdict: null,
  winners: [],
  ending: null,
  memory: { parcels: [], pins: [], sunk: [], deck: 0, next: 0 },
};

/** The advanced rule, three players: the last day has been turned up. */
export const BEFORE_THE_COUNT: View = {
  ...CARRY_OUT,
  variant: { ...CARRY_OUT.variant, advanced: true },
  seats: [0, 1, 2],
  hand_sizes: [5, 5, 5],
  known: [[], [], []],
  open_days: ["lookout-3", "lookout-4"],
  face_down: [],
  menu: [],
  chosen: [false, false, false],
  turned_up: [null, null, null],
  queue: [],
};
