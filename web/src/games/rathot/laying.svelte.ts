/** The card a player holds and the place he has in mind for it, before he lays it. */
import type { Deck, Dir, Place } from "./types";
import { readsAlike, STEPS } from "./cards";
import { dirOn, following, meant, nextDir, placeOf, runsDown, stepped, stripsOf, turned } from "./places";
import type { Aim, Choices, Strip } from "./places";

export class Laying {
  card = $state<number | null>(null);
  /** How the card is held. */
  dir = $state<Dir>("E");
  aim = $state.raw<Aim | null>(null);
  /** Whether the place stays when the mouse moves on. */
  isPinned = $state(false);
  strips = $state.raw<Strip[]>([]);
  private hand: number[] = [];
  private deck: Deck = "even";
  private prompt: number | null = null;
  private kept: { card: number | null; aim: Aim | null } = { card: null, aim: null };

  /** The player is asked. What he had in mind when he was asked the same before is still there. */
  begin(prompt: number, deck: Deck, hand: number[], choices: Choices): void {
    this.deck = deck;
    this.strips = stripsOf(choices);
    this.hand = hand;
    if (prompt !== this.prompt) {
      this.prompt = prompt;
      this.drop();
      this.choose(hand[0] ?? null);
    } else if (this.card === null) {
      this.choose(this.kept.card);
      this.aim = this.kept.aim;
      this.isPinned = this.aim !== null;
    }
  }

  /** Nothing may be laid now. */
  rest(): void {
    if (this.card !== null) this.kept = { card: this.card, aim: this.isPinned ? this.aim : null };
    this.strips = [];
    this.drop();
    this.choose(null);
  }

  get place(): Place | null {
    return this.card !== null && this.aim ? placeOf(this.card, this.aim) : null;
  }

  choose(card: number | null): void {
    this.card = card;
    if (card === null || !this.readsAlike(card)) return;
    this.dir = runsDown(this.dir) ? "S" : "E";
    if (this.aim) this.aim = { strip: this.aim.strip, dir: this.aim.strip.isDown ? "S" : "E" };
  }

  /** Takes the other card; false if there is none in that direction. */
  switchCard(steps: number): boolean {
    const next = this.hand[this.hand.indexOf(this.card ?? -1) + steps];
    if (next === undefined) return false;
    this.choose(next);
    return true;
  }

  /** Point at the table; `pin`: mean it. */
  point(row: number, col: number, pin: boolean): void {
    if (this.card === null) return;
    const aim = meant(this.strips, row, col, this.dir);
    this.aim = aim && this.readsAlike(this.card) ? { ...aim, dir: aim.strip.isDown ? "S" : "E" } : aim;
    this.isPinned = pin && this.aim !== null;
  }

  /** The card and the place that somebody else proposes. */
  show({ card, row, col, dir }: Place): void {
    const [down, right] = STEPS[dir];
    const strip = this.strips.find((other) => other.isDown === runsDown(dir) && other.row === row + down && other.col === col + right);
    if (!strip || !this.hand.includes(card)) return;
    this.card = card;
    this.dir = dir;
    this.aim = { strip, dir };
    this.isPinned = true;
  }

  turn(): void {
    if (this.card === null) return;
    if (this.aim) this.aim = turned(this.strips, this.aim, this.readsAlike(this.card));
    this.dir = this.aim?.dir ?? nextDir(this.dir, this.readsAlike(this.card));
  }

  /** Move to the next place in a direction; the first time, to the one nearest to (row, col). */
  step(down: number, right: number, row: number, col: number): void {
    if (this.aim) this.aim = stepped(this.strips, this.aim, down, right);
    else this.start(row, col);
    this.isPinned = this.aim !== null;
  }

  /** Move on in the order of rows and columns. */
  follow(steps: number, row: number, col: number): void {
    if (this.aim) this.aim = following(this.strips, this.aim, steps);
    else this.start(row, col);
    this.isPinned = this.aim !== null;
  }

  drop(): void {
    this.aim = null;
    this.isPinned = false;
  }

  private readsAlike(card: number): boolean {
    return readsAlike(this.deck, card);
  }

  private start(row: number, col: number): void {
    const away = (strip: Strip): number => Math.hypot(strip.row - row, strip.col - col);
    const held = this.strips.filter(({ isDown }) => isDown === runsDown(this.dir));
    const strip = (held.length ? held : this.strips).reduce<Strip | null>(
      (best, other) => (best && away(best) <= away(other) ? best : other),
      null,
    );
    this.aim = strip && { strip, dir: dirOn(strip, this.dir) };
  }
}
