/** One table, seen from one seat: the socket, what it told, and what is shown of it now. */
import { moves, settings } from "./settings.svelte";
import { travel } from "./travel";
import type { TableInfo, Heard, ViewText, ChatMessage, RefusalMessage, Sent, TableUpdate, UndoInfo, ClockInfo } from "../types/messages";
import { framesBetween, type Frame, type GameModule, type Prompt } from "./game";

export interface Said {
  number: number;
  sentence: string;
}

/** A view as it was shown, and the same in words. */
interface Shown {
  view: unknown;
  lines: string[];
}

/** What was last seen from one seat, kept while another person looks at the same device. */
interface Remembered extends Shown {
  version: number;
  said: Said[];
}

type Status = TableUpdate["status"];
const RETRY = [250, 500, 1000, 2000, 4000];
/** Beyond this many messages that wait to be shown, the page catches up at once. */
const MOST_WAITING = 40;
/** So many messages can be shown again. */
const MOST_AGAIN = 20;
/** A picture that is looked at again stays at least this long, in milliseconds. */
const LONG_ENOUGH = 700;

/** "lost": the line broke, and it is not known whether it was done. */
export type Answer = RefusalMessage | "done" | "lost";
type Ask = Sent extends infer Message ? (Message extends Sent ? Omit<Message, "id"> : never) : never;

export class TableConnection {
  state = $state<"connecting" | "open" | "lost" | "refused">("connecting");
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
  /** The view in words, and what the seats are called in them. */
  words = $state<ViewText | null>(null);
  /** The house's clock less this device's, in seconds. */
  ahead = $state(0);

  /** What is shown: it lags behind what was told while things move. */
  view = $state.raw<unknown>(null);
  /** The same in words, line by line. */
  lines = $state.raw<string[]>([]);
  events = $state.raw<unknown[]>([]);
  isShowing = $state(false);
  /** A choice is on its way, and the house has not answered yet. */
  isSending = $state(false);
  /** What happened since this seat was asked before, to be shown again. */
  past = $state.raw<{ before: Shown; events: unknown[]; after: Shown }[]>([]);

  private told = $state.raw<Prompt | null>(null);
  /** The prompt that was shown last, by its name. */
  private shown = $state("");
  private waiting: TableUpdate[] = [];
  private socket: WebSocket | null = null;
  private version: number | null = null;
  private attempts = 0;
  private asked = new Map<string, { message: Ask; resolve: (answer: Answer) => void }>();
  private next = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;
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

  /** The element within which pieces travel. */
  root = $state.raw<HTMLElement | null>(null);

  constructor(
    readonly table: string,
    private wanted: number | "none" | null = null,
  ) {
    this.connect();
  }

  /** What may be chosen now, once all that happened has been shown. Who was asked the same before stays asked. */
  get prompt(): Prompt | null {
    if (this.state !== "open" || (this.isShowing && name(this.told) !== this.shown)) return null;
    return this.told;
  }

  get isAsked(): boolean {
    return this.told !== null && !this.told.replace;
  }

  /** A choice for the prompt that is shown, or for the one of this number. */
  play(action: Record<string, unknown>, number?: number): Promise<Answer> {
    const prompt = this.told;
    if (!prompt) return Promise.resolve("lost");
    this.isSending = true;
    return this.ask({ type: "play", seat: prompt.seat, prompt: number ?? prompt.id, action });
  }

  /** Sends something. A choice that the line broke under is sent again: that is harmless. */
  ask(message: Ask): Promise<Answer> {
    const id = `${this.next++}`;
    return new Promise((resolve) => {
      this.asked.set(id, { message, resolve });
      if (this.state === "open") this.socket?.send(JSON.stringify({ ...message, id }));
    });
  }

  /** Show the table from another seat. If there are secrets, what the one before saw leaves the screen at once. */
  async look(seat: number | null, hasSecrets: boolean): Promise<Answer> {
    this.wanted = seat ?? "none";
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
      this.remembered.set(this.seat, { version: this.shownVersion, view: this.view, lines: this.lines, said: this.said });
    }
    this.looks += 1;
    this.version = null;
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
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  retry(): void {
    clearTimeout(this.timer);
    if (this.state === "lost") this.connect();
  }

  /** Open the line anew, to be told everything again: in another language, say. */
  reconnect(): void {
    this.version = null;
    const before = this.socket;
    this.state = "connecting";
    this.connect();
    before?.close();
  }

  private connect(): void {
    const url = new URL(`/api/tables/${encodeURIComponent(this.table)}/socket`, location.href);
    url.protocol = url.protocol.replace("http", "ws");
    url.searchParams.set("lang", settings.lang);
    url.searchParams.set("words", settings.lang);
    if (this.wanted !== null) url.searchParams.set("seat", String(this.wanted));
    if (this.version !== null) url.searchParams.set("since", String(this.version));
    const socket = new WebSocket(url);
    this.socket = socket;
    socket.onmessage = (message) => this.hear(JSON.parse(message.data as string) as Heard);
    socket.onclose = (event) => {
      if (this.isClosed || this.socket !== socket) return;
      for (const [id, { message }] of this.asked) if (message.type !== "play") this.answer(id, "lost");
      if (event.code >= 4400 && event.code < 4429) {
        this.state = "refused";
        return;
      }
      this.state = "lost";
      this.timer = setTimeout(() => this.connect(), RETRY[Math.min(this.attempts++, RETRY.length - 1)]);
    };
  }

