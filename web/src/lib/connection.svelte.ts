/** One table, seen from one seat: what the house told of it, and what is shown of it now. */
import { SvelteMap } from "svelte/reactivity";
import { moves, settings } from "./settings.svelte";
import { Pace } from "./pace";
import { TableSocket, type Answer, type Ask } from "./socket.svelte";
import { travel } from "./travel";
import type { ChairChangeMessage, TableInfo, ViewText, ChatMessage, RefusalMessage, TableUpdate, UndoInfo, ClockInfo, EventMessage } from "../types/messages";
import { framesBetween, onlyAnswer, type Frame, type GameModule, type Prompt } from "./game";

export interface Said {
  number: number;
  sentence: string;
  event: unknown;
}

/** A view as it was shown, and the same in words. */
interface Shown {
  view: unknown;
  lines: string[];
}

/** One message, as it can be shown again. */
interface Happened {
  before: Shown;
  events: unknown[];
  after: Shown;
  /** The same events, with their sentences. */
  told: EventMessage[];
}

/** What was last seen from one seat, kept while another person looks at the same device. */
interface Remembered extends Shown {
  version: number;
  said: Said[];
  history: unknown[];
}

type Status = TableUpdate["status"];
/** Beyond this many messages that wait to be shown, the page catches up at once. */
const MOST_WAITING = 40;
/** So many messages can be shown again. */
const MOST_AGAIN = 20;
/** So many messages of the log can be stepped back to. */
const MOST_BACK = 100;
/** Who looks back goes on by a tap or key; this is long enough, in milliseconds. */
const LOOK_BACK = 120_000;
/** A picture that is looked at again stays at least this long, in milliseconds. */
const LONG_ENOUGH = 700;

export class TableConnection {
  refusal = $state<RefusalMessage | null>(null);
  status = $state<Status | null>(null);
  around = $state<TableInfo | null>(null);
  seat = $state<number | null>(null);
  actors = $state<number[]>([]);
  clocks = $state<ClockInfo[]>([]);
  undo = $state<UndoInfo | null>(null);
  mayTakeBack = $state(false);
  scores = $state<number[]>([]);
  winners = $state<number[]>([]);
  chat = $state<ChatMessage[]>([]);
  said = $state<Said[]>([]);
  /** What happened to the chairs since the start: who did it, and to whom. */
  chairChanges = $state<ChairChangeMessage[]>([]);
  /** The view in words, and what the seats are called in them. */
  words = $state<ViewText | null>(null);
  /** The house's clock less this device's, in seconds. */
  ahead = $state(0);

  /** What is shown: it lags behind what was told while things move. */
  view = $state.raw<unknown>(null);
  /** The same in words, line by line. */
  lines = $state.raw<string[]>([]);
  events = $state.raw<unknown[]>([]);
  /** All that happened and was shown, as this seat may know it. */
  history = $state.raw<unknown[]>([]);
  isShowing = $state(false);
  /** What happened since this seat was asked before, to be shown again. */
  past = $state.raw<Happened[]>([]);
  /** The table is shown as it was, until a tap or key. */
  isLookingBack = $state(false);
  /** What is being shown now, in a sentence; empty: nothing is, or nothing is said of it. */
  saying = $state("");

  private told = $state.raw<Prompt | null>(null);
  /** The prompt that was shown last, by its name. */
  private shown = $state("");
  /** The prompt that had but one answer, which was given at once. */
  private answered = $state("");
  /** A choice was taken, and what came of it has not been told yet: nothing is asked until then. */
  private isTaken = $state(false);
  /** A choice is being taken back: what led to it without being asked is taken back, too. */
  private isTakingBack = false;
  private waiting: TableUpdate[] = [];
  private socket: TableSocket;
  private wasAsked = false;
  private module: GameModule | null = null;
  /** The seat from which the table was asked for; until it comes, updates for another seat are too late. */
  private awaitedSeat: number | null | undefined;
  /** Counts how often the screen changed hands: what was being shown then is shown no longer. */
  private looks = 0;
  /** By seat: for the others at this device. */
  private remembered = new Map<number, Remembered>();
  /** The version of the table that is shown. */
  private shownVersion = 0;
  /** What can be stepped back to, by the number of its events. */
  private moments = new SvelteMap<number, Happened>();
  /** Somebody has seen enough: all that waits is shown at once. */
  private isHurried = false;
  /** Ends the pause after a picture. */
  private goOn: (() => void) | null = null;
  private pace = new Pace();

