/** How long pictures stay, at each speed. */
import type { Frame } from "./game";
import type { Speed } from "./settings.svelte";

/** At brisk, all that one seat does in a row is shown within this time, in milliseconds. */
export const BRISK = 1000;
/** The part of the time left that one message takes, so that the next has some, too. */
const SHARE = 0.75;

export class FrameTiming {
  /** Whose doing is being shown, and how many milliseconds are left for it. */
  private of = "";
  private left = 0;

  /** The frames of a message, each with the time that the speed leaves it. `of`: who was to act before it. */
  paced<F extends Frame<unknown, unknown>>(frames: F[], of: string, events: unknown[], speed: Speed): F[] {
    if (speed === "calm") return frames;
    if (of !== this.of) {
      this.of = of;
      this.left = BRISK * Math.max(1, seatsIn(events));
    }
    const all = frames.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
    const share = SHARE * Math.min(all, this.left);
    this.left -= share;
    return frames.map((frame) => ({ ...frame, milliseconds: all && (frame.milliseconds * share) / all }));
  }

  /** Somebody was asked in between: what comes now has its own time. */
  renew(): void {
    this.of = "";
  }
}

/** How many seats these events tell of. */
function seatsIn(events: unknown[]): number {
  return new Set(events.map((event) => (event as { seat?: unknown }).seat).filter((seat) => typeof seat === "number")).size;
}
