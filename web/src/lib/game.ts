/** What the shell and the table of a game say to each other. */
import type { Component } from "svelte";
import type { Lang } from "./settings.svelte";

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

/** A tip of a first game; the first one whose time has come is shown until its time is over. */
export interface Lesson<View, Event> {
  /** Key of its text in the game's texts: `learn.<key>`. */
  key: string;
  when: (table: { view: View; seat: number | null; asked: boolean; events: Event[] }) => boolean;
  /** What it is about: a CSS selector within the table. */
  at?: string;
}

/** A score sheet: a head, and rows by seat, in words. What counts in the end stands last. */
export interface Sheet {
  head: string[];
  rows: (string | number)[][];
}

/** All that may come with a table, however it is drawn. */
export interface AroundTable<View, Event> {
  texts?: Record<Lang, Record<string, string>>;
  /** What lies between two views, step by step, in the order of the rules. The last frame shows `after`. */
  frames?: (before: View | null, events: Event[], after: View) => Frame<View, Event>[];
  /** Options of a short first game, and its tips in order. */
  first?: { options: Record<string, unknown>; lessons: Lesson<View, Event>[] };
  /** The score sheet of a finished match; without one, the scores stand in it. */
  sheet?: (view: View, lang: Lang, scores: number[]) => Sheet;
}

export interface GameModule<View = any, Action = any, Event = any, Choices = any> extends AroundTable<View, Event> {
  /** Drawn with Svelte, or by something that mounts itself. */
  Table: Component<TableProps<View, Action, Event, Choices>> | Mountable<MountedProps<View, Action, Event, Choices>>;
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
  return sound(() => module.frames?.(before, events, after)) ?? atOnce;
}

/** The score sheet of a finished match; the scores alone, if the game has no other. */
export function sheetOf(module: GameModule, view: unknown, lang: Lang, scores: number[], title: string): Sheet {
  const plain = { head: [title], rows: scores.map((score) => [score]) };
  return sound(() => module.sheet?.(view, lang, scores)) ?? plain;
}

/** A fault in what a game adds to its table must not take the table away. */
function sound<T>(make: () => T | undefined): T | undefined {
  try {
    return make();
  } catch (error) {
    console.error(error);
    return undefined;
  }
}
