import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Refused, Unreachable } from "./api";
import { isPassing, Poller, type Polled } from "./poller";

vi.mock("./settings.svelte", () => ({ settings: { lang: "en" } }));

/** A page that can be hidden. */
class Page extends EventTarget {
  hidden = false;

  turn(hidden: boolean): void {
    this.hidden = hidden;
    this.dispatchEvent(new Event("visibilitychange"));
  }
}

let page: Page;
beforeEach(() => {
  vi.useFakeTimers();
  page = new Page();
  vi.stubGlobal("document", page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A poller whose questions are answered one after the other by these; then by numbers. */
function polling(given: Partial<Polled<number>> = {}, ...answers: (() => Promise<number>)[]) {
  let number = 0;
  const ask = vi.fn(() => (answers.shift() ?? (() => Promise.resolve(++number)))());
  const told = vi.fn(() => true);
  const failed = vi.fn(isPassing);
  const poller = new Poller<number>({ ask, told, failed, every: 1000, ...given });
  void poller.look();
  return { poller, ask, told, failed };
}

const refused = (status: number, wait = 0) => () => Promise.reject(new Refused(status, "", "", null, wait));
const away = () => Promise.reject(new Unreachable());

test("it asks again after a pause, until it has heard enough", async () => {
  const { ask } = polling({ told: (answer) => answer < 3 });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test("an answer that comes after the end is not heard, and nothing is asked again", async () => {
  let answer: (number: number) => void = () => undefined;
  const { poller, ask, told } = polling({}, () => new Promise((resolve) => (answer = resolve)));
  poller.stop();
  answer(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(told).not.toHaveBeenCalled();
});

test("an answer to an earlier question is not heard", async () => {
  let late: (number: number) => void = () => undefined;
  const { poller, told } = polling({ every: 1e6 }, () => new Promise((resolve) => (late = resolve)));
  await poller.look();
  late(-1);
  await vi.advanceTimersByTimeAsync(0);
  expect(told.mock.calls).toEqual([[1]]);
});

test("after a failure it tries again, each time after a longer pause", async () => {
  const { ask, told } = polling({}, away, refused(503), away);
  await vi.advanceTimersByTimeAsync(2000);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(3999);
  expect(ask).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(1 + 8000);
  expect(told).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1000);
  expect(told, "all is well again").toHaveBeenCalledTimes(2);
});

test("it waits as long as the house says", async () => {
  const { ask, failed } = polling({}, refused(429, 12));
  await vi.advanceTimersByTimeAsync(11_999);
  expect(ask).toHaveBeenCalledTimes(1);
  expect(failed).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(ask).toHaveBeenCalledTimes(2);
});

test("what is refused for good is not asked again", async () => {
  const { ask } = polling({}, refused(404));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
});

test("a hidden page rests, and asks at once when it is shown", async () => {
  const { poller, ask } = polling({ restsUnseen: true });
  await vi.advanceTimersByTimeAsync(0);
  page.turn(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(1);
  page.turn(false);
  expect(ask).toHaveBeenCalledTimes(2);
  page.turn(true);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask, "hidden while an answer was under way").toHaveBeenCalledTimes(2);
  page.turn(false);
  expect(ask).toHaveBeenCalledTimes(3);
  poller.stop();
  page.turn(true);
  page.turn(false);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(ask).toHaveBeenCalledTimes(3);
});

test("others look on while they are hidden", async () => {
  const { ask } = polling();
  page.turn(true);
  await vi.advanceTimersByTimeAsync(3500);
  expect(ask).toHaveBeenCalledTimes(4);
});
