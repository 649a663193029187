/** An evening: who is here, how it stands, and its next match. */
import { ask } from "../lib/api";
import { Gathering } from "../lib/gathering.svelte";
import { complain } from "../lib/toasts.svelte";
import type { EveningInfo, TableSummary } from "../types/api";

export class Evening extends Gathering<EveningInfo> {
  constructor(id: string) {
    super(`/evenings/${id}`);
  }

  /** Begin the next match; its table, or nothing if that is refused. */
  async next(game: string): Promise<string | null> {
    try {
      return (await ask<TableSummary>("POST", `${this.path}/next`, { game })).id;
    } catch (error) {
      complain(error);
      return null;
    }
  }
}
