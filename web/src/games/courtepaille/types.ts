// Written by web/generate_types.py from the Python classes. Do not edit.

/** Tuples are by seat unless they say otherwise. */
export interface CourtePailleView {
  seat: number | null;
  variant: Variant;
  step: Step;
  owed: number;
  part: number;
  round: number;
  seats: number[];
  shark: number;
  hand: Card[];
  hand_sizes: number[];
  known: Card[][];
  open_days: Card[];
  face_down: HiddenCard[];
  added: number;
  menu: Card[];
  pile: number;
  discard: Card[];
  buried: HiddenCard[];
  characters: Character[];
  chosen: boolean[];
  choice: Card | null;
  turned_up: (Card | null)[];
  queue: number[];
  looked: ViewLooked[];
  lost: Card[][];
  eaten: Character[][];
  part_winners: number[];
  verdict: Verdict | null;
  winners: number[];
  ending: Ending | null;
  memory: Memory;
}

/** The options that decide how a part ends. */
export interface Variant {
  advanced: boolean;
  coco_needs_match: boolean;
  announce_all: boolean;
  first_version?: boolean;
}

/** What the match is waiting for. */
export type Step = "carry_out" | "choose" | "deal" | "eat" | "lay" | "menu" | "new_menu" | "over" | "refill" | "replace" | "week";

/** CP-01: each card once; in the order of characters, then of values. */
export type Card = "boy-1" | "boy-2" | "boy-3" | "boy-4" | "boy-5" | "boy-6" | "boy-7" | "boy-8" | "boy-9" | "captain-1" | "captain-2" | "captain-3" | "captain-4" | "captain-5" | "captain-6" | "captain-7" | "captain-8" | "captain-9" | "coco-1" | "coco-2" | "coco-3" | "coco-4" | "coco-5" | "cook-1" | "cook-2" | "cook-3" | "cook-4" | "cook-5" | "cook-6" | "cook-7" | "cook-8" | "cook-9" | "lookout-1" | "lookout-2" | "lookout-3" | "lookout-4" | "lookout-5" | "lookout-6" | "lookout-7" | "lookout-8" | "lookout-9" | "sailor-1" | "sailor-2" | "sailor-3" | "sailor-4" | "sailor-5" | "sailor-6" | "sailor-7" | "sailor-8" | "sailor-9" | "teller-1" | "teller-2" | "teller-3" | "teller-4" | "teller-5" | "teller-6" | "teller-7" | "teller-8" | "teller-9";

/** A single card that lies face down. */
export interface HiddenCard {
  number: number;
  card: Card | null;
  known_by: number[];
  known_to_all: boolean;
}

/** CP-01: six castaways and a parrot. */
export type Character = "boy" | "captain" | "coco" | "cook" | "lookout" | "sailor" | "teller";

/** CP-15: who looked at which days. */
export interface ViewLooked {
  seat: number;
  days: number[];
}

/** CP-18 to CP-22: how a part ended. */
export interface Verdict {
  totals: number[];
  counts: Count[];
  winner: number;
}

/** CP-19 to CP-21: the points announced for some characters; tuples are by seat. */
export interface Count {
  characters: Character[];
  points: (number | null)[];
  most: (number | null)[];
}

/** Why a match ended. */
export type Ending = "nobody" | "nothing_face_down" | "one_character" | "one_player" | "week_over";

/** What can be concluded about the cards the viewer has not seen. */
export interface Memory {
  parcels: ParcelView[];
  pins: PinView[];
  sunk: HiddenCard[];
  deck: number;
  next: number;
}

/** Cards whose order nobody has seen, and how many of them lie where (see knowledge/public.py). */
export interface ParcelView {
  number: number;
  cards: Card[];
  places: [number, number][];
  shown: Card[];
  promises: PromiseView[];
}

/** CP-21: an announcement: the points of a hand for some characters were within these bounds. */
export interface PromiseView {
  seat: number;
  characters: Character[];
  least: number;
  most: number;
}

/** A card that everybody has seen in a place, and the parcel it came from. */
export interface PinView {
  card: Card;
  parcel: number;
  place: number;
}

/** CP-05: a card of the hand, face down. */
export interface Choose {
  type: "choose";
  card: Card;
}

/** CP-07: a card of the menu. */
export interface Take {
  type: "take";
  card: Card;
}

/** CP-13: a day of the week goes to the discard pile; days count from 1. */
export interface Remove {
  type: "remove";
  day: number;
}

/** CP-14: a card goes face down to the end of the week.

    >>> Add(Source.PILE)
    Add(source=<Source.PILE: 'pile'>, card=None) */
