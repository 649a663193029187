/** What is told of a finished match, and what is heard and felt. */
import { addressed, best, single } from "../../lib/story";
import { fill, type Name, type Values } from "../../lib/texts.svelte";
import type { Chart, Cue, Finale, Finished } from "../../lib/game";
import type { Lang } from "../../lib/settings.svelte";
import type { Event, Served, View } from "./types";
import { costOf } from "./cards";
import { serviceEnding, texts } from "./words";

type Speak = (key: string, values?: Values) => string;

function speak(lang: Lang): Speak {
  return (key, values) => fill(texts[lang][key] ?? key, lang, values);
}

export function ending({ view, events, names, winners, reader }: Finished<View, Event>, lang: Lang): Finale {
  const say = speak(lang);
  return {
    title: say("sheet.head_waiter", { n: winners.length }),
    ...(view.ending && { reason: headline(serviceEnding(view.ending)) }),
    chart: chartOf(view, say),
    facts: facts(view, events, addressed(names, reader, lang), say),
  };
}

/** A sentence that began within another one, as a headline. */
function headline(text: string): string {
  return text.charAt(0).toLocaleUpperCase() + text.slice(1).replace(/\.$/, "");
}

/** RE-22: orders, service, and less what was still held. */
function chartOf(view: View, say: Speak): Chart {
  const parts = [
    { step: say("ending.orders"), points: view.sums, counts: !view.service_only },
    { step: say("ending.service"), points: view.points, counts: true },
    { step: say("ending.held"), points: view.hands.map((held) => 0 - costOf(held)), counts: true },
  ].filter(({ counts }) => counts);
  return {
    title: say("ending.chart"),
    steps: parts.map(({ step }) => step),
    points: view.points.map((_, seat) => parts.map(({ points }) => points[seat] ?? 0)),
    shape: "parts",
    inTime: true,
  };
}

function facts(view: View, events: Event[], names: Name[], say: Speak): string[] {
  const served = events.filter((event): event is Served => event.type === "served");
  const dearest = best(served, ({ points }) => points);
  const gifts = names.map((name, seat) => ({
    name,
    points: served.reduce((sum, event) => sum + (event.seat === seat && event.owner !== seat ? event.points : 0), 0),
  }));
  const gift = single(gifts, ({ points }) => points);
  const exchanges = events.filter(({ type }) => type === "exchanged").length;
  const held = best(names.map((name, seat) => ({ name, points: costOf(view.hands[seat] ?? []) })), ({ points }) => points);
  return [
    dearest ? say("ending.dearest", { name: names[dearest.owner] ?? "", points: dearest.points }) : "",
    gift ? say("ending.gifts", gift) : exchanges ? say("ending.exchanges", { n: exchanges }) : say("ending.no_exchanges"),
    held ? say("ending.left", held) : say("ending.none_left"),
  ].filter(Boolean);
}

/** From so many points on, a menu is worth a word. */
const MUCH = 600;

export function cues(events: Event[], names: Name[], lang: Lang): Cue[] {
  const say = speak(lang);
  return events.flatMap((event): Cue[] => {
    switch (event.type) {
      case "marked":
      case "reserved":
        return [{ sound: "card" }];
      case "reached":
        return [{ sound: "card", sorry: [event.other] }];
      case "served":
        if (event.points < MUCH) return [{ sound: event.points ? "coin" : "card" }];
        return [{ sound: "coin", glad: [event.owner], moment: say("cue.served", { name: names[event.owner] ?? "", points: event.points }) }];
      case "orders_ended":
        return [{ sound: "bell", moment: say("cue.orders") }];
      case "game_ended":
        return [{ moment: say("cue.over") }];
      default:
        return [];
    }
  });
}
