/** What is told of a finished match, how it stands between two parts, and what is heard and felt. */
import gameEn from "$games/courtepaille/text/en.toml";
import gameFr from "$games/courtepaille/text/fr.toml";
import { addressed, best, leadFrom, single } from "../../lib/story";
import { listed, fill, type Name, type Values } from "../../lib/texts.svelte";
import type { Chart, Cue, Finale, Finished, Standings } from "../../lib/game";
import type { Lang } from "../../lib/settings.svelte";
import type { Announced, Character, Event, PartBegan, View } from "./types";
import { CHARACTERS, characterOf, counting, sumOf, totalsOf } from "./cards";
import en from "./texts/en.toml";
import fr from "./texts/fr.toml";

type Speak = (key: string, values?: Values) => string;
const TEXTS: Record<Lang, Record<string, string>> = { en: { ...gameEn, ...en }, fr: { ...gameFr, ...fr } };

function speak(lang: Lang): Speak {
  return (key, values) => fill(TEXTS[lang][key] ?? key, lang, values);
}

function people(characters: readonly Character[], lang: Lang): string {
  const say = speak(lang);
  const who = listed(characters.map((character) => say(`the.${character}`)), lang);
  return who.charAt(0).toLocaleUpperCase(lang) + who.slice(1);
}

export function ending(match: Finished<View, Event>, lang: Lang): Finale {
  const say = speak(lang);
  const { view, events } = match;
  const names = addressed(match.names, match.reader, lang);
  const eaten = view.eaten.at(-1) ?? [];
  const isAdvanced = view.variant.advanced;
  return {
    title: say("ending.title", { n: match.winners.length }),
    reason: isAdvanced || !eaten.length ? say(`endings.${view.ending ?? "week_over"}`).replace(/\.$/, "")
      : say(eaten.length > 1 ? "ending.straws" : "ending.straw", { who: people(eaten, lang) }),
    chart: isAdvanced ? byPart(view, events, say) : byCharacter(view, eaten, lang),
    turning: isAdvanced ? turningPart(view, match.winners, names, say) : turningDay(view, eaten, lang),
    facts: isAdvanced ? factsOfParts(view, events, names, lang) : factsOfWeek(view, events, lang),
  };
}

/** CP-19: the points of each hand in those who are eaten, and in Coco. */
function byCharacter(view: View, eaten: Character[], lang: Lang): Chart {
  const say = speak(lang);
  const counted: Character[] = eaten.includes("coco") ? eaten : [...eaten, "coco"];
  const hands = view.known.map((hand) => counting(hand, eaten, view.variant.coco_needs_match));
  return {
    title: say("ending.chart"),
    steps: counted.map((character) => people([character], lang)),
    points: hands.map((hand) => counted.map((character) => sumOf(hand.filter((card) => characterOf(card) === character)))),
    shape: "parts",
  };
}

/** CP-21: what each seat announced at the end of each part; who has no more than others need not say. */
function byPart(view: View, events: Event[], say: Speak): Chart {
  const parts: Announced[][] = [[]];
  for (const event of events) {
    if (event.type === "part_began" && event.part > 1) parts.push([]);
    if (event.type === "announced") parts.at(-1)?.push(event);
  }
  const counted = parts.filter((part) => part.length);
  return {
    title: say("ending.chart_parts"),
    steps: counted.map((_, at) => say("ending.part", { n: at + 1 })),
    points: view.hand_sizes.map((_, seat) => counted.map((part) => part.find((told) => told.seat === seat)?.points ?? null)),
    shape: "parts",
  };
}

/** The day from which on the one who is eaten had the short straw. */
function turningDay(view: View, eaten: Character[], lang: Lang): string | undefined {
  const at = eaten.length === 1 && eaten[0] ? CHARACTERS.indexOf(eaten[0]) : -1;
  const isAhead = (day: number) => {
    const sums = totalsOf(view.open_days.slice(0, day + 1));
    return sums.every((sum, other) => other === at || (sums[at] ?? 0) > sum);
  };
  const day = at < 0 ? null : leadFrom(view.open_days.length, isAhead);
  return day === null ? undefined : speak(lang)("ending.turning_day", { n: day + 1, who: speak(lang)(`the.${eaten[0]}`) });
}

