/** What the stories of finished matches are made of. */
import type { Chart } from "./game";
import type { Lang } from "./settings.svelte";
import { You, type Name } from "./texts.svelte";

/** The one with the most; undefined if nobody has more than nothing. The first of several. */
export function best<T>(items: readonly T[], size: (item: T) => number): T | undefined {
  let found: T | undefined;
  for (const item of items) if (size(item) > (found === undefined ? 0 : size(found))) found = item;
  return found;
}

/** The one with the most, if nobody has as much. */
export function single<T>(items: readonly T[], size: (item: T) => number): T | undefined {
  const found = best(items, size);
  return found !== undefined && items.some((item) => item !== found && size(item) === size(found)) ? undefined : found;
}

/** The names for texts that address their reader. */
export function addressed(names: readonly string[], reader: number | null | undefined, lang: Lang): Name[] {
  return names.map((name, seat) => (seat === reader ? new You(lang === "fr" ? "vous" : "you") : name));
}

/** These places, moved as little as their order allows so that each keeps its distance to the next. */
export function spread(places: readonly number[], distance: number, last: number): number[] {
  const order = places.map((_, at) => at).sort((one, other) => (places[one] ?? 0) - (places[other] ?? 0));
  const spaced = [...places];
  order.forEach((at, rank) => {
    if (rank) spaced[at] = Math.max(spaced[at] ?? 0, (spaced[order[rank - 1] ?? 0] ?? 0) + distance);
  });
  let end = last;
  for (const at of order.reverse()) {
    spaced[at] = Math.min(spaced[at] ?? 0, end);
    end = (spaced[at] ?? 0) - distance;
  }
  return spaced;
}

/** The first step from which on somebody was alone in front, if there were some before it; null: none. */
export function leadFrom(steps: number, isAhead: (step: number) => boolean): number | null {
  let step = steps;
  while (step > 0 && isAhead(step - 1)) step--;
  return step > 0 && step < steps ? step : null;
}

export interface Placed {
  seat: number;
  /** From 1; equal scores share one. */
  place: number;
}

/** The seats as they came in: winners first, then by score. Where fewer points win, fewer stand before more. */
export function ranking(scores: readonly number[], winners: readonly number[]): Placed[] {
  const won = scores[winners[0] ?? -1] ?? Math.max(...scores);
  const sign = won < Math.max(...scores) && won <= Math.min(...scores) ? 1 : -1;
  const seats = scores.map((_, seat) => seat);
  const isBefore = (seat: number, other: number) =>
    Number(winners.includes(other)) - Number(winners.includes(seat)) || sign * ((scores[seat] ?? 0) - (scores[other] ?? 0));
  seats.sort((seat, other) => isBefore(seat, other) || seat - other);
  return seats.map((seat) => ({ seat, place: 1 + seats.filter((other) => isBefore(other, seat) < 0).length }));
}

/** Running totals, by seat, after each step. */
export function totals(chart: Chart): number[][] {
  return chart.points.map((points) => {
    let sum = 0;
    return points.map((point) => (sum += point ?? 0));
  });
}

/** The step since which a single winner was alone in front, if there were some before it; null: none. */
export function turningPoint(chart: Chart, winners: readonly number[]): number | null {
  const [winner, ...others] = winners;
  if (!chart.inTime || winner === undefined || others.length || chart.points.flat().includes(null)) return null;
  const sums = totals(chart);
  return leadFrom(chart.steps.length, (step) => sums.every((sum, seat) => seat === winner || (sums[winner]?.[step] ?? 0) > (sum[step] ?? 0)));
}
