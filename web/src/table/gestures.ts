/** Taps and keys that mean the same at every table. */
import { tick } from "svelte";

/** What is shown at a table, live or in a lesson. */
interface Shown {
  root: HTMLElement | null;
  prompt: unknown;
  isShowing: boolean;
  isLookingBack: boolean;
  hurry: () => void;
}

/** Keys that are used to walk or to read, not to say "go on". */
const READING = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "Escape", "PageUp", "PageDown", "Home", "End"]);
const CONFIRMING = new Set(["Enter", " "]);
/** What comes next for whoever plays by keys, the first that there is. */
const NEXT = [
  "[data-next]",
  '[data-part="hand"] :is(button, [tabindex="0"]):not(:disabled)',
  'button[data-part="act"]:not(:disabled)',
  '[data-part="board"] :is(button, [tabindex="0"]):not(:disabled)',
  "button:not(:disabled)",
];

export class Gestures {
  private isByKeys = false;
  /** The tap that ended what was being shown must not choose what appeared under the finger. */
  private isTapUsedUp = false;

  constructor(private connection: Shown) {}

  /** All that is listened to, before the table hears of it; gives the function that ends it. */
  listen(): () => void {
    const capture = { capture: true };
    const heard: [string, (event: never) => void][] = [
      ["pointerdown", (event: PointerEvent) => this.press(event)],
      ["click", (event: MouseEvent) => this.click(event)],
      ["keydown", (event: KeyboardEvent) => this.key(event)],
    ];
    for (const [type, hear] of heard) addEventListener(type, hear as EventListener, capture);
    return () => heard.forEach(([type, hear]) => removeEventListener(type, hear as EventListener, capture));
  }

  /** Focus goes to what comes next, for whoever plays by keys and has lost it. */
  async focusNext(): Promise<void> {
    await tick();
    const at = document.activeElement;
    const isLost = !at || at === document.body || (this.isInTable(at) && at.matches(":disabled"));
    if (!this.isByKeys || !isLost) return;
    for (const selector of NEXT) {
      const found = this.area?.querySelector<HTMLElement>(selector);
      if (!found) continue;
      found.focus({ preventScroll: true });
      return;
    }
  }

  private get area(): Element | null {
    return this.connection.root?.querySelector(".table-area") ?? null;
  }

  private isInTable(target: EventTarget | null): boolean {
    return target instanceof Node && !!this.area?.contains(target);
  }

  /** Whether something is being shown to the end that somebody may have seen enough of. */
  private get isWatching(): boolean {
    return this.connection.isShowing && this.connection.prompt === null;
  }

  private press(event: PointerEvent): void {
    this.isByKeys = false;
    this.isTapUsedUp = this.isWatching && this.isInTable(event.target) && !isAhead(event.target);
    if (!this.isTapUsedUp) return;
    event.stopPropagation();
    this.connection.hurry();
  }

  private click(event: MouseEvent): void {
    if (this.isTapUsedUp && event.detail > 0) {
      this.isTapUsedUp = false;
      stop(event);
    } else if (event.target instanceof Element && this.isInTable(event.target) && event.target.closest("[data-confirms]")) {
      if (this.act()) stop(event);
    }
  }

  private key(event: KeyboardEvent): void {
    this.isByKeys = true;
    if (event.ctrlKey || event.metaKey || event.altKey || READING.has(event.key) || isWriting(event.target)) return;
    const isHere = event.target === document.body || this.isInTable(event.target) || this.connection.isLookingBack;
    if (!isHere) return;
    if (this.isWatching && !(CONFIRMING.has(event.key) && isAhead(event.target))) {
      this.connection.hurry();
      stop(event);
    } else if (CONFIRMING.has(event.key) && event.target === document.body && this.act()) {
      stop(event);
    }
  }

  /** Presses the button that acts, if there is one that can be pressed. */
  private act(): boolean {
    const button = this.area?.querySelector<HTMLElement>('button[data-part="act"]:not(:disabled)');
    button?.click();
    return !!button;
  }
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Something that is chosen while others play: it is no way to say "go on". */
function isAhead(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest("[data-ahead]") !== null;
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"));
}
