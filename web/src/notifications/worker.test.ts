// @vitest-environment node
import { readFileSync } from "node:fs";
import { beforeEach, describe, expect, it, vi } from "vitest";

const ORIGIN = "https://house.example.org";
const source = readFileSync(new URL("../../public/worker.js", import.meta.url), "utf8");

interface Page {
  url: string;
  focused: boolean;
  focus: () => void;
  postMessage: (message: unknown) => void;
}

let listeners: Record<string, (event: unknown) => void>;
let windows: Page[];
const opened = vi.fn();
const shown = vi.fn();
const subscribed = vi.fn();
const asked = vi.fn();

function page(path: string, focused = false): Page {
  return { url: ORIGIN + path, focused, focus: vi.fn(), postMessage: vi.fn() };
}

async function happen(kind: string, event: Record<string, unknown>): Promise<void> {
  let work: Promise<unknown> = Promise.resolve();
  listeners[kind]?.({ ...event, waitUntil: (promise: Promise<unknown>) => (work = promise) });
  await work;
}

const push = (message: unknown) => happen("push", { data: { json: () => message } });
const turn = { title: "Nim: it is your turn", body: "With Ben", path: "/t/abc", tag: "turn", lang: "en" };

beforeEach(() => {
  vi.clearAllMocks();
  listeners = {};
  windows = [];
  const self = {
    addEventListener: (kind: string, listener: (event: unknown) => void) => (listeners[kind] = listener),
    clients: { matchAll: async () => windows, openWindow: opened },
    registration: { showNotification: shown, pushManager: { subscribe: subscribed } },
    navigator: {},
  };
  new Function("self", "location", "fetch", source)(self, { origin: ORIGIN }, asked);
});

describe("a push message", () => {
  it("is shown, and open pages hear of it", async () => {
    windows = [page("/")];
    await push(turn);
    expect(shown).toHaveBeenCalledWith(turn.title, expect.objectContaining({ body: "With Ben", tag: "turn", data: { path: "/t/abc" } }));
    expect(windows[0]?.postMessage).toHaveBeenCalledWith({ type: "notification" });
  });

  it("is not shown to whoever looks at its page", async () => {
    windows = [page("/t/abc", true)];
    await push(turn);
    expect(shown).not.toHaveBeenCalled();
  });
});

describe("a tap on it", () => {
  const tap = (path: string) => happen("notificationclick", { notification: { close: vi.fn(), data: { path } } });

  it("leads to the page that is open", async () => {
    windows = [page("/"), page("/t/abc")];
    await tap("/t/abc");
    expect(windows[1]?.focus).toHaveBeenCalled();
    expect(opened).not.toHaveBeenCalled();
  });

  it("opens it otherwise, and no page of another house", async () => {
    await tap("/t/abc");
    expect(opened).toHaveBeenCalledWith(`${ORIGIN}/t/abc`);
    await tap("https://elsewhere.example.org/");
    expect(opened).toHaveBeenCalledTimes(1);
  });
});

it("tells the house where the browser is reached from now on", async () => {
  const made = { toJSON: () => ({ endpoint: "https://push.example.org/1", keys: { p256dh: "key", auth: "secret" } }) };
  subscribed.mockResolvedValue(made);
  await happen("pushsubscriptionchange", { oldSubscription: { options: { userVisibleOnly: true } } });
  expect(JSON.parse(asked.mock.calls[0]?.[1].body)).toEqual({ endpoint: "https://push.example.org/1", p256dh: "key", auth: "secret" });
});
