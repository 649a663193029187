/** Why something happened, or why it would be good: one sentence each. */
import type { Say } from "../../lib/texts.svelte";
import type { Group, Place, View } from "./types";
import { outcome } from "./scoring";
import { squaresOf } from "./cards";
import { faceInWords } from "./words";

/** The key of a text for the reader, or for another one. */
function addressed(key: string, who: number, seat: number | null): string {
  return `${key}.${who === seat ? "you" : "name"}`;
}

/** RH-16: which groups scored, and for whom. */
export function scoredWhat(groups: readonly Group[], names: string[], seat: number | null, say: Say): string {
  const parts = groups.map(({ seat: who, points, squares, spice }) =>
    say(addressed("scored", who, seat), {
      points, size: squares.length, spice: faceInWords(spice, say), name: names[who] ?? "",
    }),
  );
  return parts.join(" · ");
}

/** RH-18, RH-19: why the match is over, and for whom that is good. */
export function whyOver(view: View, names: string[], seat: number | null, say: Say): string {
  const values = { name: names[view.player] ?? "", rats: view.rats[view.player] ?? 0 };
  if (view.ending !== "final_count") return say(addressed("over_rats", view.player, seat), values);
  const [red = 0, green = 0] = view.scores;
  if (red === green) return say("over_draw", { points: red });
  const winner = red > green ? 0 : 1;
  const points = { most: Math.max(red, green), least: Math.min(red, green), name: names[winner] ?? "" };
  return say(addressed("over_count", winner, seat), points);
}

/** Where a place is among the cards, and what it covers: two places for one card must not read alike. */
export function whereInWords(view: View, place: Place, say: Say): string {
  const squares = squaresOf(place);
  const covered = view.squares.filter(({ row, col, face }) => face !== "--" && squares.some(([at, other]) => at === row && other === col));
  const [row, col] = squares[1] ?? [0, 0];
  const down = sideOf(row, view.squares.map((square) => square.row), "top", "bottom");
  const across = sideOf(col, view.squares.map((square) => square.col), "left", "right");
  const side = say(`side.${down}${down && across ? "_" : ""}${across}${down || across ? "" : "middle"}`);
  return covered.length ? say("side.on", { side, faces: covered.map(({ face }) => faceInWords(face, say)).join(", ") }) : side;
}

function sideOf(at: number, all: number[], low: string, high: string): string {
  const middle = (Math.min(...all) + Math.max(...all)) / 2;
  return at < middle - 0.5 ? low : at > middle + 0.5 ? high : "";
}

/** What speaks for a place, the most important first; two things at most. */
export function reasonFor(view: View, place: Place, names: string[], say: Say): string {
  const own = view.player === 0 ? 0 : 1;
  const other = own === 0 ? 1 : 0;
  const name = names[other] ?? "";
  const then = outcome(view.deck, view.squares, place, view.changed);
  const now = view.rats[own] ?? 0;
  const better = now - then.rats[own];
  const found = [
    better > 0 ? say("reason.covers", { n: better }) : "",
    then.points[own] ? say("reason.scores", { n: then.points[own] }) : "",
    then.shown[other] ? say("reason.shows", { n: then.shown[other], name }) : "",
    !then.points[other] && !then.points[own] ? say("reason.gives_nothing", { name }) : "",
    then.rats[own] < 2 && now < 2 ? say("reason.few_rats") : "",
  ].filter(Boolean);
  const [first = say("reason.least_harm"), second] = found;
  return say("reason.sentence", { why: second ? say("reason.and", { first, second }) : first });
}
