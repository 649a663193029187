/** A finished match, fetched piece by piece as it is looked at. */
import { ask } from "./api";
import { settings } from "./settings.svelte";
import type { ReplayPage, ReplayStep, ReplayTurn, ReplayTurns } from "../types/api";

const PIECE = 20;

/** Through whose eyes: a seat, somebody who watches, or with everything revealed. */
export type Reader = number | "spectator" | "all";

export class Replay {
  game = $state("");
  names = $state<string[]>([]);
  /** By seat: the chair that its player had sat down on. */
  places = $state.raw<number[]>([]);
  /** The seats that whoever looks had in this match. */
  yours = $state.raw<number[]>([]);
  /** The turns of the match as the reader saw them; the first is all that is dealt before anybody chooses. */
  turns = $state.raw<ReplayTurn[]>([]);
  private pieces = new Map<string, Promise<ReplayPage>>();
  private told = new Map<string, Promise<ReplayTurns>>();

  constructor(private path: string) {}

  /** Who saw what, turn by turn. */
  async read(reader: Reader): Promise<void> {
    const key = `${reader}/${settings.lang}`;
    let asked = this.told.get(key);
    if (!asked) {
      asked = ask<ReplayTurns>("GET", `${this.path}/replay/turns?reader=${reader}&words=${settings.lang}`);
      this.told.set(key, asked);
    }
    const told = await asked;
    this.game = told.game;
    this.names = told.names;
    this.places = told.places;
    this.yours = told.yours;
    this.turns = told.turns;
  }

  /** The match after so many entries. */
  async step(number: number, reader: Reader): Promise<ReplayStep | undefined> {
    const first = number - (number % PIECE);
    const key = `${reader}/${first}/${settings.lang}`;
    let piece = this.pieces.get(key);
    if (!piece) {
      piece = ask<ReplayPage>("GET", `${this.path}/replay?reader=${reader}&first=${first}&count=${PIECE}&words=${settings.lang}`);
      this.pieces.set(key, piece);
    }
    return (await piece).steps.find((step) => step.number === number);
  }

  /** The turn in which a step was; links name steps. */
  turnOf(step: number): number {
    const at = this.turns.findIndex((turn) => turn.step >= step);
    return at < 0 ? this.turns.length - 1 : at;
  }
}
