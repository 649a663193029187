/** A lesson: a scripted match that the learner goes through step by step, at the real table. */
import { tick } from "svelte";
import type { GameModule, Prompt } from "./game";
import { ShownTable } from "./shown_table.svelte";
import type { LessonInfo, LessonMoment, LessonStep } from "../types/api";

type Action = Record<string, unknown>;

export class LessonRun extends ShownTable {
  /** The number of the step. */
  at = $state(0);
  /** Something else was chosen than the lesson needs. */
  isAstray = $state(false);
  /** What the learner is to choose, once it is shown. */
  hint = $state.raw<Action | null>(null);

  /** Counts how often something was asked: after another choice than the lesson needs, it is asked anew. */
  private asked = $state(0);
  /** The table before this step. */
  private before: unknown = null;

  constructor(
    readonly told: LessonInfo,
    private module: GameModule,
  ) {
    super();
    void this.begin();
  }

  get step(): LessonStep {
    return this.told.steps[this.at]!;
  }

  get isLast(): boolean {
    return this.at === this.told.steps.length - 1;
  }

  get prompt(): Prompt | null {
    const { prompt } = this.step;
    if (!prompt || this.isShowing || this.isLast) return null;
    return { id: this.asked, seat: this.told.seat, replace: false, ...prompt };
  }

  /** Whether the learner is to choose something now. */
  get isAsked(): boolean {
    return !!this.step.action && !this.isShowing;
  }

  /** On to the next step. */
  async next(): Promise<void> {
    if (this.isLast || this.isShowing) return;
    this.at += 1;
    await this.begin();
  }

  /** A choice: the one that the lesson needs, or another, which changes nothing. */
  async play(action: Action): Promise<boolean> {
    if (this.isShowing) return false;
    if (this.step.action && isSame(action, this.step.action)) {
      void this.next();
      return true;
    }
    this.isAstray = true;
    this.asked += 1;
    // First the table takes back what was chosen.
    void tick().then(tick).then(() => this.light());
    return false;
  }

  /** Shows once more what happened in this step. */
  async again(): Promise<void> {
    if (this.isShowing || this.before === null) return;
    const said = this.said;
    this.view = this.before;
    await this.begin();
    this.said = said;
  }

  /** Shows on the table what the learner is to choose. */
  light(): void {
    this.hint = this.isAsked ? { ...this.step.action } : null;
  }

  private async begin(): Promise<void> {
    const { moments, shown } = this.step;
    this.isAstray = false;
    this.hint = null;
    this.asked += 1;
    this.isShowing = true;
    this.before = this.view;
    for (const moment of moments) await this.show(moment);
    this.rest();
    this.timing.renew();
    if (shown) void tick().then(() => this.light());
  }

  private async show(moment: LessonMoment): Promise<void> {
    const events = moment.events.map(({ event }) => event);
    const frames = this.framesTo(moment.view, events, this.module, this.view === null || !events.length);
    for (const frame of frames) {
      if (!this.isHurried || frame === frames.at(-1)) await this.picture(frame);
    }
    this.lines = moment.words;
    this.actors = moment.actors;
    const told = moment.events.flatMap(({ words, event }) => (words ? [{ sentence: words, event }] : []));
    this.said = [...this.said, ...told.map((one, at) => ({ number: this.said.length + at, ...one }))];
  }
}

/** Whether two choices are the same; the order of cards in them does not matter. */
function isSame(one: unknown, other: unknown): boolean {
  return spelled(one) === spelled(other);
}

function spelled(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spelled).sort().join()}]`;
  if (value === null || typeof value !== "object") return JSON.stringify(value ?? null);
  const fields = Object.entries(value).filter(([, field]) => field !== null && field !== undefined);
  return `{${fields.map(([key, field]) => `${key}:${spelled(field)}`).sort().join()}}`;
}