export interface Add {
  type: "add";
  source: Source;
  card: Card | null;
}

/** CP-14: where a card added to the week comes from. */
export type Source = "hand" | "menu" | "pile";

/** CP-15: a secret look at face-down days of the week.

    >>> Look((6, 4))
    Look(days=(4, 6)) */
export interface Look {
  type: "look";
  days: number[];
}

/** CP-23: all cards of a character leave the game. */
export interface Eat {
  type: "eat";
  character: Character;
}

/** Chance draws this card from the draw pile; the step of the state says what for. */
export interface Draw {
  type: "draw";
  card: Card;
}

/** CP-02: a hand. */
export interface Dealt {
  type: "dealt";
  seat: number;
  count: number;
  cards: Card[] | null;
}

/** CP-03, CP-25: the week is laid, and its first card turned up if there is any. */
export interface PartBegan {
  type: "part_began";
  part: number;
  days: number;
  first: Card | null;
  shark: number;
}

/** CP-03, CP-08, CP-25. */
export interface MenuLaid {
  type: "menu_laid";
  cards: Card[];
}

/** CP-09. */
export interface Reshuffled {
  type: "reshuffled";
  count: number;
}

/** CP-05: a seat has put down a card, face down. */
export interface Chosen {
  type: "chosen";
  seat: number;
  card: Card | null;
  again: boolean;
}

/** CP-05, CP-06: the chosen cards, in the order in which they will be carried out. */
export interface Revealed {
  type: "revealed";
  order: number[];
  cards: Card[];
}

/** CP-07. */
export interface Took {
  type: "took";
  seat: number;
  played: Card;
  card: Card;
}

/** CP-13. */
export interface Removed {
  type: "removed";
  seat: number;
  day: number;
  face_down: boolean;
  card: Card | null;
  known_by: number[] | null;
}

/** CP-14. */
export interface Added {
  type: "added";
  seat: number;
  source: Source;
  day: number;
  card: Card | null;
  known_by: number[] | null;
}

/** CP-15: everybody sees which days were looked at; only `seat` sees the cards. */
export interface EventsLooked {
  type: "looked";
  seat: number;
  days: number[];
  cards: Card[] | null;
}

/** CP-17: Coco had no possible effect, or the menu was empty: the card was only discarded. */
export interface NothingToDo {
  type: "nothing_to_do";
  seat: number;
  played: Card;
}

/** CP-11, CP-14, CP-17, CP-24: a card drawn as a replacement. */
export interface Drew {
  type: "drew";
  seat: number;
  card: Card | null;
}

/** CP-08. */
export interface DayTurned {
  type: "day_turned";
  day: number;
  card: Card;
}

/** CP-08: the shark has moved on, clockwise. */
export interface RoundEnded {
  type: "round_ended";
  shark: number;
}

/** CP-18: the totals of all characters, Coco's last, and who is eaten. */
export interface WeekCounted {
  type: "week_counted";
  totals: number[];
  eaten: Character[];
}

/** CP-19, CP-22. */
export interface HandShown {
  type: "hand_shown";
  seat: number;
  cards: Card[];
}

/** CP-19, CP-21, CP-28: what a seat counts, or that it is no more than `most`. */
export interface Announced {
  type: "announced";
  seat: number;
  points: number | null;
  most: number;
}

/** CP-20, CP-22: several seats have the highest count. */
export interface Tied {
  type: "tied";
  seats: number[];
  points: number;
}

/** CP-20: the tied seats count for the next characters. */
export interface TieCounted {
  type: "tie_counted";
  characters: Character[];
  points: (number | null)[];
}

/** CP-22. */
export interface PartWon {
  type: "part_won";
  part: number;
  seat: number;
}

/** CP-23: the cards each seat had to give up. */
export interface CharacterLeft {
  type: "character_left";
  seat: number;
  character: Character;
  cards: Card[][];
}

/** CP-26. */
export interface WentOut {
  type: "went_out";
  seat: number;
}

/** CP-24. */
export interface CocosReturned {
  type: "cocos_returned";
  seat: number;
  cards: Card[];
}

/** CP-20, CP-27. */
export interface GameEnded {
  type: "game_ended";
  ending: Ending;
  winners: number[];
}

export type View = CourtePailleView;

export type Action = Choose | Take | Remove | Add | Look | Eat | Draw;

export type Event = Dealt | PartBegan | MenuLaid | Reshuffled | Chosen | Revealed | Took | Removed | Added | EventsLooked | NothingToDo | Drew | DayTurned | RoundEnded | WeekCounted | HandShown | Announced | Tied | TieCounted | PartWon | CharacterLeft | WentOut | CocosReturned | GameEnded;
