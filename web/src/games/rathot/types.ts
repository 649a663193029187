// Written by web/generate_types.py from the Python classes. Do not edit.

/** Tuples of two are by seat. */
export interface RatHotView {
  seat: number | null;
  deck: Deck;
  changed: Changed;
  table_size: number;
  turn: number;
  player: number;
  to_draw: number;
  hand: number[];
  pile: number[];
  squares: SquareView[];
  laid: Place[];
  aside: number[];
  scores: number[];
  rats: number[];
  over: boolean;
  ending: Ending | null;
}

/** RH-02: which spice cards are played with. */
export type Deck = "even" | "plague" | "uneven";

/** RH-17: which groups a card has formed or changed. */
export type Changed = "grown" | "touched";

/** One square on which at least one card lies. */
export interface SquareView {
  row: number;
  col: number;
  face: Face;
  height: number;
  card: number | null;
}

/** RH-01: what a square shows. */
export type Face = "--" | "g*" | "g1" | "g2" | "g3" | "g4" | "r*" | "r1" | "r2" | "r3" | "r4";

/** RH-06: lay a drawn card, its first square at (row, col), the others following in a direction.

    >>> Place(17, 0, 2, Dir.E)
    Place(card=17, row=0, col=2, dir=<Dir.E: 'E'>) */
export interface Place {
  type: "place";
  card: number;
  row: number;
  col: number;
  dir: Dir;
}

/** RH-08: which way a card runs from its first square. */
export type Dir = "E" | "N" | "S" | "W";

/** Why a match ended. */
export type Ending = "final_count" | "rats_green" | "rats_red";

/** RH-06: chance turns up a card. */
export interface Draw {
  type: "draw";
  card: number;
}

/** RH-06: a seat has turned up a card. */
export interface Drawn {
  type: "drawn";
  seat: number;
  card: number;
}

/** A card has been laid; its squares are now so high. */
export interface Laid {
  type: "laid";
  seat: number;
  place: Place;
  height: number;
}

/** RH-15: the groups that the card just laid has formed or changed. */
export interface Scored {
  type: "scored";
  groups: Group[];
  scores: number[];
}

/** RH-16: a group that scored: whose colour it is, what it shows, where it lies. */
export interface Group {
  seat: number;
  spice: Face;
  squares: [number, number][];
  points: number;
}

/** RH-14: cards for which there is no place have left the game. */
export interface SetAside {
  type: "set_aside";
  seat: number;
  cards: number[];
}

/** The turn passes to a seat, which draws cards. */
export interface TurnEnded {
  type: "turn_ended";
  seat: number;
  cards: number;
}

/** RH-19: a seat shows too many rats at the end of its turn. */
export interface Overrun {
  type: "overrun";
  seat: number;
  rats: number;
}

/** RH-18: all groups in sight have been scored once more. */
export interface FinalCount {
  type: "final_count";
  groups: Group[];
  scores: number[];
}

/** RH-18, RH-19. */
export interface GameEnded {
  type: "game_ended";
  ending: Ending;
  scores: number[];
  winners: number[];
}

export type View = RatHotView;

export type Action = Draw | Place;

export type Event = Drawn | Laid | Scored | SetAside | TurnEnded | Overrun | FinalCount | GameEnded;
