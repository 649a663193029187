/** What happened at a table and was shown, kept to be shown again or stepped back to. */
import { SvelteMap } from "svelte/reactivity";
import type { EventMessage } from "../types/messages";

/** So many messages can be shown again. */
const MOST_AGAIN = 20;
/** So many messages of the log can be stepped back to. */
const MOST_BACK = 100;

/** A view as it was shown, and the same in words. */
export interface Shown {
  view: unknown;
  lines: string[];
}

/** One message, as it can be shown again. */
export interface Happened {
  before: Shown;
  events: unknown[];
  after: Shown;
  /** The same events, with their sentences. */
  told: EventMessage[];
}

export class PastMoves {
  /** What happened since this seat was asked before. */
  last = $state.raw<Happened[]>([]);
  /** What can be stepped back to, by the number of its events. */
  private moments = new SvelteMap<number, Happened>();
  private wasAsked = false;

  /** What an event of this number was part of, if that is still kept. */
  at(number: number): Happened | undefined {
    return this.moments.get(number);
  }

  /** Keeps what was just shown; null: the table was shown anew, and nothing of what was before belongs to it. */
  keep(shown: Happened | null, isAsked: boolean): void {
    for (const { number } of shown?.told ?? []) if (shown) this.moments.set(number, shown);
    for (const number of [...this.moments.keys()].slice(0, -MOST_BACK)) this.moments.delete(number);
    if (!shown) this.last = [];
    else if (shown.events.length) this.last = [...(this.wasAsked ? [] : this.last), shown].slice(-MOST_AGAIN);
    this.wasAsked = isAsked;
  }

  /** The seat looks again after a while: what is shown next is what it missed. */
  goOn(): void {
    this.last = [];
    this.wasAsked = true;
  }

  /** Another seat looks, which may not see any of it. */
  clear(): void {
    this.last = [];
    this.moments.clear();
  }
}
