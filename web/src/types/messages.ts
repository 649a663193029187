// Written by web/generate_types.py from the Python classes. Do not edit.

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

/** Look at the clocks: somebody's time may have run out. */
export interface Claim {
  type: "claim";
  id?: string;
}

/** I am back at my seat: the bot may go. */
export interface Back {
  type: "back";
  id?: string;
  seat: number;
}

/** See the table from another of one's own seats (or as a spectator): for several people at one device. */
export interface Look {
  type: "look";
  id?: string;
  seat: number | null;
}

/** The table as it stands now, and what happened since `since` (none: all of it; forget what you had).

    What is empty is left out. */
export interface Told {
  type: "table";
  version: number;
  since?: number | null;
  seat?: number | null;
  status: Status;
  around?: Around | null;
  view: unknown;
  prompt?: PromptTold | null;
  actors?: number[];
  events?: EventTold[];
  chat?: LineTold[];
  clocks?: ClockTold[];
  now: number;
  undo?: UndoTold | null;
  scores?: number[];
  winners?: number[];
  words?: InWords | null;
}

export type Status = "aside" | "closed" | "open" | "over" | "playing";

/** What is around the match and rarely changes. */
export interface Around {
  chairs: ChairTold[];
  yours: number[];
  host: boolean;
  commitment: string;
  next_table: string | null;
  present: boolean[];
  muted?: number[];
}

/** A seat as everybody may know it. */
export interface ChairTold {
  name: string;
  kind: string;
  level?: string | null;
  absent?: boolean;
  forfeited?: boolean;
  muted?: boolean;
}

/** What a seat is asked. `replace`: its choice is made and may be replaced. */
export interface PromptTold {
  id: number;
  seat: number;
  replace: boolean;
  choices: unknown;
  words?: string[] | null;
}

/** Something that happened, as this reader may see it; `number` is the row of the log it came from. */
export interface EventTold {
  number: number;
  event: unknown;
  words?: string | null;
}

/** A line of chat. */
export interface LineTold {
  number: number;
  seat: number | null;
  name: string;
  text: string;
  at: number;
}

/** What is left in reserve (seconds), and until when the choice awaited now must be made (Unix time). */
export interface ClockTold {
  reserve: number;
  deadline: number | null;
}

/** Somebody asks to take back a choice; these seats have not answered yet. */
export interface UndoTold {
  seat: number;
  waiting: number[];
}

/** A view in words, for a reader who asked for them. */
export interface InWords {
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
export interface RefusedTold {
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

export type Sent = Play | Say | Undo | AnswerUndo | Claim | Back | Look;

export type Heard = Told | Done | RefusedTold | Presence;
