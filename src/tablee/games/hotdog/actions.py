"""What a seat can do in Hot-Dog: bid. All bids that a pile of cards allows are made once and shared by all games."""

from bisect import bisect_right
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any, ClassVar, NamedTuple

from tablee.core.game import Action
from tablee.games.hotdog.pieces import Pile, TableSize, count, pile


class _Computed(Action):
    """What the settlement needs of a bid, computed once when the bid is made."""

    __slots__ = ("cards", "rank", "total")
    cards: Pile
    total: int
    rank: int


@dataclass(frozen=True, slots=True)
class Bid(_Computed):
    """HD-06: hot-dogs offered at a table, with dollars to be cheaper than others.

    >>> Bid(TableSize.FIVE, (1, 4), 2)
    Bid(table=<TableSize.FIVE: 5>, hotdogs=(4, 1), dollars=2, announce=False)
    """

    tag: ClassVar[str] = "bid"
    table: TableSize
    hotdogs: tuple[int, ...]
    dollars: int = 0
    announce: bool = False
    """HD-19: "last hot-dog", where the player must say it himself."""

    def __post_init__(self) -> None:
        put = object.__setattr__
        put(self, "hotdogs", tuple(sorted(self.hotdogs, reverse=True)))
        put(self, "cards", pile(value for value in self.hotdogs if 0 < value < 10))
        put(self, "total", sum(self.hotdogs))
        # HD-11, HD-12: tables in the order 5, 7, 9, then prices; below both, room for the order of seats.
        put(self, "rank", (self.table - 5 << 11) + (self.price << 4))

    @property
    def price(self) -> int:
        """HD-12."""
        return self.total - self.dollars

    def __reduce__(self) -> tuple[Any, ...]:
        return Bid, (self.table, self.hotdogs, self.dollars, self.announce)


class Bids(NamedTuple):
    """Bids sorted by their dollars: those that a player can pay (HD-08) come first."""

    all: tuple[Bid, ...]
    payable: tuple[int, ...]
    """How many of them cost at most 0 dollars, at most 1, at most 2, …"""

    def number(self, money: int) -> int:
        """How many of them a player with this money can pay."""
        return self.payable[money] if money < len(self.payable) else len(self.all)


class LegalBids(dict[Pile, Bids]):
    """The legal bids of a player by the pile of cards held; a pile's bids are listed when first asked for."""

    def __init__(self, tables: tuple[TableSize, ...], *, manual: bool, last: bool) -> None:
        """`manual`: players announce the last hot-dog themselves (HD-20); `last`: only bids of all cards (HD-19)."""
        super().__init__()
        self._tables = tables
        self._manual = manual
        self._last = last

    def __missing__(self, held: Pile) -> Bids:
        offers = [(hotdogs, announce) for hotdogs in _parts(held) for announce in self._announcements(hotdogs, held)]
        bids = [
            shared_bid(table, hotdogs, dollars, announce)
            for hotdogs, announce in offers
            for table in self._tables
            for dollars in range(sum(hotdogs) + 1)
        ]
        bids.sort(key=lambda bid: bid.dollars)
        costs = [bid.dollars for bid in bids]
        payable = [bisect_right(costs, dollars) for dollars in range(costs[-1] + 1 if costs else 1)]
        self[held] = Bids(tuple(bids), tuple(payable))
        return self[held]

    def _announcements(self, hotdogs: tuple[int, ...], held: Pile) -> tuple[bool, ...]:
        is_last = len(hotdogs) == sum(count(held, value) for value in range(1, 10))
        if self._last:
            return (self._manual,) if is_last else ()
        return (False, True) if self._manual and is_last else (False,)


@cache
def legal_bids(tables: tuple[TableSize, ...], *, manual: bool, last: bool) -> LegalBids:
    """The legal bids under these rules, shared by all games."""
    return LegalBids(tables, manual=manual, last=last)


@cache
def shared_bid(table: TableSize, hotdogs: tuple[int, ...], dollars: int, announce: bool) -> Bid:
    """The one object for this bid: equal bids are made once and handed out again."""
    return Bid(table, hotdogs, dollars, announce)


def _parts(held: Pile) -> list[tuple[int, ...]]:
    """HD-06: every choice of one or more cards of a pile, highest card first; cards of a value are alike."""
    values = [value for value in range(9, 0, -1) if count(held, value)]
    numbers = product(*(range(count(held, value) + 1) for value in values))
    parts = [
        tuple(value for value, many in zip(values, chosen, strict=True) for _ in range(many)) for chosen in numbers
    ]
    return [part for part in parts if part]
