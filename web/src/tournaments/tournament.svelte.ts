/** A tournament: its players, rounds and tables. */
import { Gathering } from "../lib/gathering.svelte";
import type { TournamentInfo } from "../types/api";
import { say } from "./words";

export class Tournament extends Gathering<TournamentInfo> {
  constructor(id: string) {
    super(`/tournaments/${id}`);
  }

  /** What the player of a number is called; a bot has none. */
  nameOf(number: number | null): string {
    if (number === null) return say("page.bot");
    return this.info?.players.find((player) => player.number === number)?.name || say("page.forgotten");
  }
}
