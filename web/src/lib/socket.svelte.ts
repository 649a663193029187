/** The line to the house for one table: it is opened again when it breaks, and whatever is asked gets an answer. */
import { settings } from "./settings.svelte";
import type { Heard, RefusalMessage, Sent, TableUpdate } from "../types/messages";

/** After so many milliseconds it is tried again. */
const RETRY = [250, 500, 1000, 2000, 4000];

/** "lost": the line broke, and it is not known whether it was done. */
export type Answer = RefusalMessage | "done" | "lost";
export type Ask = Sent extends infer Message ? (Message extends Sent ? Omit<Message, "id"> : never) : never;

/** What comes of what the house says. */
export interface Listener {
  update: (told: TableUpdate) => void;
  /** A choice was taken, and led to this version of the table. */
  taken: (version: number) => void;
  /** The house does not let us in. */
  refused: (refusal: RefusalMessage) => void;
  presence: (present: boolean[]) => void;
}

export class TableSocket {
  state = $state<"connecting" | "open" | "lost" | "refused">("connecting");
  /** A choice is on its way, and the house has not answered yet. */
  isSending = $state(false);
  /** The version of the table that is known: the next line goes on from there. Null: everything is to be told. */
  version: number | null = null;
  private socket: WebSocket | null = null;
  private attempts = 0;
  private asked = new Map<string, { message: Ask; resolve: (answer: Answer) => void }>();
  private next = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isClosed = false;

  constructor(
    private table: string,
    /** The seat to be looked from; "none": a spectator's place; null: as the house likes. */
    public wanted: number | "none" | null,
    private listener: Listener,
  ) {
    this.connect();
  }

  /** Sends something. A choice that the line broke under is sent again: that is harmless. */
  ask(message: Ask): Promise<Answer> {
    const id = `${this.next++}`;
    if (message.type === "play") this.isSending = true;
    return new Promise((resolve) => {
      this.asked.set(id, { message, resolve });
      if (this.state === "open") this.socket?.send(JSON.stringify({ ...message, id }));
    });
  }

  close(): void {
    this.isClosed = true;
    clearTimeout(this.timer);
    if (this.socket) hangUp(this.socket);
  }

  retry(): void {
    clearTimeout(this.timer);
    if (this.state === "lost") this.connect();
  }

  /** Opens the line anew, to be told everything again: in another language, say. */
  reconnect(): void {
    this.version = null;
    const before = this.socket;
    this.state = "connecting";
    this.connect();
    if (before) hangUp(before);
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
    socket.onmessage = (message) => {
      // What an earlier line still says does not mean that this one is open.
      if (this.socket === socket) this.hear(JSON.parse(message.data as string) as Heard);
    };
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
        this.listener.update(heard);
        if (this.state !== "open") this.reopen();
        break;
      case "done":
        if (this.asked.get(heard.id)?.message.type === "play") this.listener.taken(heard.version);
        this.answer(heard.id, "done");
        break;
      case "refused":
        if (heard.id === "") this.listener.refused(heard);
        this.answer(heard.id, heard);
        break;
      case "presence":
        this.listener.presence(heard.present);
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
}

/** Closes a line. One that is only just being opened is closed once it is open: browsers complain about the other order. */
function hangUp(socket: WebSocket): void {
  socket.onmessage = null;
  if (socket.readyState === 0) socket.onopen = () => socket.close();
  else socket.close();
}
