/** A finished match, fetched piece by piece as it is looked at. */
import { ask } from "./api";
import { settings } from "./settings.svelte";

export interface Step {
  number: number;
  seat?: number | "chance";
  views: { seat: number | null; view: unknown; words?: string[] }[];
  events?: { event: unknown; words?: string }[];
  action_words?: string;
}

interface Told {
  game: string;
  options: Record<string, unknown>;
  names: string[];
  result: { scores: number[]; winners: number[] } | null;
  last: number;
  steps: Step[];
}

const PIECE = 50;

/** Through whose eyes: a seat, somebody who watches, or with everything revealed. */
export type Reader = number | "spectator" | "all";

export class Replay {
  game = $state("");
  names = $state<string[]>([]);
  last = $state(0);
  private pieces = new Map<string, Promise<Told>>();

  constructor(private path: string) {}

  async step(number: number, reader: Reader): Promise<Step | undefined> {
    const first = number - (number % PIECE);
    const key = `${reader}/${first}/${settings.lang}`;
    let piece = this.pieces.get(key);
    if (!piece) {
      piece = ask<Told>("GET", `${this.path}/replay?reader=${reader}&first=${first}&count=${PIECE}&words=${settings.lang}`);
      this.pieces.set(key, piece);
    }
    const told = await piece;
    this.game = told.game;
    this.names = told.names;
    this.last = told.last;
    return told.steps.find((step) => step.number === number);
  }
}
