/** The cards that a reader can be sure the others hold: the same that the engine concludes (knowledge/known_cards.py). */
import type { Card, Deed, Protect, View } from "./types";
import { isMenu, sorted } from "./cards";

/** By seat: cards that it surely holds, since all or the reader saw them; the reader's own are left out. */
export function knownCards(view: Pick<View, "seat" | "players" | "protect" | "chronicle">): Card[][] {
  const others = Array.from({ length: view.players }, () => new KnownHand(view.protect));
  for (const deed of view.chronicle) {
    const [own, other] = [others[deed.seat], others[deed.other ?? -1]];
    if (deed.what === "exchange" && other) {
      const moved = deed.card ?? other.onlyKind();
      other.give(moved, "dish");
      own?.give("dish", moved);
    } else own?.do(deed);
  }
  return others.map((known, seat) => (seat === view.seat ? [] : known.cards()));
}

type Counts = Map<Card, number>;

/** The cards that one seat surely holds, and how many it holds that are not protected. */
class KnownHand {
  private hand: Counts = new Map();
  /** Protected menus, which cannot be drawn. */
  private laid: Counts = new Map();
  private size = 0;

  constructor(private protect: Protect) {}

  do({ what, card, beneath }: Deed): void {
    if (what === "take") {
      this.size += 1;
      add(this.hand, card, 1);
    } else if (what === "reserve") {
      this.size -= 1 + beneath;
      add(this.laid, card, 1);
      add(this.hand, card, -1);
      if (this.protect === "all") this.layMenus();
    } else add(card && this.laid.get(card) ? this.laid : this.hand, card, -1);
  }

  /** The kind of all cards that can be drawn from this hand, if it is known that there is only one kind. */
  onlyKind(): Card | null {
    return [...this.hand].find(([card, count]) => !isMenu(card) && count === this.size)?.[0] ?? null;
  }

  /** Gives a card away (null: any of them) and gets another (null: it is not known which). */
  give(card: Card | null, back: Card | null): void {
    for (const kind of card === null ? [...this.hand.keys()] : [card]) add(this.hand, kind, -1);
    add(this.hand, back, 1);
  }

  private layMenus(): void {
    for (const [card, count] of [...this.hand].filter(([card]) => isMenu(card))) {
      add(this.laid, card, count);
      this.hand.delete(card);
    }
  }

  cards(): Card[] {
    return sorted([...this.hand, ...this.laid].flatMap(([card, count]) => Array<Card>(count).fill(card)));
  }
}

function add(cards: Counts, card: Card | null, number: number): void {
  if (card) cards.set(card, Math.max(0, (cards.get(card) ?? 0) + number));
}
