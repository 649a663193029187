/** What is told of a finished match, how it stands between two hands, and what is heard and felt. */
import { addressed, best } from "../../lib/story";
import { listed, fill, You, type Name, type Values } from "../../lib/texts.svelte";
import type { Chart, Cue, Finale, Finished, Standings } from "../../lib/game";
import type { Lang } from "../../lib/settings.svelte";
import type { Event, HandEnded, NotSold, Paid, Sold, View } from "./types";
import { texts } from "./words";

type Speak = (key: string, values?: Values) => string;

function speak(lang: Lang): Speak {
  return (key, values) => fill(texts[lang][key] ?? key, lang, values);
}

export function ending(match: Finished<View, Event>, lang: Lang): Finale {
  const say = speak(lang);
  const { view, events } = match;
  const names = addressed(match.names, match.reader, lang);
  const sellers = names.filter((_, seat) => !view.hotdogs[seat]?.length);
  const last = view.endings.at(-1) ?? "sold_out";
  return {
    title: say("ending.title", { n: match.winners.length }),
    reason: whyEnded(last, sellers, lang),
    chart: view.hands > 1 ? byHand(events, names.length, say) : byRound(events, names.length, say),
    facts: facts(events, names, say),
  };
}

/** HD-21: why a hand ended, and by whom. */
function whyEnded(how: HandEnded["ending"], sellers: Name[], lang: Lang): string {
  const say = speak(lang);
  const [name = "", ...others] = sellers;
  if (how !== "sold_out" || !others.length) return say(`ending.${how}`, { name });
  const who = sellers.find((seller) => seller instanceof You) ?? "";
  const named = sellers.filter((seller): seller is string => !(seller instanceof You));
  // Courtesy puts the reader last in French and first in English.
  const everybody = !who ? named : lang === "fr" ? [...named, say("you")] : [say("you"), ...named];
  const people = listed(everybody, lang);
  return say("ending.sold_out_all", { names: people.charAt(0).toLocaleUpperCase(lang) + people.slice(1), who });
}

/** HD-24: the money of each hand. */
function byHand(events: Event[], seats: number, say: Speak): Chart {
  const hands = events.filter((event): event is HandEnded => event.type === "hand_ended");
  return {
    title: say("ending.chart"),
    steps: hands.map(({ hand }) => say("ending.hand", { n: hand })),
    points: Array.from({ length: seats }, (_, seat) => hands.map(({ money }) => money[seat] ?? 0)),
    shape: "parts",
    inTime: true,
  };
}

/** What each round of a single hand brought or cost; everybody begins with 3 dollars (HD-04). */
function byRound(events: Event[], seats: number, say: Speak): Chart {
  const rounds: number[][] = [];
  let change: number[] = Array.from({ length: seats }, () => 3);
  for (const event of events) {
    if (event.type === "sold") change[event.seat] = (change[event.seat] ?? 0) - event.bid.dollars;
    if (event.type === "paid") change = change.map((dollars, seat) => dollars + (event.dollars[seat] ?? 0));
    if (event.type !== "round_ended" && event.type !== "hand_ended") continue;
    rounds.push(change);
    change = change.map(() => 0);
  }
  return {
    title: say("ending.chart_rounds"),
    steps: rounds.map((_, at) => say("ending.round", { n: at + 1 })),
    points: Array.from({ length: seats }, (_, seat) => rounds.map((round) => round[seat] ?? 0)),
    shape: "course",
    inTime: true,
  };
}

function facts(events: Event[], names: Name[], say: Speak): string[] {
  const paid = events.filter((event): event is Paid => event.type === "paid");
  const pays = paid.flatMap(({ table, dollars }) => dollars.map((amount, seat) => ({ table, seat, amount })));
  const payday = best(pays, ({ amount }) => amount);
  const failed = names.map((name, seat) => ({ name, n: count(events, "not_sold", seat) }));
  const unlucky = best(failed, ({ n }) => n);
  const spent = names.map((name, seat) => ({ name, dollars: spentBy(events, seat) }));
  const cheap = best(spent, ({ dollars }) => dollars);
  return [
    payday ? say("ending.best_pay", { name: names[payday.seat] ?? "", dollars: payday.amount, size: payday.table }) : "",
    unlucky ? say("ending.failed", unlucky) : say("ending.none_failed"),
    cheap ? say("ending.cheap", cheap) : "",
    paid.length ? say("ending.tables", { n: paid.length }) : say("ending.no_table"),
    say("ending.rounds", { n: events.filter(({ type }) => type === "round_ended" || type === "hand_ended").length }),
  ].filter(Boolean);
}

function count(events: Event[], type: "not_sold", seat: number): number {
  return events.filter((event): event is NotSold => event.type === type && event.seat === seat).length;
}

function spentBy(events: Event[], seat: number): number {
  const sold = events.filter((event): event is Sold => event.type === "sold" && event.seat === seat);
  return sold.reduce((sum, { bid }) => sum + bid.dollars, 0);
}

/** HD-24: between two hands. */
export function standings(events: Event[], after: View, told: string[], lang: Lang): Standings | null {
  const names = addressed(told, after.seat, lang);
  const ended = events.find((event): event is HandEnded => event.type === "hand_ended");
  if (!ended || after.over) return null;
  const say = speak(lang);
  const sold = (seat: number) => events.some((event) => event.type === "sold" && event.seat === seat);
  const sellers = events.flatMap((event) => (event.type === "announced" && sold(event.seat) ? [names[event.seat] ?? ""] : []));
  const dollars = (amount: number) => (lang === "fr" ? `${amount}\u00a0$` : `$${amount}`);
  return {
    title: say("standings.title", { hand: ended.hand, hands: after.hands }),
    reason: whyEnded(ended.ending, sellers, lang),
    sheet: {
      head: [say("standings.hand"), say("sheet.total")],
      rows: ended.money.map((money, seat) => [dollars(money), dollars(ended.totals[seat] ?? 0)]),
    },
  };
}

/** From so many dollars on, being paid is worth a word. */
const MUCH = 5;

export function cues(events: Event[], names: Name[], lang: Lang): Cue[] {
  const say = speak(lang);
  return events.flatMap((event): Cue[] => {
    switch (event.type) {
      case "chosen":
      case "sold":
        return [{ sound: "card" }];
      case "not_sold":
        return [{ sorry: [event.seat] }];
      case "announced":
        return [{ sound: "bell", moment: say("cue.last", { name: names[event.seat] ?? "" }) }];
      case "paid": {
        const glad = names.map((_, seat) => seat).filter((seat) => (event.dollars[seat] ?? 0) >= MUCH);
        return [{ sound: "coin", glad, moment: say("cue.full", { size: event.table }) }];
      }
      case "hand_ended":
        return [{ moment: say("cue.hand", { hand: event.hand }) }];
      default:
        return [];
    }
  });
}
