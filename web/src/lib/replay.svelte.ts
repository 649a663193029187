/** A finished match, fetched piece by piece as it is looked at. */
import { ask } from "./api";
import { settings } from "./settings.svelte";
import type { ReplayPage, ReplayStep } from "../types/api";

const PIECE = 50;

/** Through whose eyes: a seat, somebody who watches, or with everything revealed. */
export type Reader = number | "spectator" | "all";

export class Replay {
  game = $state("");
  names = $state<string[]>([]);
  last = $state(0);
  private pieces = new Map<string, Promise<ReplayPage>>();

  constructor(private path: string) {}

  async step(number: number, reader: Reader): Promise<ReplayStep | undefined> {
    const first = number - (number % PIECE);
    const key = `${reader}/${first}/${settings.lang}`;
    let piece = this.pieces.get(key);
    if (!piece) {
      piece = ask<ReplayPage>("GET", `${this.path}/replay?reader=${reader}&first=${first}&count=${PIECE}&words=${settings.lang}`);
      this.pieces.set(key, piece);
    }
    const told = await piece;
    this.game = told.game;
    this.names = told.names;
    this.last = told.last;
    return told.steps.find((step) => step.number === number);
  }
}
