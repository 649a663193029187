/** The review of one match, asked for until it is there. */
import { ask, Refused } from "../lib/api";
import { settings } from "../lib/settings.svelte";
import { complain } from "../lib/toasts.svelte";
import type { Reviewed, ReviewedChoice, ReviewInfo } from "../types/api";

/** Who looks: one of the seats, or somebody who is told everything. */
export type Reader = number | "all";

/** How often it is asked how far the house is, in milliseconds. */
const PAUSE = 1000;

export class MatchReview {
  told = $state.raw<ReviewInfo | null>(null);
  reader = $state<Reader>("all");
  /** Why there is none: what the house said, or "" while all is well. */
  refusal = $state("");
  /** It was begun and came to nothing. */
  hasFailed = $state(false);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isFirst = true;

  constructor(private table: string) {}

  get review(): Reviewed | null {
    return this.told?.review ?? null;
  }

  /** Has the match reviewed, if nobody has, and waits for it. */
  async begin(): Promise<void> {
    this.hasFailed = false;
    await this.hear(async () => {
      const { yours } = await ask<ReviewInfo>("POST", this.path);
      // Whoever played sees it with his own eyes first.
      const [only, ...more] = yours;
      if (this.isFirst && only !== undefined && !more.length) this.reader = only;
      this.isFirst = false;
      return this.asked();
    });
  }

  /** How it looks to somebody, or how far it is. */
  read(): Promise<void> {
    return this.hear(() => this.asked());
  }

  close(): void {
    clearTimeout(this.timer);
  }

  private get path(): string {
    return `/tables/${this.table}/review?words=${settings.lang}`;
  }

  private asked(): Promise<ReviewInfo> {
    return ask<ReviewInfo>("GET", `${this.path}&reader=${this.reader}`);
  }

  private async hear(asked: () => Promise<ReviewInfo>): Promise<void> {
    clearTimeout(this.timer);
    try {
      const told = (this.told = await asked());
      this.hasFailed = !told.is_begun;
      if (told.is_begun && !told.review) this.timer = setTimeout(() => void this.read(), PAUSE);
    } catch (error) {
      if (error instanceof Refused) this.refusal = error.message;
      else complain(error);
    }
  }
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
