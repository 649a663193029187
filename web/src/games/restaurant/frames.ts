/** What lies between two views: one picture after the other, in the order of the rules. */
import type { Frame } from "../../lib/game";
import type { Card, Deed, Event, GameEnded, OrdersEnded, Passed, Reserved, Served, Skipped, View } from "./types";
import { sorted, without } from "./cards";
import { tableAt } from "./room";

/** What is being looked at in a frame. */
export type Scene =
  /** A card lies turned on its table; null: a menu that is not for this reader. */
  | { kind: "found"; seat: number; table: number; card: Card | null }
  /** It has come into its taker's hand. */
  | { kind: "fetched"; seat: number; card: Card | null }
  /** The dish of the day goes from its taker to the other; `at`: with whom it is in this frame. */
  | { kind: "offered"; seat: number; other: number; at: number }
  /** The card drawn goes the other way. */
  | { kind: "drawn"; seat: number; other: number; card: Card | null; at: number }
  | { kind: "kept" | "declined"; seat: number }
  | { kind: "reserved"; event: Reserved }
  /** Nothing fits, or no marker is left. */
  | { kind: "passed"; event: Passed | Skipped }
  | { kind: "noted"; ended: OrdersEnded }
  /** The piece it was before is the one to travel. */
  | { kind: "served"; event: Served; piece: string }
  /** The last sums, of which so many columns are shown. */
  | { kind: "count"; event: GameEnded; columns: number };

export type Staged = View & { scene?: Scene };
type Picture = Frame<Staged, Event>;

/** A batch takes no longer than this. */
const LONGEST = 5000;
export const COLUMNS_OF_COUNT = 4;

/** The piece that the cards of a seat are, before the next one leaves it. */
export const cardsPiece = (seat: number, size: number): string => `cards-${seat}-${size}`;
export const markerPiece = (seat: number, number: number): string => `marker-${seat}-${number}`;
export const handPiece = (card: Card, count: number): string => `hand-${card}-${count}`;

export function frames(before: View | null, events: Event[], after: View): Picture[] {
  if (!before || before.seat !== after.seat || before.players !== after.players) {
    return [{ view: after, events, milliseconds: 0 }];
  }
  const pictures: Picture[] = [];
  let view = unstaged(before);
  for (const event of events) {
    const shown = show(view, event);
    pictures.push(...shown);
    view = unstaged(shown[shown.length - 1]?.view ?? view);
  }
  const long = pictures.reduce((total, { milliseconds }) => total + milliseconds, 0);
  const pace = Math.min(1, LONGEST / Math.max(long, 1));
  return [
    ...pictures.map((picture) => ({ ...picture, milliseconds: Math.round(picture.milliseconds * pace) })),
    { view: after, events: [], milliseconds: 0 },
  ];
}

function unstaged(view: Staged): View {
  const { scene: _, ...bare } = view;
  return bare;
}

function show(view: View, event: Event): Picture[] {
  const picture = (shown: Staged, milliseconds: number): Picture => ({ view: shown, events: [event], milliseconds });
  switch (event.type) {
    case "marked":
      return [picture(marked(view, event.seat, tableAt(event.row - 1, event.col - 1)), 420)];
    case "turned": {
      const { seat, card } = event;
      const table = view.last ?? 0;
      const isTold = card !== null;
      return [
        picture({ ...view, scene: { kind: "found", seat, table, card } }, isTold ? 900 : 380),
        picture({ ...turned(view, seat, card), scene: { kind: "fetched", seat, card } }, 420),
      ];
    }
    case "reached": {
      const { seat, other } = event;
      const drawing: View = { ...view, step: "draw", victim: other };
      return [
        picture({ ...drawing, scene: { kind: "offered", seat, other, at: seat } }, 350),
        picture({ ...drawing, scene: { kind: "offered", seat, other, at: other } }, 600),
      ];
    }
    case "exchanged": {
      const { seat, other, card } = event;
      return [
        picture({ ...view, scene: { kind: "drawn", seat, other, card: null, at: other } }, 350),
        picture({ ...exchanged(view, seat, other, card), scene: { kind: "drawn", seat, other, card, at: seat } }, 1200),
      ];
    }
    case "kept":
    case "declined":
      return [picture({ ...view, scene: { kind: event.type, seat: event.seat } }, 450)];
    case "reserved":
      return [picture({ ...reserved(view, event), scene: { kind: "reserved", event } }, 1000)];
    case "skipped":
      return [picture({ ...view, scene: { kind: "passed", event } }, 700)];
    case "passed":
      return [
        picture(
          {
            ...told(view, { what: "pass", seat: event.seat }),
            to_play: event.seat,
            passes: view.passes + 1,
            scene: { kind: "passed", event },
          },
          800,
        ),
      ];
    case "orders_ended":
      return [picture({ ...noted(view, event), scene: { kind: "noted", ended: event } }, 3200)];
    case "served":
      return [picture({ ...servedAt(view, event), scene: { kind: "served", event, piece: pieceOf(view, event) } }, 950)];
    case "game_ended":
      return Array.from({ length: COLUMNS_OF_COUNT }, (_, number) =>
        picture(
          { ...view, step: "over", ending: event.ending, reach: [], hands: event.hands,
            scene: { kind: "count", event, columns: number + 1 } },
          1000,
        ),
      );
  }
}

