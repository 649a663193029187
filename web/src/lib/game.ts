/** What the shell and the table of a game say to each other. */
import type { Component } from "svelte";
import type { Lang } from "./settings.svelte";
import type { Name } from "./texts.svelte";

/** What a seat is asked: `choices` is in the game's own form (docs/protocol.md, "Choices"). */
export interface Prompt<C = unknown> {
  id: number;
  seat: number;
  /** The choice is made and lies face down; it may be replaced. */
  replace: boolean;
  choices: C;
  /** Where the choices are a list: each of its actions in words. */
  words?: string[] | null;
}

export interface TableProps<View, Action, Event, Choices = unknown> {
  view: View;
  /** The view in words, line by line. */
  words: string[];
  /** The names of the seats. */
  names: string[];
  /** Whose view this is; null: a spectator's. */
  seat: number | null;
  /** Who is called "you": the seat of whoever reads; null: nobody, as where a match is seen through the eyes of others. */
  you: number | null;
  /** The seats whose choice is awaited. */
  actors: number[];
  /** What `seat` may do now; null: nothing, or not before what is being shown has been shown. */
  prompt: Prompt<Choices> | null;
  /** What is being shown now: the events of this frame. */
  events: Event[];
  /** All that happened so far in words, the newest last. */
  said: string[];
  /** Sends a choice; true once it is saved, false if it was refused (the shell has said why). */
  play: (action: Action) => Promise<boolean>;
  /** Choices typed as a line, as in a terminal; undefined where nothing can be chosen. */
  typing: Typing | undefined;
  /** Takes back the first of two choices of one turn, where the rules allow it; undefined: nothing to take back. */
  undo: (() => void) | undefined;
  /** Whether all the others are bots: then nobody is there who could tell anything from how long a choice takes. */
  isAmongBots?: boolean;
  /** A choice that a hint proposes, to be shown on the board; null or undefined: none. */
  hint?: Action | null;
  /** What may be laid ahead of time while others play; null or undefined: nothing. */
  ahead?: Ahead<Action, Choices> | null;
  /** A big screen shows the table: here are only the hand and what a choice is made with. */
  isHandView?: boolean;
  /** The table is shown as it was then: what had happened, to be said instead of what is awaited. */
  past?: string | undefined;
}

/** A choice that will be asked for, and may be laid before it is: it is sent by itself once its time has come. */
export interface Ahead<Action, Choices> {
  choices: Choices;
  /** What lies ready; null: nothing yet. */
  laid: Action | null;
  /** Lays this ready, or takes it back (null). */
  lay: (action: Action | null) => void;
}

export interface Typing {
  /** What is asked, and how to type it. */
  question: () => Promise<string>;
  /** Sends the choice that a line spells, as `play` does. */
  send: (line: string) => Promise<boolean>;
}

/** One picture of the many between two messages; it stays for a while, then the next one comes. */
export interface Frame<View, Event> {
  view: View;
  events: Event[];
  milliseconds: number;
}

/** A score sheet: a head, and rows by seat, in words. What counts in the end stands last. */
export interface Sheet {
  head: string[];
  rows: (string | number)[][];
}

/** The only possible answer to a question: nobody need give it, unless asking keeps a secret. */
export interface Only {
  action: Record<string, unknown>;
  /** Everybody at the table can see that it is the only one, so answering at once tells them nothing. */
  isOpen: boolean;
}

/** A finished match, as whoever looks at it may know it. */
export interface Finished<View, Event> {
  view: View;
  /** All that happened, in order. */
  events: Event[];
  names: string[];
  scores: number[];
  winners: number[];
  /** The seat of whoever reads it, to be addressed; none where several read it, or somebody who only watches. */
  reader?: number | null;
}

/** What a game tells of a finished match, in words. Whatever is missing, the shell leaves out. */
export interface Finale {
  /** What the winners are called. */
  title?: string;
  /** Why the match ended, as a headline. */
  reason?: string;
  /** How the points came about. */
  chart?: Chart;
  /** What decided it, where the chart cannot tell. */
  turning?: string;
  /** Small facts of this match: three are enough. */
  facts?: string[];
}

