/** What is told of a finished match, and what is heard and felt. */
import { addressed, best } from "../../lib/story";
import { fill, type Name, type Values } from "../../lib/texts.svelte";
import type { Chart, Cue, Finale, Finished } from "../../lib/game";
import type { Lang } from "../../lib/settings.svelte";
import type { Event, Laid, Overrun, View } from "./types";
import { texts } from "./texts";

type Speak = (key: string, values?: Values) => string;

/** What one turn brought; the final count is one, too. */
interface Turn {
  step: string;
  gained: [number, number];
}

function speak(lang: Lang): Speak {
  return (key, values) => fill(texts[lang][key] ?? key, lang, values);
}

export function ending({ view, events, names, winners, reader }: Finished<View, Event>, lang: Lang): Finale {
  const say = speak(lang);
  const overrun = events.find((event) => event.type === "overrun");
  const turns = turnsOf(events, say);
  return {
    title: say("ending.title", { n: winners.length }),
    reason: overrun ? whyLost(overrun, reader, names, say) : say(`ending.${view.ending ?? "final_count"}`),
    chart: turns.some(({ gained }) => gained.some(Boolean)) ? chartOf(turns, say) : undefined,
    facts: facts(turns, events, addressed(names, reader, lang), say),
  };
}

function whyLost({ seat, rats }: Overrun, reader: number | null | undefined, names: string[], say: Speak): string {
  return seat === reader ? say("ending.rats_you", { n: rats }) : say("ending.rats", { name: names[seat] ?? "", n: rats });
}

function turnsOf(events: Event[], say: Speak): Turn[] {
  const turns: Turn[] = [];
  let [before, now]: [number[], number[]] = [[0, 0], [0, 0]];
  const end = (step: string) => {
    turns.push({ step, gained: [(now[0] ?? 0) - (before[0] ?? 0), (now[1] ?? 0) - (before[1] ?? 0)] });
    before = now;
  };
  for (const event of events) {
    if (event.type === "scored") now = event.scores;
    const isLast = event.type === "final_count" || event.type === "overrun";
    if (event.type === "turn_ended" || isLast) end(say("ending.turn", { n: turns.length + 1 }));
    if (event.type !== "final_count") continue;
    now = event.scores;
    end(say("ending.final"));
  }
  return turns;
}

function chartOf(turns: Turn[], say: Speak): Chart {
  return {
    title: say("ending.chart"),
    steps: turns.map(({ step }) => step),
    points: [0, 1].map((seat) => turns.map(({ gained }) => gained[seat] ?? 0)),
    shape: "course",
    inTime: true,
  };
}

function facts(turns: Turn[], events: Event[], names: Name[], say: Speak): string[] {
  const gains = turns.slice(0, -1).flatMap(({ gained }) => gained.map((n, seat) => ({ n, name: names[seat] ?? "" })));
  const turn = best(gains, ({ n }) => n);
  const groups = events.flatMap((event) => (event.type === "scored" ? event.groups : []));
  const largest = best(groups, ({ squares }) => squares.length);
  const laid = events.filter((event): event is Laid => event.type === "laid");
  const highest = best(laid, ({ height }) => height - 1);
  return [
    turn ? say("ending.best_turn", turn) : "",
    largest ? say("ending.largest", { n: largest.squares.length, name: names[largest.seat] ?? "" }) : "",
    highest ? say("ending.highest", { n: highest.height }) : say("ending.flat"),
    say("ending.laid", { n: laid.length }),
    say("ending.turns", { n: events.filter(({ type }) => type === "turn_ended").length + 1 }),
  ].filter(Boolean);
}

/** From so many points on, a card is worth a word. */
const MUCH = 4;

export function cues(events: Event[], names: Name[], lang: Lang): Cue[] {
  const say = speak(lang);
  return events.flatMap((event): Cue[] => {
    switch (event.type) {
      case "laid":
        return [{ sound: "card" }];
      case "scored": {
        const gains = names.map((_, seat) => event.groups.reduce((sum, group) => sum + (group.seat === seat ? group.points : 0), 0));
        const most = gains.findIndex((points) => points >= MUCH);
        if (most < 0) return [{ sound: "coin" }];
        return [{ sound: "coin", glad: [most], moment: say("cue.scored", { name: names[most] ?? "", n: gains[most] ?? 0 }) }];
      }
      case "overrun":
        return [{ sound: "squeak", sorry: [event.seat], moment: say("cue.overrun", { name: names[event.seat] ?? "", n: event.rats }) }];
      case "final_count":
        return [{ sound: "bell", moment: say("cue.final") }];
      default:
        return [];
    }
  });
}
