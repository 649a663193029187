/** A tournament as the house tells it, asked for again and again while somebody looks. */
import { ask } from "../lib/api";
import { complain } from "../lib/toasts.svelte";
import type { TournamentInfo } from "../types/api";
import { say } from "./words";

/** How often it is asked for, in milliseconds. */
const EVERY = 3000;

export class Tournament {
  info = $state<TournamentInfo | null>(null);
  missing = $state(false);
  isAsking = $state(false);

  constructor(readonly id: string) {}

  /** Look from now on; returns how to stop. */
  watch(changed: (info: TournamentInfo) => void): () => void {
    let timer: ReturnType<typeof setTimeout>;
    let isOpen = true;
    const look = async (): Promise<void> => {
      try {
        this.info = await ask<TournamentInfo>("GET", `/tournaments/${this.id}`);
      } catch {
        this.missing = this.info === null;
      }
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

  async order(path: string, body?: unknown): Promise<boolean> {
    this.isAsking = true;
    try {
      this.info = await ask<TournamentInfo>("POST", `/tournaments/${this.id}/${path}`, body);
      return true;
    } catch (error) {
      complain(error);
      return false;
    } finally {
      this.isAsking = false;
    }
  }

  /** What the player of a number is called; a bot has none. */
  nameOf(number: number | null): string {
    if (number === null) return say("page.bot");
    return this.info?.players.find((player) => player.number === number)?.name || say("page.forgotten");
  }
}