function told(view: View, deed: Partial<Deed> & Pick<Deed, "what" | "seat">): View {
  const whole: Deed = { table: null, other: null, card: null, beneath: 0, menus: null, ...deed };
  return { ...view, chronicle: [...view.chronicle, whole] };
}

const changed = <T>(list: T[], at: number, change: (old: T) => T): T[] =>
  list.map((old, number) => (number === at ? change(old) : old));

/** RE-05. */
function marked(view: View, seat: number, table: number): View {
  return {
    ...view,
    step: "turn",
    to_play: seat,
    reach: [],
    last: table,
    markers: changed(view.markers, table, () => seat),
    markers_left: changed(view.markers_left, seat, (left) => left - 1),
  };
}

/** RE-06. */
function turned(view: View, seat: number, card: Card | null): View {
  return {
    ...told(view, { what: "take", seat, table: view.last, card }),
    hand: seat === view.seat && card ? sorted([...view.hand, card]) : view.hand,
    hand_sizes: changed(view.hand_sizes, seat, (size) => size + 1),
  };
}

/** RE-07. */
function exchanged(view: View, seat: number, other: number, card: Card | null): View {
  let hand = view.hand;
  if (card && view.seat === seat) hand = sorted([...without(hand, ["dish"]), card]);
  if (card && view.seat === other) hand = sorted([...without(hand, [card]), "dish"]);
  return { ...told(view, { what: "exchange", seat, other, card }), hand, victim: null };
}

/** RE-10. */
function reserved(view: View, { seat, res, beneath, menus }: Reserved): View {
  const isOwn = seat === view.seat && menus !== null;
  return {
    ...told(view, { what: "reserve", seat, card: res, beneath, menus }),
    hand: isOwn ? without(view.hand, [res, ...menus]) : view.hand,
    pile: isOwn ? sorted([...view.pile, res, ...menus]) : view.pile,
    hand_sizes: changed(view.hand_sizes, seat, (size) => size - beneath - 1),
    pile_sizes: changed(view.pile_sizes, seat, (size) => size + beneath + 1),
  };
}

/** RE-13, RE-14: everybody takes up what he had protected; a new path begins. */
function noted(view: View, { ending, sums, first }: OrdersEnded): View {
  return {
    ...view,
    step: "serve",
    to_play: first,
    last: null,
    reach: [],
    orders_ending: ending,
    sums,
    hand: sorted([...view.hand, ...view.pile]),
    pile: [],
    hand_sizes: view.hand_sizes.map((size, seat) => size + (view.pile_sizes[seat] ?? 0)),
    pile_sizes: view.pile_sizes.map(() => 0),
  };
}

/** RE-15, RE-19. */
function servedAt(view: View, { seat, card, row, col, owner, points }: Served): View {
  const table = tableAt(row - 1, col - 1);
  return {
    ...told(view, { what: "serve", seat, table, card }),
    to_play: seat,
    last: table,
    reach: [],
    passes: 0,
    plates: changed(view.plates, table, () => card),
    hand: seat === view.seat ? without(view.hand, [card]) : view.hand,
    hand_sizes: changed(view.hand_sizes, seat, (size) => size - 1),
    points: changed(view.points, owner, (old) => old + points),
  };
}

function pieceOf(view: View, { seat, card }: Served): string {
  return seat === view.seat
    ? handPiece(card, view.hand.filter((other) => other === card).length)
    : cardsPiece(seat, view.hand_sizes[seat] ?? 0);
}
