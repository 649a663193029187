/** One table, seen from one seat: what the house told of it, and what is shown of it now. */
import { framesBetween, onlyAnswer, type GameModule, type Prompt } from "./game";
import { PastMoves, type Happened, type Shown } from "./past_moves.svelte";
import { ShownTable, type Said } from "./shown_table.svelte";
import { TableSocket, type Answer, type Ask } from "./socket.svelte";
import type { ChairChangeMessage, TableInfo, ViewText, ChatMessage, RefusalMessage, TableUpdate, UndoInfo, ClockInfo } from "../types/messages";

/** What was last seen from one seat, kept while another person looks at the same device. */
interface Remembered extends Shown {
  version: number;
  said: Said[];
  history: unknown[];
}

type Status = TableUpdate["status"];
/** Beyond this many messages that wait to be shown, the page catches up at once. */
const MOST_WAITING = 40;
/** Who looks back goes on by a tap or key; this is long enough, in milliseconds. */
const LOOK_BACK = 120_000;
/** A picture that is looked at again stays at least this long, in milliseconds. */
const LONG_ENOUGH = 700;

export class TableConnection extends ShownTable {
  refusal = $state<RefusalMessage | null>(null);
  status = $state<Status | null>(null);
  around = $state<TableInfo | null>(null);
  seat = $state<number | null>(null);
  clocks = $state<ClockInfo[]>([]);
  undo = $state<UndoInfo | null>(null);
  mayTakeBack = $state(false);
  scores = $state<number[]>([]);
  winners = $state<number[]>([]);
  chat = $state<ChatMessage[]>([]);
  /** What happened to the chairs since the start: who did it, and to whom. */
  chairChanges = $state<ChairChangeMessage[]>([]);
  /** The view in words, and what the seats are called in them. */
  words = $state<ViewText | null>(null);
  /** The house's clock less this device's, in seconds. */
  ahead = $state(0);

  /** All that happened and was shown, as this seat may know it. */
  history = $state.raw<unknown[]>([]);

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
  private pastMoves = new PastMoves();
  private module: GameModule | null = null;
  /** The seat from which the table was asked for; until it comes, updates for another seat are too late. */
  private awaitedSeat: number | null | undefined;
  /** Counts how often the screen changed hands: what was being shown then is shown no longer. */
  private looks = 0;
  /** By seat: for the others at this device. */
  private remembered = new Map<number, Remembered>();
  /** The version of the table that is shown. */
  private shownVersion = 0;

  constructor(
    readonly table: string,
    wanted: number | "none" | null = null,
  ) {
    super();
    this.socket = new TableSocket(table, wanted, {
      update: (told) => this.take(told),
      taken: (version) => (this.isTaken = version > (this.socket.version ?? version)),
      refused: (refusal) => (this.refusal = refusal),
      presence: (present) => this.around && (this.around = { ...this.around, present }),
    });
  }

  /** What happened since this seat was asked before, to be shown again. */
  get past(): Happened[] {
    return this.pastMoves.last;
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
    this.pastMoves.clear();
    this.history = [];
    this.socket.version = null;
    this.told = null;
    this.waiting = [];
    this.view = null;
    this.lines = [];
    this.events = [];
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
      await this.picture({ view: before.view, events: [], milliseconds: LONG_ENOUGH });
      this.lines = after.lines;
      for (const frame of framesBetween(this.module, before.view, events, after.view)) {
        await this.picture({ ...frame, milliseconds: Math.max(frame.milliseconds, LONG_ENOUGH) }, told);
      }
    }
    await this.comeBack(now);
  }

  mayLookBack(number: number): boolean {
    return this.pastMoves.at(number) !== undefined;
  }

  /** Shows the table as it was after a line of the log, until a tap or key. */
  async lookBack(number: number): Promise<void> {
    const moment = this.pastMoves.at(number);
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
    await this.picture({ view, events, milliseconds: 0 });
    if (!this.waiting.length) this.shown = name(this.told);
    this.rest();
    void this.showNext();
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
      const frames = this.framesTo(told.view, events, this.module, isAnew);
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
    this.pastMoves.goOn();
    return true;
  }

  /** Remembers what happened since this seat was asked before; nothing of what another seat saw. */
  private keep(shown: Happened | null, prompt: TableUpdate["prompt"]): void {
    const isAsked = !!prompt && !prompt.replace;
    this.pastMoves.keep(shown, isAsked);
    if (isAsked) this.timing.renew();
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