  /** The element within which pieces travel. */
  root = $state.raw<HTMLElement | null>(null);

  constructor(
    readonly table: string,
    wanted: number | "none" | null = null,
  ) {
    this.socket = new TableSocket(table, wanted, {
      update: (told) => this.take(told),
      taken: (version) => (this.isTaken = version > (this.socket.version ?? version)),
      refused: (refusal) => (this.refusal = refusal),
      presence: (present) => this.around && (this.around = { ...this.around, present }),
    });
  }

  get state(): TableSocket["state"] {
    return this.socket.state;
  }

  /** A choice is on its way, and the house has not answered yet. */
  get isSending(): boolean {
    return this.socket.isSending;
  }

  /** What may be chosen now, once all that happened has been shown. Who was asked the same before stays asked. */
  get prompt(): Prompt | null {
    if (this.state !== "open" || this.isTaken || (this.isShowing && name(this.told) !== this.shown)) return null;
    return name(this.told) === this.answered ? null : this.told;
  }

  /** Whether nobody but bots plays against whoever looks. */
  get isAmongBots(): boolean {
    const chairs = this.around?.chairs ?? [];
    return this.seat !== null && chairs.every((chair, seat) => seat === this.seat || chair.kind === "bot");
  }

  get isAsked(): boolean {
    return this.told !== null && !this.told.replace;
  }

  /** A choice for the prompt that is shown, or for the one of this number. */
  play(action: Record<string, unknown>, number?: number): Promise<Answer> {
    const prompt = this.told;
    if (!prompt) return Promise.resolve("lost");
    return this.ask({ type: "play", seat: prompt.seat, prompt: number ?? prompt.id, action });
  }

  /** Takes back the last choice that was really one. */
  takeBack(): Promise<Answer> {
    this.isTakingBack = this.isAmongBots;
    return this.ask({ type: "undo", seat: this.seat ?? 0 });
  }

  /** Gives the only possible answer, where being asked would tell nobody anything. */
  private answerOnly(): void {
    const prompt = this.told;
    if (!prompt || prompt.replace || !this.module || this.state !== "open") return;
    const only = onlyAnswer(this.module, this.view, prompt.choices);
    const isOurs = only !== null && (only.isOpen || this.isAmongBots) && name(prompt) !== this.answered;
    if (isOurs && !this.isTakingBack) {
      this.answered = name(prompt);
      // Refused, or the line broke: then it is asked after all.
      void this.play(only.action).then((answer) => answer === "done" || (this.answered = ""));
    } else if (isOurs && this.mayTakeBack) {
      void this.takeBack();
    } else {
      this.isTakingBack = false;
    }
  }

  ask(message: Ask): Promise<Answer> {
    return this.socket.ask(message);
  }

  /** Show the table from another seat. If there are secrets, what the one before saw leaves the screen at once. */
  async look(seat: number | null, hasSecrets: boolean): Promise<Answer> {
    this.socket.wanted = seat ?? "none";
    this.awaitedSeat = seat;
    if (hasSecrets) this.leaveSeat();
    const since = seat === null || !hasSecrets ? undefined : this.remembered.get(seat)?.version;
    const answer = await this.ask({ type: "look", seat, since: since ?? null });
    this.awaitedSeat = undefined;
    if (typeof answer === "object") this.reconnect();
    return answer;
  }

  private leaveSeat(): void {
    if (this.seat !== null) {
      this.remembered.set(this.seat, { version: this.shownVersion, view: this.view, lines: this.lines, said: this.said, history: this.history });
    }
    this.looks += 1;
    this.moments.clear();
    this.history = [];
    this.socket.version = null;
    this.told = null;
    this.waiting = [];
    this.view = null;
    this.lines = [];
    this.events = [];
    this.past = [];
    this.said = [];
    this.words = null;
    this.mayTakeBack = false;
    this.seat = null;
  }

  show(module: GameModule): void {
    this.module = module;
    void this.showNext();
  }

