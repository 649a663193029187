/** An evening as the house tells it, asked for again and again while somebody looks. */
import { ask } from "../lib/api";
import { complain } from "../lib/toasts.svelte";
import type { EveningInfo, TableSummary } from "../types/api";

/** How often it is asked for, in milliseconds. */
const EVERY = 2500;

export class Evening {
  info = $state<EveningInfo | null>(null);
  missing = $state(false);

  constructor(readonly id: string) {}

  /** Look from now on; returns how to stop. */
  watch(changed: (info: EveningInfo) => void = () => undefined): () => void {
    let timer: ReturnType<typeof setTimeout>;
    let isOpen = true;
    const look = async (): Promise<void> => {
      await this.look();
      if (!isOpen) return;
      if (this.info) changed(this.info);
      timer = setTimeout(() => void look(), EVERY);
    };
    void look();
    return () => {
      isOpen = false;
      clearTimeout(timer);
    };
  }

  async look(): Promise<void> {
    try {
      this.info = await ask<EveningInfo>("GET", `/evenings/${this.id}`);
    } catch {
      this.missing = this.info === null;
    }
  }

  async order(what: "join" | "leave"): Promise<void> {
    try {
      this.info = await ask<EveningInfo>("POST", `/evenings/${this.id}/${what}`);
    } catch (error) {
      complain(error);
    }
  }

  /** Begin the next match; its table, or nothing if that is refused. */
  async next(game: string): Promise<string | null> {
    try {
      return (await ask<TableSummary>("POST", `/evenings/${this.id}/next`, { game })).id;
    } catch (error) {
      complain(error);
      return null;
    }
  }
}
