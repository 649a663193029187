/** What one event does to a view. Only what is shown is kept in step: `memory` stays as it was. */
import type { Card, Character, Event, HiddenCard, Verdict, View } from "./types";
import { characterOf, sorted, without } from "./cards";

export function unfold(view: View, event: Event): View {
  switch (event.type) {
    case "dealt":
      return { ...view, ...draws(view, event.seat, event.count, event.cards ?? []) };
    case "part_began":
      return beginPart(view, event.days, event.first, event.part, event.shark);
    case "menu_laid":
      return { ...view, menu: event.cards, pile: Math.max(0, view.pile - event.cards.length) };
    case "reshuffled":
      return { ...view, pile: event.count, discard: [], buried: [] };
    case "chosen":
      return {
        ...view,
        chosen: view.chosen.with(event.seat, true),
        choice: event.seat === view.seat ? event.card : view.choice,
      };
    case "revealed":
      return reveal(view, event.order, event.cards);
    case "took":
      return {
        ...played(view, event.seat, event.played),
        ...draws(view, event.seat, 1, [event.card], 0),
        menu: without(view.menu, event.card),
        known: view.known.with(event.seat, sorted([...(view.known[event.seat] ?? []), event.card])),
        queue: view.queue.filter((seat) => seat !== event.seat),
      };
    case "removed":
      return removeDay(played(view, event.seat), event.day);
    case "added": {
      const added = played(view, event.seat);
      const day: HiddenCard = {
        number: -event.day,
        card: event.card,
        known_by: event.known_by ?? [],
        known_to_all: event.known_by === null,
      };
      return {
        ...added,
        ...(event.source === "hand" ? lays(added, event.seat, event.card) : {}),
        menu: event.source === "menu" && event.card ? without(view.menu, event.card) : view.menu,
        pile: view.pile - (event.source === "pile" ? 1 : 0),
        face_down: [...view.face_down, day],
      };
    }
    case "looked":
      return {
        ...played(view, event.seat),
        looked: [...view.looked, { seat: event.seat, days: event.days }],
        face_down: view.face_down.map((hidden, place) => {
          const at = event.days.indexOf(view.open_days.length + place + 1);
          if (at < 0) return hidden;
          const known_by = hidden.known_to_all ? hidden.known_by : [...new Set([...hidden.known_by, event.seat])];
          return { ...hidden, known_by, card: event.cards?.[at] ?? hidden.card };
        }),
      };
    case "nothing_to_do":
      return played(view, event.seat, event.played);
    case "drew":
      return {
        ...view,
        ...draws(view, event.seat, 1, event.card ? [event.card] : []),
        queue: view.queue.filter((seat) => seat !== event.seat),
      };
    case "day_turned":
      return { ...view, open_days: [...view.open_days, event.card], face_down: view.face_down.slice(1) };
    case "round_ended":
      return { ...view, shark: event.shark, round: view.round + 1, step: "choose", looked: [] };
    case "week_counted":
      return {
        ...view,
        step: view.variant.advanced ? "eat" : "over",
        eaten: [...view.eaten, event.eaten],
        verdict: {
          totals: event.totals,
          counts: [{ characters: event.eaten, points: nobody(view), most: nobody(view) }],
          winner: -1,
        },
      };
    case "hand_shown":
      return { ...view, known: view.known.with(event.seat, shows(view, event.seat, event.cards)) };
    case "announced":
      return isCounting(view) ? announce(view, view.verdict, event.seat, event.points, event.most) : view;
    case "tied":
      if (!isCounting(view)) return view;
      return event.seats.reduce<View>(
        (told, seat) => (told.verdict ? announce(told, told.verdict, seat, event.points, event.points) : told),
        view,
      );
    case "tie_counted":
      if (!isCounting(view)) return view;
      return {
        ...view,
        verdict: {
          ...view.verdict,
          counts: [...view.verdict.counts, { characters: event.characters, points: event.points, most: event.points }],
        },
      };
    case "part_won":
      return {
        ...view,
        part_winners: [...view.part_winners, event.seat],
        verdict: view.verdict && { ...view.verdict, winner: event.seat },
      };
    case "character_left":
      return leave(view, event.character, event.cards);
    case "went_out":
      return { ...view, seats: view.seats.filter((seat) => seat !== event.seat) };
    case "cocos_returned":
      return { ...view, ...gives(view, event.seat, event.cards, event.cards.length) };
    case "game_ended":
      return {
        ...view,
        step: "over",
        ending: event.ending,
        winners: event.winners,
        verdict: view.verdict && { ...view.verdict, winner: event.winners[0] ?? view.verdict.winner },
      };
  }
}

