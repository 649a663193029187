"""Hot-Dog in numbers. A bid is one number: there are about 5,000 with the usual cards."""

from array import array
from bisect import bisect_right
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate, product
from typing import Final

from tablee.core.encoding import Encoding, Field, KnownValue, Numbers, Parts, one_hot, padded, widened
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid, shared_bid
from tablee.games.hotdog.knowledge import HotDogView
from tablee.games.hotdog.pieces import (
    EMPTY,
    IDLE_ROUNDS,
    START_MONEY,
    Announce,
    Ending,
    Pile,
    TableSize,
    cards,
    count,
    pile,
    total,
)
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

_ENDINGS: Final = tuple(Ending)
_TINY: Final = {"players": 2, "hands": 1}


class HotDogEncoding(Encoding[HotDogState, Bid, HotDogView]):
    """Bids are numbered by their cards, then by dollars, by table, and by whether the last hot-dog is announced."""

    chance_size = 0
    known_values = (
        KnownValue({**_TINY, "hotdog_values": [1, 1]}, (), Fraction(1, 2)),
        KnownValue({**_TINY, "hotdog_values": [1, 4]}, (0, 1), Fraction(1, 3)),
        KnownValue({**_TINY, "hotdog_values": [1, 4]}, (5, 5), Fraction(1, 4)),
        KnownValue({**_TINY, "hotdog_values": [1, 4]}, (15, 5), Fraction(3, 4)),
    )

    def __init__(self, game: HotDog) -> None:
        self._tables = game.tables
        self._manual = game.announce is Announce.MANUAL
        self._values = sorted(set(game.hotdog_values))
        self._players, self._hands = game.players, game.hands
        self._step = len(self._tables) * (2 if self._manual else 1)
        """How many bids there are of some cards with the same dollars."""
        self._piles = self._sub_piles(pile(game.hotdog_values))
        ends = list(accumulate(self._step * (total(offered) + 1) for offered in self._piles))
        self._starts = [0, *ends[:-1]]
        self._start_of = dict(zip(self._piles, self._starts, strict=True))
        self.size = ends[-1]
        self._legal = lru_cache(maxsize=1 << 12)(self._listed)
        self._counts = lru_cache(maxsize=1 << 12)(self._counted)
        self._held = {some: bytes(self._counted(cards(some))) for some in (EMPTY, *self._piles)}
        self._no_bid = [0] * (3 + len(self._tables) + len(self._values))
        self._last_shown: tuple[tuple[Bid, ...] | None, bytes] = None, b""
        super().__init__(game, self._described(game))

    def _sub_piles(self, held: Pile) -> list[Pile]:
        """Every choice of one or more cards of a pile, those with fewer of the low cards first."""
        numbers = product(*(range(count(held, value) + 1) for value in reversed(self._values)))
        units = [pile([value]) for value in reversed(self._values)]
        piles = [Pile(sum(many * unit for many, unit in zip(chosen, units, strict=True))) for chosen in numbers]
        return piles[1:]

    # Bids

    def parts(self, action: Bid) -> Parts:
        place = action.dollars * len(self._tables) + (action.table - 5) // 2
        return (self._start_of[action.cards] + (2 * place + action.announce if self._manual else place),)

    def action(self, state: HotDogState, seat: Seat, parts: Parts) -> Bid:
        number = parts[0]
        block = bisect_right(self._starts, number) - 1
        dollars, place = divmod(number - self._starts[block], self._step)
        table, announce = divmod(place, 2) if self._manual else (place, 0)
        return shared_bid(self._tables[table], cards(self._piles[block]), dollars, bool(announce))

    def legal(self, state: HotDogState, seat: Seat, parts: Parts = ()) -> int:
        if state.hand > self._hands:
            return 0
        return self._legal(state.hotdogs[seat], state.money[seat], state.announced[seat])

    def _listed(self, held: Pile, money: int, last: bool) -> int:
        """HD-06, HD-08; HD-19: only of all cards, if they were announced."""
        found = 0
        for offered in (held,) if last else self._sub_piles(held):
            run = self._step * (min(total(offered), money) + 1)
            allowed = (1 << run) - 1
            if self._manual and (last or offered != held):
                # Every other number announces: the last cards that were announced must be, fewer cards must not.
                allowed = allowed // 3 << last
            found |= allowed << self._start_of[offered]
        return found

    # Views

    def _described(self, game: HotDog) -> Iterator[Field]:
        players, kinds, tables = self._players, len(self._values), len(self._tables)
        all_cards, most = len(game.hotdog_values), START_MONEY + sum(game.hotdog_values)
        values = ", ".join(map(str, self._values))
        bid = f"1, announced, dollars, table (1 of {tables}), cards of {values}"
        yield Field("seat", (players,), 0, 1, "Whose view it is; all 0: a spectator's.")
        yield Field("hand", (1,), 0, game.hands, "The hand that is played, from 1.")
        yield Field("round", (1,), 1, players * IDLE_ROUNDS * (all_cards + 1), "Of this hand, from 1.")
        yield Field("over", (1,), 0, 1, "Whether the match is over.")
        yield Field("mustard", (players,), 0, 1, "Who has the mustard (HD-05).")
        yield Field("money", (players,), 0, most, "Dollars of each seat.")
        yield Field("spent", (players,), 0, most, "Dollars paid to the bank in this hand.")
        yield Field("totals", (players,), 0, game.hands * most, "From the hands that are over (HD-24).")
        yield Field("hotdogs", (players, kinds), 0, all_cards, f"Cards still to sell: how many of {values}.")
        yield Field("eaten", (players, kinds), 0, all_cards, "Cards that left with a full table.")
        yield Field("room", (tables,), 0, max(TableSize), "Free places of each table.")
        yield Field("placed", (tables, players, kinds), 0, all_cards, "Cards on each table.")
        yield Field("chosen", (players,), 0, 1, "Who has put down a bid.")
        yield Field("announced", (players,), 0, 1, "Who has said “last hot-dog” (HD-19).")
        yield Field("bid", (3 + tables + kinds,), 0, most, f"One's own bid, face down: {bid}; all 0: none.")
        yield Field("revealed", (players, 3 + tables + kinds), 0, most, "The bids of the round before (HD-10).")
        yield Field("idle_rounds", (1,), 0, IDLE_ROUNDS, "Rounds in a row without a sale (HD-22).")
        endings = ", ".join(f"{number} {ending}" for number, ending in enumerate(_ENDINGS, 1))
        yield Field("endings", (game.hands,), 0, len(_ENDINGS), f"How the hands ended: {endings}; 0: not yet.")

    def values(self, view: HotDogView) -> Iterator[Numbers]:
        players = self._players
        yield one_hot(view.seat, players)
        yield [view.hand, view.round, view.over]
        yield one_hot(view.mustard, players)
        yield view.money
        yield view.spent
        yield view.totals
        for held in (*view.hotdogs, *view.eaten):
            yield self._counts(held)
        yield [table.room for table in view.tables]
        for table in view.tables:
            for placed in table.cards:
                yield self._counts(placed)
        yield view.chosen
        yield view.announced
        yield self._bid(view.bid)
        for bid in view.revealed or [None] * players:
            yield self._bid(bid)
        yield [view.idle_rounds]
        yield padded([1 + _ENDINGS.index(ending) for ending in view.endings], self._hands)

    def numbers_seen(self, state: HotDogState, seat: Seat | None, parts: Parts = ()) -> "array[int]":
        """Without the view. From the cards on, no number is above 255."""
        players, hands, held = self._players, self._hands, self._held
        fields = [held[some] for some in state.hotdogs + state.eaten]
        fields.append(bytes(state.room))
        fields += [held[some] for some in state.placed]
        fields.append(bytes([bid is not None for bid in state.bids] + state.announced))
        fields.append(bytes(self._bid(None if seat is None else state.bids[seat])))
        fields.append(self._shown(state.revealed))
        fields.append(bytes((state.idle_rounds, *[1 + _ENDINGS.index(ending) for ending in state.endings])))
        fields.append(bytes(hands - len(state.endings)))
        flat = array("i", one_hot(seat, players))
        flat.extend((min(state.hand, hands), state.round, state.hand > hands, *one_hot(state.mustard, players)))
        flat.fromlist(state.money + state.spent + state.totals)
        flat.extend(widened(b"".join(fields)))
        return flat

    def _shown(self, revealed: tuple[Bid, ...]) -> bytes:
        """HD-10. One seat after the other asks for the bids of the same round, so the last are kept."""
        kept, told = self._last_shown
        if kept is not revealed:
            bids = revealed or [None] * self._players
            told = b"".join([bytes(self._bid(bid)) for bid in bids])
            self._last_shown = revealed, told
        return told

    def _counted(self, held: tuple[int, ...]) -> list[int]:
        return [held.count(value) for value in self._values]

    def _bid(self, bid: Bid | None) -> Numbers:
        if bid is None:
            return self._no_bid
        table = one_hot((bid.table - 5) // 2, len(self._tables))
        return [1, bid.announce, bid.dollars, *table, *self._counts(bid.hotdogs)]
