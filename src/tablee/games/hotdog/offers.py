"""Bids worth making, and how eagerly."""

from functools import cache
from itertools import accumulate
from math import exp
from typing import Final, NamedTuple

from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bidbook import the_bid
from tablee.games.hotdog.pieces import Pile, TableSize
from tablee.games.hotdog.selling import Portion, by_total

# What makes a bid more likely, as logarithms of odds: found by letting policies play each other, then blunted, since
# who always does the same is easily undercut. All are for a bid of the portion that leaves the best rest.

_FILLS: Final = 2.2
"""HD-17: it fills its table."""
_FREE: Final = 1.3
"""Filling without a dollar."""
_FILL_HOTDOG: Final = 1.77
_FILL_DOLLAR: Final = -3.1
_PART_HOTDOG: Final = 1.36
"""A hot-dog of a bid that leaves room."""
_PART_DOLLAR: Final = -2.1
_LEAVES: Final = {1: -0.66, 2: 1.7}
"""Room that is left: small cards of anybody fill it."""
_RIDES: Final = 0.7
"""HD-17: it is too large now, but fits once others have filled the table in the same round."""
_RIDING_HOTDOG: Final = -0.34
_ROUND_SAVED: Final = 1.3
_EMPTY_TABLE: Final = 0.58
_SIZE: Final = {TableSize.FIVE: 0.0, TableSize.SEVEN: -0.5, TableSize.NINE: -1.1}

GENEROUS: Final = 4
"""More dollars than this are not worth a look."""
_REMEMBERED: Final = 1 << 14


class Stall(NamedTuple):
    """The bids at one table that fill it as it is, or those that do not."""

    table: int
    """In the order of service."""
    fills: bool
    bids: tuple[Bid, ...]
    odds: tuple[float, ...]
    bounds: tuple[float, ...]
    """The odds added up."""


class OfferBook(dict[tuple[Pile, tuple[int, ...], int], tuple[Stall, ...]]):
    """By cards held, room at the tables and money, worked out when first asked for."""

    def __init__(self, tables: tuple[TableSize, ...], *, manual: bool, at_once: bool) -> None:
        """`manual`: whether players announce themselves (HD-20); `at_once`: when full tables are emptied (HD-17)."""
        super().__init__()
        self._tables = tables
        self._sizes = tuple(map(int, tables))
        self._manual = manual
        self._at_once = at_once

    def __missing__(self, key: tuple[Pile, tuple[int, ...], int]) -> tuple[Stall, ...]:
        if len(self) >= _REMEMBERED:
            self.clear()
        held, rooms, money = key
        stalls: list[Stall] = []
        for index, room in enumerate(rooms):
            size = self._tables[index]
            fitting = size if self._at_once else room
            totals = [hotdogs for hotdogs in by_total(held, self._sizes) if hotdogs <= fitting]
            for fills in (True, False):
                chosen = [hotdogs for hotdogs in totals if (hotdogs == room) is fills]
                if chosen:
                    stalls.append(self._stall(held, index, room, money, chosen))
        self[key] = tuple(stalls)
        return self[key]

    def _stall(self, held: Pile, index: int, room: int, money: int, totals: list[int]) -> Stall:
        table = self._tables[index]
        bids: list[Bid] = []
        odds: list[float] = []
        for hotdogs in totals:
            best = by_total(held, self._sizes)[hotdogs][0]
            for dollars in range(min(money, hotdogs) + 1):
                bids.append(self.bid(held, index, best, dollars))
                odds.append(exp(_eagerness(table, room, hotdogs, dollars) + _ROUND_SAVED * best.saved))
        return Stall(index, totals == [room], tuple(bids), tuple(odds), tuple(accumulate(odds)))

    def bid(self, held: Pile, index: int, portion: Portion, dollars: int) -> Bid:
        """HD-20: a last hot-dog is announced where that is up to the player."""
        return the_bid(self._tables[index], portion.hotdogs, dollars, self._manual and portion.cards == held)

    def others(self, held: Pile, rooms: tuple[int, ...]) -> list[Bid]:
        """Bids without dollars, of portions that leave another than the best rest."""
        return [
            self.bid(held, index, portion, 0)
            for index, room in enumerate(rooms)
            for hotdogs, portions in by_total(held, self._sizes).items()
            if hotdogs <= room
            for portion in portions[1:]
        ]


def _eagerness(table: TableSize, room: int, hotdogs: int, dollars: int) -> float:
    eager = _SIZE[table] + (_EMPTY_TABLE if room == table else 0.0)
    if hotdogs > room:
        eager += _RIDES + _RIDING_HOTDOG * hotdogs
    left = (room if hotdogs <= room else table) - hotdogs
    if left:
        return eager + _PART_HOTDOG * hotdogs + _PART_DOLLAR * dollars + _LEAVES.get(left, 0.0)
    eager += _FILL_HOTDOG * hotdogs + _FILL_DOLLAR * dollars + (0.0 if dollars else _FREE)
    return eager + (_FILLS if hotdogs == room else 0.0)


@cache
def offerbook(tables: tuple[TableSize, ...], *, manual: bool, at_once: bool) -> OfferBook:
    """The one book of its kind."""
    return OfferBook(tables, manual=manual, at_once=at_once)
