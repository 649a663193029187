/** A table on the screen: it lags behind what is known of it while things move. A live table and a lesson are both shown so. */
import { FrameTiming } from "./frame_timing";
import { framesBetween, type Frame, type GameModule } from "./game";
import { moves, settings } from "./settings.svelte";
import { travel } from "./travel";
import type { EventMessage } from "../types/messages";

/** One line of the log. */
export interface Said {
  number: number;
  sentence: string;
  event: unknown;
}

export abstract class ShownTable {
  view = $state.raw<unknown>(null);
  /** The same in words, line by line. */
  lines = $state.raw<string[]>([]);
  events = $state.raw<unknown[]>([]);
  actors = $state.raw<number[]>([]);
  said = $state<Said[]>([]);
  isShowing = $state(false);
  /** The table is shown as it was, until a tap or key. */
  isLookingBack = $state(false);
  /** What is being shown now, in a sentence; empty: nothing is, or nothing is said of it. */
  saying = $state("");
  /** The element within which pieces travel. */
  root = $state.raw<HTMLElement | null>(null);

  /** Somebody has seen enough: all that waits is shown at once. */
  protected isHurried = false;
  protected timing = new FrameTiming();
  /** Ends the pause after a picture. */
  private goOn: (() => void) | null = null;

  /** Shows all that waits at once: time is the player's. */
  hurry(): void {
    if (!this.isShowing) return;
    this.isHurried = true;
    for (const animation of this.root?.getAnimations({ subtree: true }) ?? []) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
    this.goOn?.();
  }

  /** The pictures that lead from what is shown to another view; a table that is seen anew is just there. */
  protected framesTo(view: unknown, events: unknown[], module: GameModule, isAnew: boolean): Frame<unknown, unknown>[] {
    if (isAnew || this.isHurried || !moves()) return [{ view, events: isAnew ? [] : events, milliseconds: 0 }];
    return this.timing.paced(framesBetween(module, this.view, events, view), this.actors.join(), events, settings.speed);
  }

  /** Shows one frame for its time. */
  protected async picture(frame: Frame<unknown, unknown>, told: EventMessage[] = []): Promise<void> {
    await travel(this.isHurried ? null : this.root, () => {
      this.view = frame.view;
      this.events = frame.events;
      this.saying = sentenceOf(frame.events, told) ?? (frame.events.length ? this.saying : "");
    });
    if (!frame.milliseconds || document.hidden || this.isHurried) return;
    await new Promise<void>((resolve) => {
      this.goOn = resolve;
      setTimeout(resolve, frame.milliseconds);
    });
  }

  /** Nothing is being shown any more. */
  protected rest(): void {
    this.isShowing = false;
    this.isHurried = false;
    this.saying = "";
  }
}

/** What is said of the events of a frame: the first line of the last sentence. */
function sentenceOf(events: unknown[], told: EventMessage[]): string | undefined {
  const words = told.filter(({ event }) => events.includes(event)).map(({ words }) => words);
  return words.findLast(Boolean)?.split("\n")[0];
}
