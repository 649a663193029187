/** A hint for the seat that is asked: fetched from the house, shown until it is taken, closed or out of date. */
import { ask } from "./api";
import type { TableConnection } from "./connection.svelte";
import { complain } from "./toasts.svelte";
import type { HintInfo } from "../types/api";

export class SeatHint {
  told = $state.raw<HintInfo | null>(null);
  /** The choice of the hint that the table draws. */
  drawn = $state.raw<Record<string, unknown> | null>(null);
  isThinking = $state(false);

  constructor(private connection: TableConnection) {
    // A hint is for one question.
    $effect(() => {
      if (this.told && this.told.prompt !== connection.prompt?.id) this.close();
    });
  }

  async ask(): Promise<void> {
    const { table, seat } = this.connection;
    this.isThinking = true;
    try {
      const told = await ask<HintInfo>("POST", `/tables/${table}/seats/${seat}/hint`);
      if (told.prompt === this.connection.prompt?.id) this.told = told;
    } catch (error) {
      complain(error);
    } finally {
      this.isThinking = false;
    }
  }

  close(): void {
    this.told = null;
  }
}
