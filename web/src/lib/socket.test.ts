import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { TableSocket } from "./socket.svelte";

vi.mock("./settings.svelte", () => ({ settings: { lang: "en" } }));

/** A line that does nothing by itself. Like a real one, it takes nothing before it is open. */
class Line {
  static all: Line[] = [];
  sent: string[] = [];
  isOpen = false;
  onmessage: ((message: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;

  constructor() {
    Line.all.push(this);
  }

  send(text: string): void {
    if (!this.isOpen) throw new Error("still connecting");
    this.sent.push(text);
  }

  close(): void {
    this.isOpen = false;
  }

  tell(): void {
    this.onmessage?.({ data: JSON.stringify({ type: "table" }) });
  }
}

beforeEach(() => {
  Line.all = [];
  vi.stubGlobal("WebSocket", Line);
  vi.stubGlobal("location", new URL("http://127.0.0.1/t/1"));
});
afterEach(() => vi.unstubAllGlobals());

const nobody = { update: () => {}, taken: () => {}, refused: () => {}, presence: () => {} };

test("what is said while the line is opened anew is said when it is open, whatever the old line tells", () => {
  const socket = new TableSocket("1", null, nobody);
  const old = Line.all[0]!;
  old.isOpen = true;
  old.tell();
  socket.reconnect();
  old.tell();
  void socket.ask({ type: "say", text: "Bonsoir" });
  const line = Line.all[1]!;
  expect(line.sent).toEqual([]);
  line.isOpen = true;
  line.tell();
  expect(line.sent.map((text) => (JSON.parse(text) as { text: string }).text)).toEqual(["Bonsoir"]);
  expect(old.sent).toEqual([]);
});
