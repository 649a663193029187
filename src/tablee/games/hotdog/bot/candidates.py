"""Bids worth making, and how likely the policy makes each."""

from functools import cache
from itertools import accumulate
from math import exp
from typing import Final, NamedTuple

from tablee.games.hotdog.actions import Bid, shared_bid
from tablee.games.hotdog.bot.portions import Portion, by_total
from tablee.games.hotdog.pieces import Pile, TableSize

# What makes a bid more likely, as logarithms of odds. Found by letting policies play each other, then made smaller:
# a player who always bids the same is easily undercut. All are for a bid of the portion that leaves the best rest.

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

MOST_DOLLARS: Final = 4
"""Bids with more dollars are not considered."""
_CACHE_SIZE: Final = 1 << 14


class BidGroup(NamedTuple):
    """The bids at one table that fill it as it is, or those that do not."""

    table: int
    """Its index in the order of service."""
    fills: bool
    bids: tuple[Bid, ...]
    odds: tuple[float, ...]
    bounds: tuple[float, ...]
    """The running sums of the odds."""


class Candidates(dict[tuple[Pile, tuple[int, ...], int], tuple[BidGroup, ...]]):
    """Groups of bids by cards held, room at the tables and money, worked out when first asked for."""

    def __init__(self, tables: tuple[TableSize, ...], *, manual: bool, at_once: bool) -> None:
        """`manual`: players announce the last hot-dog themselves (HD-20); `at_once`: when full tables pay (HD-17)."""
        super().__init__()
        self._tables = tables
        self._sizes = tuple(map(int, tables))
        self._manual = manual
        self._at_once = at_once

    def __missing__(self, key: tuple[Pile, tuple[int, ...], int]) -> tuple[BidGroup, ...]:
        if len(self) >= _CACHE_SIZE:
            self.clear()
        held, rooms, money = key
        groups: list[BidGroup] = []
        for index, room in enumerate(rooms):
            size = self._tables[index]
            fitting = size if self._at_once else room
            totals = [hotdogs for hotdogs in by_total(held, self._sizes) if hotdogs <= fitting]
            for fills in (True, False):
                chosen = [hotdogs for hotdogs in totals if (hotdogs == room) is fills]
                if chosen:
                    groups.append(self._group(held, index, room, money, chosen))
        self[key] = tuple(groups)
        return self[key]

    def _group(self, held: Pile, index: int, room: int, money: int, totals: list[int]) -> BidGroup:
        table = self._tables[index]
        bids: list[Bid] = []
        odds: list[float] = []
        for hotdogs in totals:
            best = by_total(held, self._sizes)[hotdogs][0]
            for dollars in range(min(money, hotdogs) + 1):
                bids.append(self.bid(held, index, best, dollars))
                odds.append(exp(_log_odds(table, room, hotdogs, dollars) + _ROUND_SAVED * best.saved))
        return BidGroup(index, totals == [room], tuple(bids), tuple(odds), tuple(accumulate(odds)))

    def bid(self, held: Pile, index: int, portion: Portion, dollars: int) -> Bid:
        """HD-20: a last hot-dog is announced if players must do so themselves."""
        return shared_bid(self._tables[index], portion.hotdogs, dollars, self._manual and portion.cards == held)

    def others(self, held: Pile, rooms: tuple[int, ...]) -> list[Bid]:
        """Bids without dollars, of portions that do not leave the best rest."""
        return [
            self.bid(held, index, portion, 0)
            for index, room in enumerate(rooms)
            for hotdogs, portions in by_total(held, self._sizes).items()
            if hotdogs <= room
            for portion in portions[1:]
        ]


def _log_odds(table: TableSize, room: int, hotdogs: int, dollars: int) -> float:
    log_odds = _SIZE[table] + (_EMPTY_TABLE if room == table else 0.0)
    if hotdogs > room:
        log_odds += _RIDES + _RIDING_HOTDOG * hotdogs
    left = (room if hotdogs <= room else table) - hotdogs
    if left:
        return log_odds + _PART_HOTDOG * hotdogs + _PART_DOLLAR * dollars + _LEAVES.get(left, 0.0)
    log_odds += _FILL_HOTDOG * hotdogs + _FILL_DOLLAR * dollars + (0.0 if dollars else _FREE)
    return log_odds + (_FILLS if hotdogs == room else 0.0)


@cache
def candidates_for(tables: tuple[TableSize, ...], *, manual: bool, at_once: bool) -> Candidates:
    """The candidates under these rules, shared by all bots."""
    return Candidates(tables, manual=manual, at_once=at_once)
