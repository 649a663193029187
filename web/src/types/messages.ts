// Written by web/generate_types.py from the Python classes. Do not edit.

import type { Status, ChairInfo } from "./api";

/** A choice for a prompt. Sending it again is harmless. */
export interface Play {
  type: "play";
  id?: string;
  seat: number;
  prompt: number;
  action: Record<string, unknown>;
}

/** A line of chat. */
export interface Say {
  type: "say";
  id?: string;
  text: string;
}

/** Take back one's last choice, or ask the others for it. */
export interface Undo {
  type: "undo";
  id?: string;
  seat: number;
}

/** Agree, or not, to the undo somebody asked for. */
export interface AnswerUndo {
  type: "answer_undo";
  id?: string;
  seat: number;
  agree: boolean;
}

/** Check the clocks: somebody's time may have run out. */
export interface CheckClocks {
  type: "claim";
  id?: string;
}

/** I am back at my seat: the bot may go. */
export interface Back {
  type: "back";
  id?: string;
  seat: number;
}

/** See the table from another of one's own seats (or as a spectator): for several people at one device.

    `since`: the last version that was seen from there; only what is new is then sent. */
export interface SwitchSeat {
  type: "look";
  id?: string;
  seat: number | null;
  since?: number | null;
}

/** Before the start: what this device commits to for all its seats, the SHA-256 of a part of the secret. */
export interface Commit {
  type: "commit";
  id?: string;
  commitment: string;
}

/** The part of the secret for the round that is under way. */
export interface Reveal {
  type: "reveal";
  id?: string;
  part: string;
}

/** The table as it stands now, and what happened since `since` (none: all of it; forget what you had).

    What is empty is left out. */
export interface TableUpdate {
  type: "table";
  version: number;
  since?: number | null;
  seat?: number | null;
  status: Status;
  around?: TableInfo | null;
  view: unknown;
  prompt?: PromptInfo | null;
  actors?: number[];
  events?: EventMessage[];
  chat?: ChatMessage[];
  chair_changes?: ChairChangeMessage[];
  clocks?: ClockInfo[];
  now: number;
  undo?: UndoInfo | null;
  may_take_back?: boolean;
  scores?: number[];
  winners?: number[];
  words?: ViewText | null;
}

/** What is around the match and rarely changes. */
export interface TableInfo {
  chairs: ChairInfo[];
  yours: number[];
  host: boolean;
  commitment: string;
  next_table: string | null;
  present: boolean[];
  muted?: number[];
  series?: SeriesInfo | null;
  places?: number[];
  commitments?: (string | null)[];
  deal?: DealInfo | null;
  rating?: string | null;
  occasion?: OccasionInfo | null;
}

/** The matches in a row before this one, and how many of them each seat has won. */
export interface SeriesInfo {
  matches: number;
  wins: number[];
}

/** The commitments are fixed: these seats have yet to show their parts of the secret. */
export interface DealInfo {
  round: number;
  commitments: (string | null)[];
  missing: number[];
}

/** What a table was put up for. */
export interface OccasionInfo {
  kind: "evening" | "tournament";
  id: string;
}

/** What a seat is asked. `replace`: its choice is made and may be replaced. */
export interface PromptInfo {
  id: number;
  seat: number;
  replace: boolean;
  choices: unknown;
  words?: string[] | null;
}

/** Something that happened, as this reader may see it; `number` is the row of the log it came from. */
export interface EventMessage {
  number: number;
  event: unknown;
  words?: string | null;
}

/** A line of chat. */
export interface ChatMessage {
  number: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

/** Something happened to a chair: what, and who did it. */
export interface ChairChangeMessage {
  number: number;
  kind: string;
  seat: number;
  by: string;
  name: string;
  to?: string;
}

/** What is left in reserve (seconds), and until when the choice awaited now must be made (Unix time). */
export interface ClockInfo {
  reserve: number;
  deadline: number | null;
}

/** Somebody asks to take back a choice; these seats have not answered yet. */
export interface UndoInfo {
  seat: number;
  waiting: number[];
}

/** A view in words, for a reader who asked for them. */
export interface ViewText {
  lang: "en" | "fr";
  names: string[];
  view: string[];
}

/** What was asked is done, and saved; `version` is the table's when it was. */
export interface Done {
  type: "done";
  id: string;
  version: number;
}

/** What was asked cannot be done; nothing has changed. */
export interface RefusalMessage {
  type: "refused";
  id: string;
  code: string;
  rule: string | null;
  sentence: string;
  wait?: number | null;
}

/** By seat: whether somebody is connected. */
export interface Presence {
  type: "presence";
  present: boolean[];
}

export type Sent = Play | Say | Undo | AnswerUndo | CheckClocks | Back | SwitchSeat | Commit | Reveal;

export type Heard = TableUpdate | Done | RefusalMessage | Presence;
