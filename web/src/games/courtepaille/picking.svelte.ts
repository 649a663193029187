/** What a player has picked so far, and the action it makes. The rules say what may be picked: the actions of the prompt. */
import type { Prompt } from "../../lib/game";
import { characterOf } from "./cards";
import type { Action, Card, Character, Source, View } from "./types";

export interface Choices {
  kind: "list";
  actions: Action[];
}

/** CP-06, CP-07: who waits to take a card of the menu knows all that can be taken. No card comes to the menu before he does. */
export function takenNext({ seat, step, queue, turned_up, menu }: View): Choices | null {
  const card = seat !== null && step === "carry_out" && queue.indexOf(seat) > 0 ? turned_up[seat] : null;
  if (!card || characterOf(card) === "coco") return null;
  return { kind: "list", actions: menu.map((taken) => ({ type: "take", card: taken })) };
}

export type Mode = "choose" | "take" | "coco" | "eat";
export type Effect = "remove" | "add" | "look";
export const EFFECTS: readonly Effect[] = ["remove", "add", "look"];

export class Picking {
  effect = $state<Effect | null>(null);
  card = $state<Card | null>(null);
  /** CP-14: where the card to add comes from. */
  source = $state<Source | null>(null);
  days = $state<number[]>([]);
  character = $state<Character | null>(null);
  isSent = $state(false);

  constructor(
    private readonly prompt: () => Prompt<Choices> | null,
    private readonly view: () => View,
    /** Plays what was picked: a second tap on it does. */
    private readonly confirm: () => void,
  ) {}

  get actions(): Action[] {
    return this.isSent ? [] : (this.prompt()?.choices.actions ?? []);
  }

  get mode(): Mode | null {
    const first = this.prompt()?.choices.actions[0]?.type;
    if (!first) return null;
    return first === "choose" || first === "take" || first === "eat" ? first : "coco";
  }

  clear(): void {
    this.effect = this.card = this.source = this.character = null;
    this.days = [];
  }

  /** Pick all that an action is made of. */
  begin(action: Action): void {
    this.clear();
    switch (action.type) {
      case "choose":
        this.source = "hand";
        this.card = action.card;
        break;
      case "take":
        this.source = "menu";
        this.card = action.card;
        break;
      case "remove":
        this.effect = "remove";
        this.days = [action.day];
        break;
      case "add":
        this.effect = "add";
        this.source = action.source;
        this.card = action.card;
        break;
      case "look":
        this.effect = "look";
        this.days = action.days;
        break;
      case "eat":
        this.character = action.character;
        break;
    }
  }

  can(effect: Effect): boolean {
    return this.actions.some((action) => action.type === effect);
  }

  pickEffect(effect: Effect): void {
    const again = this.effect === effect;
    this.clear();
    if (again) return;
    this.effect = effect;
    // Where there is only one way to do it, it is done that way.
    const ways = this.actions.filter((action) => action.type === effect);
    const [only] = ways;
    if (ways.length === 1 && only?.type === "look") this.days = only.days;
  }

  /** Whether a card of the hand or of the menu, or the top of the draw pile, may be picked now. */
  allows(source: Source, card: Card | null): boolean {
    return this.actions.some((action) => {
      if (action.type === "choose") return source === "hand" && action.card === card;
      if (action.type === "take") return source === "menu" && action.card === card;
      return this.effect === "add" && action.type === "add" && action.source === source && action.card === card;
    });
  }

  isPicked(source: Source, card: Card | null): boolean {
    return this.source === source && this.card === card;
  }

  pick(source: Source, card: Card | null): void {
    if (this.isPicked(source, card)) return this.confirm();
    this.source = source;
    this.card = card;
  }

  allowsDay(day: number): boolean {
    return this.actions.some((action) =>
      this.effect === "remove" ? action.type === "remove" && action.day === day
      : this.effect === "look" && action.type === "look" && action.days.includes(day),
    );
  }

  /** CP-15: how many days are to be looked at. */
  get sights(): number {
    return Math.min(2, this.view().face_down.length);
  }

  pickDay(day: number): void {
    const most = this.effect === "look" ? this.sights : 1;
    if (this.days.includes(day) && this.action) this.confirm();
    else if (this.days.includes(day)) this.days = this.days.filter((other) => other !== day);
    else this.days = [...this.days, day].slice(-most);
  }

  pickCharacter(character: Character): void {
    if (this.character === character) return this.confirm();
    this.character = character;
  }

  get isEmpty(): boolean {
    return !this.effect && !this.source && !this.character && !this.days.length;
  }

  get action(): Action | null {
    const days = this.days.toSorted((one, other) => one - other);
    const found = this.actions.find((action) => {
      switch (action.type) {
        case "choose":
          return this.isPicked("hand", action.card);
        case "take":
          return this.isPicked("menu", action.card);
        case "remove":
          return this.effect === "remove" && days[0] === action.day;
        case "add":
          return this.effect === "add" && this.source !== null && this.isPicked(action.source, action.card);
        case "look":
          return this.effect === "look" && days.join() === action.days.join();
        case "eat":
          return this.character === action.character;
        default:
          return false;
      }
    });
    return found ?? null;
  }
}
