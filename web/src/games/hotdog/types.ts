// Written by web/generate_types.py from the Python classes. Do not edit.

/** Tuples are by seat unless they say otherwise. */
export interface HotDogView {
  seat: number | null;
  hand: number;
  hands: number;
  round: number;
  over: boolean;
  mustard: number;
  money: number[];
  spent: number[];
  totals: number[];
  hotdogs: number[][];
  eaten: number[][];
  tables: TableView[];
  chosen: boolean[];
  announced: boolean[];
  bid: Bid | null;
  revealed: Bid[];
  manual: boolean;
  idle_rounds: number;
  endings: Ending[];
}

/** One neutral table: what it seats, what is free, and the cards on it by seat. */
export interface TableView {
  size: TableSize;
  room: number;
  cards: number[][];
}

/** HD-02: a table, by the number of hot-dogs it seats. */
export type TableSize = 5 | 7 | 9;

/** HD-06: hot-dogs offered at a table, with dollars to be cheaper than others.

    >>> Bid(TableSize.FIVE, (1, 4), 2)
    Bid(table=<TableSize.FIVE: 5>, hotdogs=(4, 1), dollars=2, announce=False) */
export interface Bid {
  type: "bid";
  table: TableSize;
  hotdogs: number[];
  dollars: number;
  announce: boolean;
}

/** Why a hand ended. */
export type Ending = "idle" | "sold_out" | "stuck";

/** A seat has put down a bid, face down. */
export interface Chosen {
  type: "chosen";
  seat: number;
  bid: Bid | null;
  again: boolean;
}

/** HD-19: a seat has said "last hot-dog". */
export interface Announced {
  type: "announced";
  seat: number;
}

/** HD-10: all bids, by seat. */
export interface Revealed {
  type: "revealed";
  bids: Bid[];
}

/** HD-14, HD-15: a bid was placed whole. */
export interface Sold {
  type: "sold";
  seat: number;
  bid: Bid;
  room: number;
}

/** HD-14: a bid was taken back whole. */
export interface NotSold {
  type: "not_sold";
  seat: number;
  bid: Bid;
  room: number;
  silent: boolean;
}

/** HD-17: a full table paid each seat and is empty again. */
export interface Paid {
  type: "paid";
  table: TableSize;
  dollars: number[];
}

/** HD-18: the mustard has passed on. */
export interface RoundEnded {
  type: "round_ended";
  mustard: number;
}

/** HD-21, HD-22, HD-23: a hand is over; the money of each seat. */
export interface HandEnded {
  type: "hand_ended";
  hand: number;
  ending: Ending;
  money: number[];
  totals: number[];
}

/** HD-24. */
export interface GameEnded {
  type: "game_ended";
  totals: number[];
  winners: number[];
}

export type View = HotDogView;

export type Action = Bid;

export type Event = Chosen | Announced | Revealed | Sold | NotSold | Paid | RoundEnded | HandEnded | GameEnded;
