"""All bids a pile of hot-dog cards allows, made once a pile and shared by all games."""

from bisect import bisect_right
from functools import cache
from itertools import product
from typing import NamedTuple

from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import Pile, TableSize, count


class Bids(NamedTuple):
    """Some bids in the order of their dollars, so that those a purse can pay are a beginning of them (HD-08)."""

    all: tuple[Bid, ...]
    payable: tuple[int, ...]
    """How many of them cost 0 dollars, at most 1, at most 2, …"""

    def number(self, money: int) -> int:
        """How many of them a player with so much money can make."""
        return self.payable[money] if money < len(self.payable) else len(self.all)


class BidBook(dict[Pile, Bids]):
    """The bids of each pile a player may hold, worked out when first asked for."""

    def __init__(self, tables: tuple[TableSize, ...], *, manual: bool, last: bool) -> None:
        """`manual`: whether players announce themselves (HD-20); `last`: only last hot-dogs (HD-19)."""
        super().__init__()
        self._tables = tables
        self._manual = manual
        self._last = last

    def __missing__(self, held: Pile) -> Bids:
        offers = [(hotdogs, announce) for hotdogs in _parts(held) for announce in self._announcements(hotdogs, held)]
        bids = [
            the_bid(table, hotdogs, dollars, announce)
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
def bidbook(tables: tuple[TableSize, ...], *, manual: bool, last: bool) -> BidBook:
    """The one book of its kind."""
    return BidBook(tables, manual=manual, last=last)


@cache
def the_bid(table: TableSize, hotdogs: tuple[int, ...], dollars: int, announce: bool) -> Bid:
    """The one bid of its kind."""
    return Bid(table, hotdogs, dollars, announce)


def _parts(held: Pile) -> list[tuple[int, ...]]:
    """HD-06: every choice of one or more cards of a pile, highest card first; cards of a value are alike."""
    values = [value for value in range(9, 0, -1) if count(held, value)]
    numbers = product(*(range(count(held, value) + 1) for value in values))
    parts = [
        tuple(value for value, many in zip(values, chosen, strict=True) for _ in range(many)) for chosen in numbers
    ]
    return [part for part in parts if part]