/** The part from which on the winner had won more of them than anybody else. */
function turningPart(view: View, winners: number[], names: Name[], say: Speak): string | undefined {
  const [winner = -1, ...others] = winners;
  const won = (seat: number, part: number) => view.part_winners.slice(0, part + 1).filter((by) => by === seat).length;
  const isAhead = (part: number) => names.every((_, seat) => seat === winner || won(winner, part) > won(seat, part));
  const part = winner < 0 || others.length ? null : leadFrom(view.part_winners.length, isAhead);
  return part === null ? undefined : say("ending.turning_part", { n: part + 1, name: names[winner] ?? "" });
}

function factsOfWeek(view: View, events: Event[], lang: Lang): string[] {
  const say = speak(lang);
  const eaten = view.eaten.at(-1) ?? [];
  const sums = view.verdict?.totals ?? [];
  const shortest = Math.max(...sums);
  const next = best(CHARACTERS.map((character, at) => ({ character, sum: sums[at] ?? 0 })).filter(({ sum }) => sum < shortest), ({ sum }) => sum);
  return [
    eaten.length > 1 ? say("ending.tied", { n: eaten.length })
    : next ? say("ending.escaped", { who: people([next.character], lang), n: shortest - next.sum })
    : "",
    cocos(events, say),
    say("ending.week", { n: view.open_days.length + view.face_down.length }),
  ].filter(Boolean);
}

function factsOfParts(view: View, events: Event[], names: Name[], lang: Lang): string[] {
  const say = speak(lang);
  const wins = names.map((name, seat) => ({ name, n: view.part_winners.filter((winner) => winner === seat).length }));
  const winner = single(wins, ({ n }) => n);
  const left = events.flatMap((event) => (event.type === "character_left" ? [event.character] : []));
  const out = events.find((event) => event.type === "went_out");
  return [
    left.length ? say("ending.eaten", { who: listed(left.map((character) => say(`the.${character}`)), lang) }) : "",
    winner ? say("ending.most_parts", winner) : say("ending.parts_played", { n: view.part_winners.length }),
    out ? say("ending.out", { name: names[out.seat] ?? "" }) : cocos(events, say),
  ].filter(Boolean);
}

function cocos(events: Event[], say: Speak): string {
  const played = events.flatMap((event) => (event.type === "revealed" ? event.cards : [])).filter((card) => characterOf(card) === "coco");
  return played.length ? say("ending.coco", { n: played.length }) : say("ending.no_coco");
}

/** CP-25: between two parts. */
export function standings(events: Event[], after: View, told: string[], lang: Lang): Standings | null {
  const names = addressed(told, after.seat, lang);
  const began = events.find((event): event is PartBegan => event.type === "part_began" && event.part > 1);
  if (!began) return null;
  const say = speak(lang);
  const left = events.find((event) => event.type === "character_left");
  return {
    title: say("standings.title", { part: began.part }),
    ...(left && { reason: say("standings.reason", { part: began.part - 1, name: names[left.seat] ?? "", who: say(`the.${left.character}`) }) }),
    sheet: {
      head: [say("standings.parts"), say("standings.cards")],
      rows: after.hand_sizes.map((size, seat) => [after.part_winners.filter((winner) => winner === seat).length, size]),
    },
  };
}

export function cues(events: Event[], names: Name[], lang: Lang): Cue[] {
  const say = speak(lang);
  return events.flatMap((event): Cue[] => {
    switch (event.type) {
      case "chosen":
      case "revealed":
      case "took":
      case "added":
      case "removed":
        return [{ sound: "card" }];
      case "week_counted":
        return [{ sound: "snap", moment: say("cue.straw", { who: listed(event.eaten.map((character) => say(`the.${character}`)), lang) }) }];
      case "part_won":
        return [{ glad: [event.seat], moment: say("cue.part", { part: event.part, name: names[event.seat] ?? "" }) }];
      case "went_out":
        return [{ sorry: [event.seat], moment: say("cue.out", { name: names[event.seat] ?? "" }) }];
      default:
        return [];
    }
  });
}