  private hear(heard: Heard): void {
    switch (heard.type) {
      case "table":
        this.take(heard);
        if (this.state !== "open") this.reopen();
        break;
      case "done":
        this.answer(heard.id, "done");
        break;
      case "refused":
        if (heard.id === "") this.refusal = heard;
        this.answer(heard.id, heard);
        break;
      case "presence":
        if (this.around) this.around = { ...this.around, present: heard.present };
    }
  }

  private reopen(): void {
    this.state = "open";
    this.attempts = 0;
    for (const [id, { message }] of this.asked) this.socket?.send(JSON.stringify({ ...message, id }));
  }

  private answer(id: string, answer: Answer): void {
    this.asked.get(id)?.resolve(answer);
    this.asked.delete(id);
    this.isSending = [...this.asked.values()].some(({ message }) => message.type === "play");
  }

  private take(told: TableUpdate): void {
    if (this.awaitedSeat !== undefined && this.awaitedSeat !== (told.seat ?? null)) return;
    this.version = told.version;
    this.status = told.status;
    if (told.around) this.around = told.around;
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
      this.said = [];
      this.waiting = [];
    }
    // Who looks from another seat may be told again what was said since that seat looked last.
    const lastSaid = this.chat.at(-1)?.number ?? -1;
    this.chat.push(...(told.chat ?? []).filter(({ number }) => number > lastSaid));
    if (told.view === null || told.view === undefined) {
      this.actors = told.actors ?? [];
      return;
    }
    this.waiting.push(isAnew ? { ...told, since: null } : told);
    if (this.waiting.length > MOST_WAITING) this.waiting.splice(0, this.waiting.length - 1);
    void this.showNext();
  }

  /** Shows the last moves once more. */
  async again(): Promise<void> {
    if (this.isShowing || !this.module) return;
    this.isShowing = true;
    // Nothing is chosen at a table of the past.
    this.shown = "";
    const [view, lines, events] = [this.view, this.lines, this.events];
    for (const { before, events, after } of this.past) {
      this.lines = before.lines;
      await this.picture({ view: before.view, events: [], milliseconds: LONG_ENOUGH });
      this.lines = after.lines;
      for (const frame of framesBetween(this.module, before.view, events, after.view)) {
        await this.picture({ ...frame, milliseconds: Math.max(frame.milliseconds, LONG_ENOUGH) });
      }
    }
    this.lines = lines;
    await this.picture({ view, events, milliseconds: 0 });
    if (!this.waiting.length) this.shown = name(this.told);
    this.isShowing = false;
    void this.showNext();
  }

  private async picture(frame: Frame<unknown, unknown>): Promise<void> {
    await travel(this.root, () => {
      this.view = frame.view;
      this.events = frame.events;
    });
    if (frame.milliseconds && !document.hidden) await pause(frame.milliseconds);
  }

  /** Shows the messages one after the other, each frame for its time. */
  private async showNext(): Promise<void> {
    if (this.isShowing || !this.module) return;
    this.isShowing = true;
    for (let told = this.waiting.shift(); told; told = this.waiting.shift()) {
      const isAnew = !this.goesOn(told);
      this.seat = told.seat ?? null;
      const events = (told.events ?? []).map(({ event }) => event);
      const frames: Frame<unknown, unknown>[] =
        isAnew || !moves() ? [{ view: told.view, events: isAnew ? [] : events, milliseconds: 0 }]
        : framesBetween(this.module, this.view, events, told.view);
      const [before, after] = [{ view: this.view, lines: this.lines }, { view: told.view, lines: told.words?.view ?? [] }];
      this.keep(isAnew ? null : { before, events, after }, told.prompt);
      const looks = this.looks;
      for (const frame of frames) if (looks === this.looks) await this.picture(frame);
      if (looks !== this.looks) continue;
      this.lines = after.lines;
      this.actors = told.actors ?? [];
      this.shownVersion = told.version;
      this.tell(told);
    }
    this.shown = name(this.told);
    this.isShowing = false;
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
    this.past = [];
    this.wasAsked = true;
    return true;
  }

  /** Remembers what happened since this seat was asked before; nothing of what another seat saw. */
  private keep(shown: TableConnection["past"][number] | null, prompt: TableUpdate["prompt"]): void {
    if (!shown) this.past = [];
    else if (shown.events.length) this.past = [...(this.wasAsked ? [] : this.past), shown].slice(-MOST_AGAIN);
    this.wasAsked = !!prompt && !prompt.replace;
  }

  private tell(told: TableUpdate): void {
    if (told.words) this.words = told.words;
    for (const { number, words } of told.events ?? []) {
      if (words) this.said.push({ number, sentence: words });
    }
  }
}

function name(prompt: Prompt | null): string {
  return prompt ? `${prompt.seat}/${prompt.id}/${prompt.replace}` : "";
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
