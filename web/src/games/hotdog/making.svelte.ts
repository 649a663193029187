/** A bid in the making: the table, the cards by their place in the hand, the dollars. */
import type { Bid, TableSize, View } from "./types";
import { roomAt, total } from "./bids";

export class Making {
  table = $state<TableSize | null>(null);
  picked = $state<number[]>([]);
  /** Dollars asked for; fewer if the hot-dogs or the purse do not allow them. */
  wanted = $state(0);
  isAnnounced = $state(false);

  constructor(
    private readonly view: () => View,
    private readonly seat: () => number | null,
    /** Whether a bid may be made now. */
    private readonly open: () => boolean,
    /** HD-19: all cards go into the bid. */
    private readonly last: () => boolean,
  ) {}

  get isOpen(): boolean {
    return this.open();
  }

  get isLast(): boolean {
    return this.last();
  }

  private get cards(): number[] {
    return this.view().hotdogs[this.seat() ?? -1] ?? [];
  }

  private get chosen(): number[] {
    return this.isLast ? this.cards : this.picked.map((at) => this.cards[at] ?? 0);
  }

  get hotdogs(): number {
    return total(this.chosen);
  }

  /** HD-08. */
  get most(): number {
    return Math.min(this.view().money[this.seat() ?? -1] ?? 0, this.hotdogs);
  }

  get dollars(): number {
    return Math.min(this.wanted, this.most);
  }

  get room(): number {
    return this.table === null ? 0 : roomAt(this.view(), this.table);
  }

  private get isAll(): boolean {
    return this.cards.length > 0 && this.chosen.length === this.cards.length;
  }

  /** HD-20: where players announce themselves. */
  get mayAnnounce(): boolean {
    return this.isOpen && this.view().manual && this.isAll && !this.isLast;
  }

  isPicked(at: number): boolean {
    return (this.isOpen && this.isLast) || this.picked.includes(at);
  }

  toggle(at: number): void {
    this.picked = this.isPicked(at) ? this.picked.filter((other) => other !== at) : [...this.picked, at];
  }

  clear(): void {
    this.table = null;
    this.picked = [];
    this.wanted = 0;
    this.isAnnounced = false;
  }

  /** Begin from a bid that was made. */
  begin(bid: Bid): void {
    const left = [...bid.hotdogs];
    this.table = bid.table;
    this.wanted = bid.dollars;
    this.isAnnounced = bid.announce;
    this.picked = this.cards.flatMap((value, at) => {
      const found = left.indexOf(value);
      if (found < 0) return [];
      left.splice(found, 1);
      return [at];
    });
  }

  get bid(): Bid | null {
    if (!this.isOpen || this.table === null || !this.chosen.length) return null;
    const announce = this.view().manual && this.isAll && (this.isLast || this.isAnnounced);
    const hotdogs = [...this.chosen].sort((one, other) => other - one);
    return { type: "bid", table: this.table, hotdogs, dollars: this.dollars, announce };
  }
}
