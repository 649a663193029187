/** What bots say now and then, at key moments. */
import type { Cue } from "./game";

export type Feeling = "glad" | "sorry";

export interface BanterLine {
  seat: number;
  mood: Feeling;
  /** Key of its text: `banter.<key>`. */
  key: string;
}

/** Bots speak at most this often, in milliseconds. */
export const QUIET = 25_000;
/** So many lines there are for each mood. */
export const LINES = 4;

export class Banter {
  private spokeAt = -QUIET;
  private said = 0;

  /** What one of the bots that are glad or sorry says at `now` (milliseconds); null: nothing, most of the time. */
  line(cues: readonly Cue[], isBot: (seat: number) => boolean, now: number, isMuted: boolean): BanterLine | null {
    if (isMuted || now - this.spokeAt < QUIET) return null;
    for (const { glad = [], sorry = [] } of cues) {
      const [seat] = [...glad, ...sorry].filter(isBot);
      if (seat === undefined) continue;
      this.spokeAt = now;
      const mood = glad.includes(seat) ? "glad" : "sorry";
      return { seat, mood, key: `${mood}_${(seat + this.said++) % LINES}` };
    }
    return null;
  }
}
