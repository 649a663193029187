/** Asks the house for something again and again while somebody looks at it. */
import { Refused } from "./api";

/** The longest that is waited after failures in a row, in milliseconds. */
const LONGEST = 30_000;

export interface Polled<T> {
  ask: () => Promise<T>;
  /** Hears an answer; says whether to ask again. */
  told: (answer: T) => boolean;
  /** Hears why there was none; says whether to try again. */
  failed: (error: unknown) => boolean;
  /** The pause after an answer, in milliseconds. After a failure it is longer each time. */
  every: number;
  /** Asks nothing while the page is hidden, and at once when it is shown again. */
  restsUnseen?: boolean;
}

export class Poller<T> {
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Counts what was asked: an answer to an earlier question is not heard, nor any after the end. */
  private asked = 0;
  private failures = 0;
  /** It is to be asked again, as soon as the page is shown or the pause is over. */
  private isWaiting = false;

  constructor(private polled: Polled<T>) {
    if (polled.restsUnseen) document.addEventListener("visibilitychange", this.turned);
  }

  /** Asks now, and from now on. */
  async look(): Promise<void> {
    clearTimeout(this.timer);
    this.isWaiting = false;
    const { ask, told, failed, every } = this.polled;
    const number = ++this.asked;
    let pause = every;
    let goesOn: boolean;
    try {
      const answer = await ask();
      if (number !== this.asked) return;
      this.failures = 0;
      goesOn = told(answer);
    } catch (error) {
      if (number !== this.asked) return;
      pause = Math.max(Math.min(every * 2 ** ++this.failures, LONGEST), error instanceof Refused ? 1000 * error.wait : 0);
      goesOn = failed(error);
    }
    if (goesOn && number === this.asked) this.wait(pause);
  }

  /** Asks no longer, and hears no answer that is still under way. */
  stop(): void {
    this.asked++;
    this.isWaiting = false;
    clearTimeout(this.timer);
    if (this.polled.restsUnseen) document.removeEventListener("visibilitychange", this.turned);
  }

  private wait(pause: number): void {
    this.isWaiting = true;
    if (!this.polled.restsUnseen || !document.hidden) this.timer = setTimeout(() => void this.look(), pause);
  }

  private turned = (): void => {
    if (!this.isWaiting) return;
    if (document.hidden) clearTimeout(this.timer);
    else void this.look();
  };
}

/** Whether it may go better another time: the house is away, or has too much to do. */
export function isPassing(error: unknown): boolean {
  return !(error instanceof Refused) || error.status === 429 || error.status >= 500;
}