  close(): void {
    this.socket.close();
  }

  retry(): void {
    this.socket.retry();
  }

  /** Opens the line anew, to be told everything again: in another language, say. */
  reconnect(): void {
    this.socket.reconnect();
  }

  /** Before the match: this device commits to its part of the secret, and shows it when all have committed. */
  private async giveParts(around: TableInfo): Promise<void> {
    const { commitmentFor, partFor } = await import("./parts");
    const commitment = commitmentFor(this.table, around);
    const part = partFor(this.table, around);
    if (commitment !== null) void this.ask({ type: "commit", commitment });
    if (part !== null) void this.ask({ type: "reveal", part });
  }

  private take(told: TableUpdate): void {
    if (this.awaitedSeat !== undefined && this.awaitedSeat !== (told.seat ?? null)) return;
    this.socket.version = told.version;
    this.isTaken = false;
    this.status = told.status;
    if (told.around) this.around = told.around;
    if (told.around && told.status === "open" && told.around.yours.length && this.socket.wanted !== "none") void this.giveParts(told.around);
    this.clocks = told.clocks ?? [];
    this.undo = told.undo ?? null;
    this.mayTakeBack = told.may_take_back ?? false;
    this.scores = told.scores ?? [];
    this.winners = told.winners ?? [];
    this.ahead = told.now - Date.now() / 1000;
    this.told = (told.prompt as Prompt | undefined) ?? null;
    const isAnew = told.since === undefined || told.since === null;
    if (isAnew) {
      this.chat = [];
      this.chairChanges = [];
      this.said = [];
      this.history = [];
      this.waiting = [];
    }
    // Who looks from another seat may be told again what was said since that seat looked last.
    const lastSaid = this.chat.at(-1)?.number ?? -1;
    this.chat.push(...(told.chat ?? []).filter(({ number }) => number > lastSaid));
    const lastChange = this.chairChanges.at(-1)?.number ?? -1;
    this.chairChanges.push(...(told.chair_changes ?? []).filter(({ number }) => number > lastChange));
    if (told.view === null || told.view === undefined) {
      this.actors = told.actors ?? [];
      return;
    }
    this.waiting.push(isAnew ? { ...told, since: null } : told);
    if (this.isLookingBack) this.hurry();
    if (this.waiting.length > MOST_WAITING) this.waiting.splice(0, this.waiting.length - 1);
    void this.showNext();
  }

  /** Shows the last moves once more. */
  async again(): Promise<void> {
    if (this.isShowing || !this.module) return;
    this.isShowing = true;
    // Nothing is chosen at a table of the past.
    this.shown = "";
    const now = { view: this.view, lines: this.lines, events: this.events };
    for (const { before, events, after, told } of this.past) {
      this.lines = before.lines;
      await this.picture({ view: before.view, events: [], milliseconds: LONG_ENOUGH }, []);
      this.lines = after.lines;
      for (const frame of framesBetween(this.module, before.view, events, after.view)) {
        await this.picture({ ...frame, milliseconds: Math.max(frame.milliseconds, LONG_ENOUGH) }, told);
      }
    }
    await this.comeBack(now);
  }

  mayLookBack(number: number): boolean {
    return this.moments.has(number);
  }

  /** Shows the table as it was after a line of the log, until a tap or key. */
  async lookBack(number: number): Promise<void> {
    const moment = this.moments.get(number);
    if (!moment || this.isShowing) return;
    this.isShowing = this.isLookingBack = true;
    this.shown = "";
    const now = { view: this.view, lines: this.lines, events: this.events };
    this.lines = moment.after.lines;
    await this.picture({ view: moment.after.view, events: moment.events, milliseconds: LOOK_BACK }, moment.told);
    await this.comeBack(now);
  }

  /** From what was shown again to the table as it is. */
  private async comeBack({ view, lines, events }: Shown & { events: unknown[] }): Promise<void> {
    this.isLookingBack = false;
    this.lines = lines;
    await this.picture({ view, events, milliseconds: 0 }, []);
    if (!this.waiting.length) this.shown = name(this.told);
    this.rest();
    void this.showNext();
  }

