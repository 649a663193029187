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
}

export interface TableProps<View, Action, Event, Choices = unknown> {
  view: View;
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
  /** Sends a choice; true once it is saved, false if it was refused (the shell has said why). */
  play: (action: Action) => Promise<boolean>;
  /** Takes back the first of two choices of one turn, where the rules allow it; undefined: nothing to take back. */
  undo: (() => void) | undefined;
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

export interface GameModule<View = any, Action = any, Event = any, Choices = any> {
  Table: Component<TableProps<View, Action, Event, Choices>>;
  /** A small picture of the game, for its card and its pages. */
  Picture: Component;
  texts: Record<Lang, Record<string, string>>;
  /** What lies between two views, step by step, in the order of the rules. The last frame shows `after`. */
  frames: (before: View | null, events: Event[], after: View) => Frame<View, Event>[];
  /** Options of a short first game, and its tips in order. */
  first: { options: Record<string, unknown>; lessons: Lesson<View, Event>[] };
  /** The score sheet of a finished match: a head and rows by seat, in words. */
  sheet: (view: View, lang: Lang) => { head: string[]; rows: (string | number)[][] };
}