/** Points by seat and step. */
export interface Chart {
  /** What it shows, in words. */
  title: string;
  /** The steps in which points were won: hands, parts, turns; in words. */
  steps: string[];
  /** By seat, then by step: the points won in it; null: nobody knows. */
  points: (number | null)[][];
  /** `parts`: a few steps, one bar for each seat. `course`: many, one line for each. */
  shape: "parts" | "course";
  /** The steps came one after the other: then one of them may be the turning point. */
  inTime?: boolean;
}

/** How it stands between two parts of a match: what has just ended, and a sheet. */
export interface Standings {
  title: string;
  reason?: string;
  sheet: Sheet;
}

export type Sound = "card" | "coin" | "bell" | "squeak" | "snap";

/** Something among the events that is heard or felt. */
export interface Cue {
  sound?: Sound;
  /** Seats that like it, or do not; a bot among them may say so. */
  glad?: number[];
  sorry?: number[];
  /** A great moment in a few words: shown over the table for a moment, and to be jumped to in a replay. */
  moment?: string;
}

/** All that may come with a table, however it is drawn. */
export interface AroundTable<View, Event> {
  texts?: Record<Lang, Record<string, string>>;
  /** What lies between two views, step by step, in the order of the rules. The last frame shows `after`. */
  frames?: (before: View | null, events: Event[], after: View) => Frame<View, Event>[];
  /** What the tips of the game's lesson point at, by their names: CSS selectors within the table. */
  tips?: Record<string, string>;
  /** What tells nothing that the table does not show: it is left out of the log. Screen readers are told. */
  isQuiet?: (event: Event) => boolean;
  /** Where something happened: a CSS selector within the table, to be lit. */
  where?: (event: Event) => string | null;
  /** The only thing that can be done, where there is one; without this, the choice of a list of one. */
  only?: (view: View, choices: any) => Only | null;
  /** What this view's seat will be asked to choose from, if nothing hidden can come to light before; null: nobody knows yet. */
  ahead?: (view: View) => unknown;
  /** A choice that a hint proposes, where the game can say it better here than in the words of the house. */
  choice?: (view: View, action: any, names: string[], lang: Lang, words: string) => string;
  /** What speaks for a choice that a hint proposes, in a sentence; empty: nothing in particular. */
  reason?: (view: View, action: any, names: string[], lang: Lang) => string;
  /** The score sheet of a finished match; without one, the scores stand in it. */
  sheet?: (view: View, lang: Lang, scores: number[]) => Sheet;
  /** What is told when the match is over; without it, the score sheet alone. */
  ending?: (match: Finished<View, Event>, lang: Lang) => Finale;
  /** After these events, if one part of the match has ended and another begins: how it stands. */
  standings?: (events: Event[], after: View, names: string[], lang: Lang) => Standings | null;
  /** What is heard and felt of these events, in their order. Among the names, the reader is addressed. */
  cues?: (events: Event[], names: Name[], lang: Lang) => Cue[];
  /** Set where the table heeds `isHandView`. */
  hasHandView?: boolean;
  /** Set where the seats have colours of the game's own, and people cannot keep theirs. */
  hasOwnColours?: boolean;
}

/** A line of the log. */
export interface LineProps<Event> {
  event: Event;
  names: string[];
  sentence: string;
}

export interface GameModule<View = any, Action = any, Event = any, Choices = any> extends AroundTable<View, Event> {
  /** Drawn with Svelte, or by something that mounts itself. */
  Table: Component<TableProps<View, Action, Event, Choices>> | Mountable<MountedProps<View, Action, Event, Choices>>;
  /** Lines of the log in pictures, for those events that it draws; the sentence is read out. */
  line?: { draws: (event: Event) => boolean; Line: Component<LineProps<Event>> };
  /** Set where this is the table in words: why it is not another one. */
  inWords?: "no_table" | "table_failed";
}

/**
 * The table of a game that lives in a package of its own: the default export of the package's `table.js`.
 * It shares no framework with the shell; whatever it was written with, it mounts itself into an element.
 */
