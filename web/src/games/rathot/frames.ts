/** The pictures between two messages: each card laid, what it scored, the turn that passes, the final count. */
import type { Frame } from "../../lib/game";
import type { Event, FinalCount, Group, View } from "./types";
import { laidOn, pointsOf, ratsInSight } from "./scoring";

const LAID = 850;
/** One knows where one has laid one's own card. */
const OWN_LAID = 500;
const SCORED = 1200;
const DRAWN = 420;
const TURN_ENDED = 250;
const SET_ASIDE = 1200;
const OVERRUN = 1500;
/** The final count goes spice by spice; all of it together takes about this long. */
const COUNT = 2800;

type Shown = Frame<View, Event>;

export function frames(before: View | null, events: Event[], after: View): Shown[] {
  const shown: Shown[] = [];
  let view = before;
  for (const event of events) {
    if (view === null) break;
    const steps: Shown[] = pictures(view, event);
    shown.push(...steps);
    view = steps.at(-1)?.view ?? view;
  }
  return [...shown, { view: after, events: [], milliseconds: 0 }];
}

function pictures(view: View, event: Event): Shown[] {
  const one = (changes: Partial<View>, milliseconds: number): Shown[] => [
    { view: { ...view, ...changes }, events: [event], milliseconds },
  ];
  switch (event.type) {
    case "drawn":
      return one(
        {
          hand: [...view.hand, event.card],
          pile: view.pile.filter((card) => card !== event.card),
          to_draw: Math.max(0, view.to_draw - 1),
        },
        DRAWN,
      );
    case "laid": {
      const milliseconds = event.seat === view.seat ? OWN_LAID : LAID;
      const squares = laidOn(view.deck, view.squares, event.place);
      const hand = view.hand.filter((card) => card !== event.place.card);
      return one({ squares, hand, laid: [...view.laid, event.place], rats: ratsInSight(squares) }, milliseconds);
    }
    case "scored":
      return one({ scores: event.scores }, SCORED);
    case "set_aside":
      return one(
        { hand: view.hand.filter((card) => !event.cards.includes(card)), aside: [...view.aside, ...event.cards] },
        SET_ASIDE,
      );
    case "turn_ended":
      return one({ turn: view.turn + 1, player: event.seat, to_draw: event.cards }, TURN_ENDED);
    case "overrun":
      return one({}, OVERRUN);
    case "final_count":
      return counted(view, event);
    case "game_ended":
      return [];
  }
}

/** RH-18: the groups of one spice after the other, with the score so far. */
function counted(view: View, event: FinalCount): Shown[] {
  const bySpice = new Map<string, Group[]>();
  for (const group of event.groups) bySpice.set(group.spice, [...(bySpice.get(group.spice) ?? []), group]);
  let scores = view.scores;
  return [...bySpice.keys()].sort().reverse().map((spice) => {
    const groups = bySpice.get(spice) ?? [];
    const points = pointsOf(groups);
    scores = scores.map((score, seat) => score + (points[seat] ?? 0));
    const milliseconds = Math.min(900, COUNT / bySpice.size);
    return { view: { ...view, scores }, events: [{ ...event, groups, scores }], milliseconds };
  });
}