  /** Shows all that waits at once: time is the player's. */
  hurry(): void {
    if (!this.isShowing) return;
    this.isHurried = true;
    for (const animation of this.root?.getAnimations({ subtree: true }) ?? []) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish();
    }
    this.goOn?.();
  }

  private async picture(frame: Frame<unknown, unknown>, told: EventMessage[]): Promise<void> {
    await travel(this.isHurried ? null : this.root, () => {
      this.view = frame.view;
      this.events = frame.events;
      this.saying = sentenceOf(frame.events, told) ?? (frame.events.length ? this.saying : "");
    });
    if (!frame.milliseconds || document.hidden || this.isHurried) return;
    await new Promise<void>((resolve) => {
      this.goOn = resolve;
      setTimeout(resolve, frame.milliseconds);
    });
  }

  /** Nothing is being shown any more. */
  private rest(): void {
    this.isShowing = false;
    this.isHurried = false;
    this.saying = "";
  }

  /** Shows the messages one after the other, each frame for its time. */
  private async showNext(): Promise<void> {
    if (this.isShowing || !this.module) return;
    this.isShowing = true;
    for (let told = this.waiting.shift(); told; told = this.waiting.shift()) {
      const isAnew = !this.goesOn(told);
      this.seat = told.seat ?? null;
      const infos = told.events ?? [];
      const events = infos.map(({ event }) => event);
      const frames: Frame<unknown, unknown>[] =
        isAnew || this.isHurried || !moves() ? [{ view: told.view, events: isAnew ? [] : events, milliseconds: 0 }]
        : this.pace.paced(framesBetween(this.module, this.view, events, told.view), this.actors.join(), events, settings.speed);
      const [before, after] = [{ view: this.view, lines: this.lines }, { view: told.view, lines: told.words?.view ?? [] }];
      this.keep(isAnew ? null : { before, events, after, told: infos }, told.prompt);
      const looks = this.looks;
      for (const frame of frames) {
        const isSkipped = this.isHurried && frame !== frames.at(-1);
        if (looks === this.looks && !isSkipped) await this.picture(frame, infos);
      }
      if (looks !== this.looks) continue;
      this.lines = after.lines;
      this.actors = told.actors ?? [];
      this.shownVersion = told.version;
      this.tell(told);
    }
    this.shown = name(this.told);
    this.answerOnly();
    this.rest();
  }

  /** Whether an update goes on from what is shown, or from what was last seen from its seat, which is then shown again. */
  private goesOn(told: TableUpdate): boolean {
    if (told.since === null || told.since === undefined) return false;
    const seat = told.seat ?? null;
    if (this.seat === seat && this.view !== null) return true;
    const before = seat === null ? undefined : this.remembered.get(seat);
    if (before?.version !== told.since) return false;
    this.view = before.view;
    this.lines = before.lines;
    this.said = before.said;
    this.history = before.history;
    this.past = [];
    this.wasAsked = true;
    return true;
  }

  /** Remembers what happened since this seat was asked before; nothing of what another seat saw. */
  private keep(shown: Happened | null, prompt: TableUpdate["prompt"]): void {
    for (const { number } of shown?.told ?? []) if (shown) this.moments.set(number, shown);
    for (const number of [...this.moments.keys()].slice(0, -MOST_BACK)) this.moments.delete(number);
    if (!shown) this.past = [];
    else if (shown.events.length) this.past = [...(this.wasAsked ? [] : this.past), shown].slice(-MOST_AGAIN);
    this.wasAsked = !!prompt && !prompt.replace;
    if (this.wasAsked) this.pace.renew();
  }

  private tell(told: TableUpdate): void {
    if (told.words) this.words = told.words;
    if (told.events?.length) this.history = [...this.history, ...told.events.map(({ event }) => event)];
    for (const { number, words, event } of told.events ?? []) {
      if (words) this.said.push({ number, sentence: words, event });
    }
  }
}

function name(prompt: Prompt | null): string {
  return prompt ? `${prompt.seat}/${prompt.id}/${prompt.replace}` : "";
}

/** What is said of the events of a frame: the first line of the last sentence. */
function sentenceOf(events: unknown[], told: EventMessage[]): string | undefined {
  const words = told.filter(({ event }) => events.includes(event)).map(({ words }) => words);
  return words.findLast(Boolean)?.split("\n")[0];
}
