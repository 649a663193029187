import { describe, expect, it, vi } from "vitest";
import { Banter } from "../../lib/banter";
import { turningPoint } from "../../lib/story";
import type { Event, View } from "./types";
import { cues, ending } from "./ending";

vi.mock("../../lib/settings.svelte", () => ({ settings: { lang: "en" } }));

const NAMES = ["Ada", "Tartine", "Biscotte"];
const view = {
  players: 3, service_only: false, sums: [900, 600, 300], points: [600, 300, 0], hands: [[], ["menu100", "res200"], []], ending: "last_card",
} as unknown as View;
const served = (seat: number, owner: number, points: number): Event =>
  ({ type: "served", seat, owner, points, card: points === 600 ? "menu600" : "menu300", row: 1, col: 1 });
const events: Event[] = [{ type: "reached", seat: 0, other: 1 }, served(0, 0, 600), served(2, 1, 300)];

describe("the ending of Restaurant", () => {
  const told = ending({ view, events, names: NAMES, scores: [1500, 400, 300], winners: [0] }, "en");
  it("has the title of the rules and the reason as a headline", () => {
    expect(told.title).toBe("Head waiter");
    const shared = { view, events, names: NAMES, scores: [400, 400, 300], winners: [0, 1] };
    expect([ending(shared, "en").title, ending(shared, "fr").title]).toEqual(["Head waiters", "Maîtres d’hôtel"]);
    expect(told.reason).toMatch(/^[A-Z].*[^.]$/);
  });
  it("shows orders, service, and what was left in hand", () => {
    expect(told.chart).toMatchObject({ steps: ["Orders", "Service", "Left in hand"], points: [[900, 600, 0], [600, 300, -500], [300, 0, 0]] });
    const other = ending({ view: { ...view, service_only: true }, events, names: NAMES, scores: [], winners: [] }, "en");
    expect(other.chart?.steps).toEqual(["Service", "Left in hand"]);
  });
  it("has a turning point", () => {
    expect(turningPoint({ ...told.chart!, points: [[1, 2, 0], [2, 0, 0]] }, [0])).toBe(1);
  });
  it("addresses its reader", () => {
    const own = { view, events, names: NAMES, scores: [1500, 400, 300], winners: [0], reader: 2 };
    expect(ending(own, "fr").facts?.[1]).toBe("Cœur généreux : vous avez rapporté 300 aux autres.");
  });
  it("tells three facts", () => {
    expect(told.facts).toEqual(["Best served: Ada, 600 at one table.", "Most generous: Biscotte brought others 300.", "Dearest regret: Tartine still held 500."]);
  });
});

it("a dear menu is a moment, and a drawn card makes somebody sorry", () => {
  const felt = cues(events, NAMES, "en");
  expect(felt.flatMap(({ moment }) => moment ?? [])).toEqual(["600 for Ada!"]);
  expect(felt.flatMap(({ sorry }) => sorry ?? [])).toEqual([1]);
});

it("a bot has a word to say at a card that is drawn away", () => {
  const felt = cues([{ type: "reached", seat: 0, other: 1 }], NAMES, "en");
  expect(new Banter().line(felt, (seat) => seat === 1, 0, false)).toMatchObject({ seat: 1, mood: "sorry" });
});
