import { describe, expect, it } from "vitest";
import { BRISK, FrameTiming } from "./frame_timing";

const frames = [700, 900, 500].map((milliseconds) => ({ view: null, events: [], milliseconds }));
const length = (shown: { milliseconds: number }[]) => shown.reduce((sum, { milliseconds }) => sum + milliseconds, 0);

describe("pace", () => {
  it("shows six bots in a row within six seconds at brisk, however many messages each of them sends", () => {
    const pace = new FrameTiming();
    let all = 0;
    for (let bot = 1; bot <= 6; bot++) {
      for (let message = 0; message < 5; message++) all += length(pace.paced(frames, String(bot), [{ seat: bot }], "brisk"));
    }
    expect(all).toBeLessThanOrEqual(6 * BRISK);
    expect(all).toBeGreaterThan(3 * BRISK);
  });

  it("gives a reveal of all as much time as all of them have", () => {
    const reveal = Array.from({ length: 12 }, () => frames).flat();
    const events = [0, 1, 2, 3].map((seat) => ({ seat }));
    const shown = length(new FrameTiming().paced(reveal, "3", events, "brisk"));
    expect(shown).toBeLessThanOrEqual(4 * BRISK);
    expect(shown).toBeGreaterThan(2 * BRISK);
  });

  it("begins anew once somebody was asked", () => {
    const pace = new FrameTiming();
    const first = length(pace.paced(frames, "1", [], "brisk"));
    expect(length(pace.paced(frames, "1", [], "brisk"))).toBeLessThan(first);
    pace.renew();
    expect(length(pace.paced(frames, "1", [], "brisk"))).toBe(first);
  });

  it("leaves the time that a game gives at calm", () => {
    expect(new FrameTiming().paced(frames, "1", [], "calm")).toBe(frames);
  });
});
