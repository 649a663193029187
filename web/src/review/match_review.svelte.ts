/** The review of one match, asked for until it is there. */
import { ask, Refused } from "../lib/api";
import { isPassing, Poller } from "../lib/poller";
import type { Reader } from "../lib/replay.svelte";
import { settings } from "../lib/settings.svelte";
import type { Reviewed, ReviewedChoice, ReviewInfo } from "../types/api";

/** How often it is asked how far the house is, in milliseconds. */
const PAUSE = 1000;

export class MatchReview {
  told = $state.raw<ReviewInfo | null>(null);
  reader = $state<Reader>("spectator");
  /** Why there will be none: what the house said, or "" while all is well. */
  refusal = $state("");
  /** Why it is not there yet, while it is asked for again: the house is away, or has too much to do. */
  trouble = $state<"" | "away" | "busy">("");
  /** It was begun and came to nothing. */
  hasFailed = $state(false);
  private isBegun = false;
  private isFirst = true;
  /** Rests while nobody looks: only then does the house tell whoever waits that the review is ready. */
  private poller = new Poller<ReviewInfo>({
    ask: () => this.asked(),
    told: (told) => this.hear(told),
    failed: (error) => this.fail(error),
    every: PAUSE,
    restsUnseen: true,
  });

  constructor(private table: string) {}

  get review(): Reviewed | null {
    return this.told?.review ?? null;
  }

  /** Has the match reviewed, if nobody has, and waits for it. */
  begin(): Promise<void> {
    this.isBegun = this.hasFailed = false;
    return this.read();
  }

  /** How it looks to somebody, or how far it is. */
  read(reader: Reader = this.reader): Promise<void> {
    this.reader = reader;
    return this.poller.look();
  }

  close(): void {
    this.poller.stop();
  }

  private async asked(): Promise<ReviewInfo> {
    const path = `/tables/${this.table}/review?words=${settings.lang}`;
    if (!this.isBegun) {
      const { yours } = await ask<ReviewInfo>("POST", path);
      this.isBegun = true;
      // Whoever played sees it with his own eyes first; where several share a device, as everybody could.
      const [only, ...more] = yours;
      if (this.isFirst && only !== undefined && !more.length) this.reader = only;
      this.isFirst = false;
    }
    return ask<ReviewInfo>("GET", `${path}&reader=${this.reader}`);
  }

  private hear(told: ReviewInfo): boolean {
    this.told = told;
    this.trouble = "";
    this.hasFailed = !told.is_begun;
    return told.is_begun && !told.review;
  }

  private fail(error: unknown): boolean {
    if (isPassing(error)) this.trouble = error instanceof Refused ? "busy" : "away";
    else this.refusal = error instanceof Refused ? error.message : "";
    return isPassing(error);
  }
}

/** Who may look, in the order in which people ask for it: oneself, anybody, each of the others, and who is told everything. */
export function readers(yours: readonly number[], seats: number): Reader[] {
  const others = Array.from({ length: seats }, (_, seat) => seat).filter((seat) => !yours.includes(seat));
  return [...yours, "spectator", ...others, "all"];
}

/** A choice, and the step before the moment that it was made in. */
export interface Placed {
  choice: ReviewedChoice;
  before: number;
  /** The step after it. */
  after: number;
}

/** The choices of these entries, in their order. */
export function placed(review: Reviewed, entries: readonly number[]): Placed[] {
  const all = review.moments.flatMap(({ choices, end }, at) =>
    choices.map((choice) => ({ choice, before: review.moments[at - 1]?.end ?? 0, after: end })),
  );
  return entries.flatMap((entry) => all.find(({ choice }) => choice.entry === entry) ?? []);
}

/** A part of a win as people read it. */
export function percent(part: number, digits = 0): string {
  const text = (100 * part).toFixed(digits).replace("-", "−");
  return settings.lang === "fr" ? text.replace(".", ",") : text;
}

/** The same with its sign, as something gained or lost. */
export function signed(part: number): string {
  return `${part > 0.0005 ? "+" : ""}${percent(part, 1)}`;
}

/** What something gave and took, for those to whom that is anything. */
export function changes(luck: readonly number[], names: readonly string[]): string {
  return luck.flatMap((part, seat) => (Math.abs(part) < 0.0005 ? [] : `${names[seat] ?? ""} ${signed(part)}`)).join(" · ");
}