/** What all know of a hand after some of its cards were shown: with `announce_all` these need not be all (CP-28). */
function shows(view: View, seat: number, cards: Card[]): Card[] {
  const known = view.variant.announce_all ? (view.known[seat] ?? []) : [];
  return sorted([...known.filter((card) => !cards.includes(card)), ...cards]);
}

/** CP-08: the rest of the menu is discarded. */
export function clearMenu(view: View): View {
  return view.menu.length ? { ...view, menu: [], discard: sorted([...view.discard, ...view.menu]) } : view;
}

function nobody(view: View): null[] {
  return view.hand_sizes.map(() => null);
}

/** Once a character has left the game, the count of its part is over and what is said is about the whole match. */
function isCounting(view: View): view is View & { verdict: Verdict } {
  return view.verdict !== null && view.step !== "refill";
}

function draws(view: View, seat: number, count: number, cards: Card[], fromPile = count): Partial<View> {
  return {
    pile: Math.max(0, view.pile - fromPile),
    hand_sizes: view.hand_sizes.with(seat, (view.hand_sizes[seat] ?? 0) + count),
    hand: seat === view.seat ? sorted([...view.hand, ...cards]) : view.hand,
  };
}

function gives(view: View, seat: number, cards: Card[], count: number): Partial<View> {
  return {
    hand_sizes: view.hand_sizes.with(seat, (view.hand_sizes[seat] ?? 0) - count),
    known: view.known.with(seat, without(view.known[seat] ?? [], ...cards)),
    hand: seat === view.seat ? without(view.hand, ...cards) : view.hand,
  };
}

/** CP-14: all know the card only if they knew the whole hand; else none of it can be told any more. */
function lays(view: View, seat: number, card: Card | null): Partial<View> {
  return { ...gives(view, seat, card ? [card] : [], 1), known: view.known.with(seat, []) };
}

function played(view: View, seat: number, card: Card | null = view.turned_up[seat] ?? null): View {
  return {
    ...view,
    turned_up: view.turned_up.with(seat, null),
    discard: card ? sorted([...view.discard, card]) : view.discard,
  };
}

function reveal(view: View, order: number[], cards: Card[]): View {
  let shown: View = { ...view, step: "carry_out", queue: order, choice: null, chosen: view.chosen.map(() => false) };
  order.forEach((seat, place) => {
    const card = cards[place];
    if (!card) return;
    shown = { ...shown, ...gives(shown, seat, [card], 1), turned_up: shown.turned_up.with(seat, card) };
  });
  return shown;
}

function removeDay(view: View, day: number): View {
  const opened = view.open_days.length;
  const open = view.open_days[day - 1];
  if (open) {
    return { ...view, open_days: view.open_days.toSpliced(day - 1, 1), discard: sorted([...view.discard, open]) };
  }
  const hidden = view.face_down[day - 1 - opened];
  if (!hidden) return view;
  const isPublic = hidden.known_to_all && hidden.card;
  return {
    ...view,
    face_down: view.face_down.toSpliced(day - 1 - opened, 1),
    discard: isPublic && hidden.card ? sorted([...view.discard, hidden.card]) : view.discard,
    buried: isPublic ? view.buried : [...view.buried, hidden],
  };
}

function announce(view: View, verdict: Verdict, seat: number, points: number | null, most: number): View {
  const counts = verdict.counts.map((count, place) =>
    place ? count : { ...count, points: count.points.with(seat, points), most: count.most.with(seat, most) },
  );
  return { ...view, verdict: { ...verdict, counts } };
}

/** CP-23. */
function leave(view: View, character: Character, lost: Card[][]): View {
  const stay = (cards: Card[]) => cards.filter((card) => characterOf(card) !== character);
  return {
    ...view,
    step: "refill",
    lost,
    characters: view.characters.filter((other) => other !== character),
    hand: stay(view.hand),
    hand_sizes: view.hand_sizes.map((size, seat) => size - (lost[seat]?.length ?? 0)),
    known: view.known.map(stay),
    menu: stay(view.menu),
    open_days: stay(view.open_days),
    discard: stay(view.discard),
  };
}

/** CP-25: all that is in no hand and in no week is in the draw pile. */
function beginPart(view: View, days: number, first: Card | null, part: number, shark: number): View {
  const cards = view.characters.reduce((sum, character) => sum + (character === "coco" ? 5 : 9), 0);
  const hidden = Array.from({ length: Math.max(0, days - 1) }, (_, place): HiddenCard => {
    return { number: -place - 2, card: null, known_by: [], known_to_all: false };
  });
  return {
    ...view,
    step: "menu",
    part,
    shark,
    round: 1,
    open_days: first ? [first] : [],
    face_down: hidden,
    menu: [],
    discard: [],
    buried: [],
    looked: [],
    queue: [],
    pile: cards - days - view.hand_sizes.reduce((sum, size) => sum + size, 0),
  };
}
