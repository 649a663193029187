/** A choice laid ahead of time: made while others play, and sent as soon as it is asked for. */
import { untrack } from "svelte";
import type { TableConnection } from "./connection.svelte";
import { choicesAhead, type GameModule } from "./game";

type Action = Record<string, unknown>;

export class Premove {
  laid = $state.raw<Action | null>(null);

  /** Only while a component is being made. `dropped` is called where what was laid cannot be done any more. */
  constructor(
    private readonly connection: TableConnection,
    private readonly module: () => GameModule | null,
    private readonly send: (action: Action) => void,
    private readonly dropped: () => void,
  ) {
    // What one seat laid ahead is no business of the next one at this device.
    $effect(() => {
      void this.connection.seat;
      this.laid = null;
    });
    $effect(() => {
      const { laid, choices } = this;
      const { prompt, isShowing, state } = this.connection;
      if (laid && prompt && !prompt.replace) untrack(() => this.answer(laid, prompt.choices));
      else if (laid && !prompt && !isShowing && state === "open" && !isAmong(laid, choices)) untrack(() => this.drop(choices !== null));
    });
  }

  /** What may be laid ahead now; null: nothing. */
  get choices(): unknown {
    const module = this.module();
    const { seat, prompt, status, view } = this.connection;
    return module && seat !== null && !prompt && status === "playing" && view ? choicesAhead(module, view) : null;
  }

  private answer(laid: Action, choices: unknown): void {
    this.laid = null;
    if (isAmong(laid, choices)) this.send(laid);
    else this.dropped();
  }

  private drop(isMissed: boolean): void {
    this.laid = null;
    if (isMissed) this.dropped();
  }
}

/** Whether an action is one of the choices, where these are a list. */
export function isAmong(action: unknown, choices: unknown): boolean {
  const actions = (choices as { actions?: unknown[] } | null)?.actions ?? [];
  return actions.some((other) => spelled(other) === spelled(action));
}

/** The same for the same action, whatever the order of its parts. */
function spelled(action: unknown): string {
  return JSON.stringify(action, (_, value: unknown) =>
    value && typeof value === "object" && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1))) : value,
  );
}
