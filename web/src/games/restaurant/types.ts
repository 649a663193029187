// Written by web/generate_types.py from the Python classes. Do not edit.

/** Tuples are by seat unless they say otherwise. */
export interface RestaurantView {
  seat: number | null;
  players: number;
  stairs: boolean;
  service_only: boolean;
  protect: Protect;
  step: Step;
  to_play: number;
  reach: number[];
  last: number | null;
  markers: (number | null)[];
  plates: (Card | null)[];
  markers_left: number[];
  hand: Card[];
  pile: Card[];
  hand_sizes: number[];
  pile_sizes: number[];
  victim: number | null;
  may_hold_res: boolean[];
  orders_ending: OrdersEnding | null;
  sums: number[];
  points: number[];
  passes: number;
  ending: ServiceEnding | null;
  hands: Card[][];
  scores: number[];
  chronicle: Deed[];
}

/** RE-10: which of the menus held are laid under a RES. */
export type Protect = "all" | "chosen";

/** What is awaited now. */
export type Step = "draw" | "exchange" | "over" | "rest" | "serve" | "serve_more" | "take" | "take_more" | "turn";

/** RE-02. */
export type Card = "dish" | "double" | "jump" | "menu100" | "menu200" | "menu300" | "menu600" | "res100" | "res200" | "res300" | "res600";

/** RE-11: why phase A ended. */
export type OrdersEnding = "dead_end" | "no_card";

/** RE-20: why phase B ended. */
export type ServiceEnding = "all_passed" | "blocked" | "last_card";

/** A deed as one reader knows it. */
export interface Deed {
  what: What;
  seat: number;
  table: number | null;
  other: number | null;
  card: Card | null;
  beneath: number;
  menus: Card[] | null;
}

/** The kinds of deeds: all that say something about cards. */
export type What = "exchange" | "pass" | "reserve" | "serve" | "take";

/** RE-05: the card of a table, whose place a marker takes.

    >>> Take(1, 4).table
    3 */
export interface Take {
  type: "take";
  row: number;
  col: number;
}

/** RE-07: give the dish of the day for a card drawn blind from a seat. */
export interface Exchange {
  type: "exchange";
  seat: number;
}

/** RE-07: decline an exchange. */
export interface Keep {
  type: "keep";
}

/** RE-10: lay a RES menu with other menus under it.

    >>> Reserve(Card.RES_300, (Card.MENU_600, Card.MENU_100)).menus
    (<Card.MENU_100: 'menu100'>, <Card.MENU_600: 'menu600'>) */
export interface Reserve {
  type: "reserve";
  res: Card;
  menus: Card[];
}

/** RE-08, RE-17: decline a further card; RE-10: end a turn in which a RES could still be laid. */
export interface Done {
  type: "done";
}

/** RE-15: a card laid under the marker of a table. */
export interface Serve {
  type: "serve";
  card: Card;
  row: number;
  col: number;
}

/** RE-06: what the card taken turns out to be. */
export interface Turn {
  type: "turn";
  card: Card;
}

/** RE-07: what was drawn blind. */
export interface Drawn {
  type: "drawn";
  card: Card;
}

/** RE-05: a seat takes the card of a table and puts a marker there. */
export interface Marked {
  type: "marked";
  seat: number;
  row: number;
  col: number;
}

/** RE-06: the card taken; only the seat that took it sees a menu. */
export interface Turned {
  type: "turned";
  seat: number;
  row: number;
  col: number;
  card: Card | null;
}

/** RE-07: a seat gives its dish of the day and draws blind from another. */
export interface Reached {
  type: "reached";
  seat: number;
  other: number;
}

/** RE-07: the card drawn, known to the two of them. */
export interface Exchanged {
  type: "exchanged";
  seat: number;
  other: number;
  card: Card | null;
}

/** RE-07: a seat keeps its dish of the day. */
export interface Kept {
  type: "kept";
  seat: number;
}

/** RE-10: a RES menu laid; only its owner knows which menus lie under it. */
export interface Reserved {
  type: "reserved";
  seat: number;
  res: Card;
  beneath: number;
  menus: Card[] | null;
}

/** RE-08, RE-09, RE-17: a seat takes or lays no further card. */
export interface Declined {
  type: "declined";
  seat: number;
}

/** RE-03: a seat has no marker left. */
export interface Skipped {
  type: "skipped";
  seat: number;
}

/** RE-11, RE-13, RE-14: why phase A ended, the sum of each seat, and who serves first. */
export interface OrdersEnded {
  type: "orders_ended";
  ending: OrdersEnding;
  sums: number[];
  first: number;
}

/** RE-15, RE-19: a card laid under a marker, and what that scores for the marker's owner. */
export interface Served {
  type: "served";
  seat: number;
  card: Card;
  row: number;
  col: number;
  owner: number;
  points: number;
}

/** RE-18: a seat has no card that fits. */
export interface Passed {
  type: "passed";
  seat: number;
}

/** RE-20 to RE-22: why phase B ended, the cards each seat still held, and the scores. */
export interface GameEnded {
  type: "game_ended";
  ending: ServiceEnding;
  hands: Card[][];
  scores: number[];
  winners: number[];
}

export type View = RestaurantView;

export type Action = Take | Exchange | Keep | Reserve | Done | Serve | Turn | Drawn;

export type Event = Marked | Turned | Reached | Exchanged | Kept | Reserved | Declined | Skipped | OrdersEnded | Served | Passed | GameEnded;