export interface PackagedTable<View = any, Action = any, Event = any, Choices = any>
  extends Mountable<MountedProps<View, Action, Event, Choices>>,
    AroundTable<View, Event> {
  /** Addresses of its style sheets, at the same house; they are loaded before it is mounted. */
  styles?: string[];
}

export interface Mountable<Props> {
  mount: (element: HTMLElement, props: Props) => Mounted<Props>;
}

export interface Mounted<Props> {
  /** Called with all props whenever one of them changes. The page must show them when it returns. */
  update: (props: Props) => void;
  destroy: () => void;
}

export interface MountedProps<View, Action, Event, Choices = unknown> extends TableProps<View, Action, Event, Choices> {
  lang: Lang;
}

/** The pictures between two messages; one, if the game draws no others. */
export function framesBetween(module: GameModule, before: unknown, events: unknown[], after: unknown): Frame<unknown, unknown>[] {
  const atOnce = [{ view: after, events, milliseconds: 0 }];
  return guarded(() => module.frames?.(before, events, after)) ?? atOnce;
}

/** The only possible answer to a question, if there is but one. */
export function onlyAnswer(module: GameModule, view: unknown, choices: unknown): Only | null {
  if (module.only) return guarded(() => module.only?.(view, choices)) ?? null;
  const { kind, actions } = choices as { kind?: string; actions?: Record<string, unknown>[] };
  return kind === "list" && actions?.length === 1 && actions[0] ? { action: actions[0], isOpen: false } : null;
}

/** What a seat may lay ahead of time; null: nothing. */
export function choicesAhead(module: GameModule, view: unknown): unknown {
  return guarded(() => module.ahead?.(view)) ?? null;
}

/** A choice that a hint proposes, in words. */
export function choiceOf(module: GameModule, view: unknown, action: unknown, names: string[], lang: Lang, words: string): string {
  return guarded(() => module.choice?.(view, action, names, lang, words)) ?? words;
}

/** What speaks for a choice that a hint proposes; empty: the game says nothing of it. */
export function reasonOf(module: GameModule, view: unknown, action: unknown, names: string[], lang: Lang): string {
  return guarded(() => module.reason?.(view, action, names, lang)) ?? "";
}

/** The lines that tell something new. */
export function loud<Line extends { event: unknown }>(module: GameModule | null, lines: readonly Line[]): readonly Line[] {
  return lines.filter(({ event }) => event === null || !guarded(() => module?.isQuiet?.(event)));
}

/** Where something happened; empty: nowhere in particular. */
export function placeOf(module: GameModule, event: unknown): string {
  return guarded(() => module.where?.(event)) ?? "";
}

/** What a tip of the lesson points at; empty: nothing in particular. */
export function pointedAt(module: GameModule, tip: string): string {
  return module.tips?.[tip] ?? "";
}

/** The score sheet of a finished match; the scores alone, if the game has no other. */
export function sheetOf(module: GameModule, view: unknown, lang: Lang, scores: number[], title: string): Sheet {
  const plain = { head: [title], rows: scores.map((score) => [score]) };
  return guarded(() => module.sheet?.(view, lang, scores)) ?? plain;
}

/** What a game tells of a finished match; nothing, if it tells nothing. */
export function finaleOf(module: GameModule, match: Finished<unknown, unknown>, lang: Lang): Finale {
  return guarded(() => module.ending?.(match, lang)) ?? {};
}

/** How it stands after these events; null: the match simply goes on. */
export function standingsOf(module: GameModule, events: unknown[], after: unknown, names: string[], lang: Lang): Standings | null {
  return guarded(() => module.standings?.(events, after, names, lang)) ?? null;
}

/** What is heard and felt of these events. */
export function cuesOf(module: GameModule, events: unknown[], names: Name[], lang: Lang): Cue[] {
  return guarded(() => module.cues?.(events, names, lang)) ?? [];
}

/** A fault in what a game adds to its table must not take the table away. */
function guarded<T>(make: () => T | undefined): T | undefined {
  try {
    return make();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
