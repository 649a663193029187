"""Hot-dog cards, tables and dollar notes."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from functools import cache
from typing import Final, NewType

HOTDOG_VALUES: Final = (1, 1, 1, 2, 2, 2, 3, 3, 4, 5)
"""HD-01: the hot-dog cards of one colour."""

START_MONEY: Final = 3
"""HD-03."""

IDLE_ROUNDS: Final = 5
"""HD-22: the number of rounds in a row without a sale that end the hand."""


class TableSize(IntEnum):
    """HD-02: a table, by the number of hot-dogs it seats."""

    FIVE = 5
    SEVEN = 7
    NINE = 9


def tables_for(players: int) -> tuple[TableSize, ...]:
    """HD-02: the 9 is left out with 2 or 3 players. In the order of service (HD-11)."""
    return tuple(TableSize) if players > 3 else (TableSize.FIVE, TableSize.SEVEN)


class Settle(StrEnum):
    """HD-17: when a full table is paid and emptied."""

    AT_ONCE = "at_once"
    END_OF_ROUND = "end_of_round"


class Announce(StrEnum):
    """HD-20: who says "last hot-dog"."""

    AUTO = "auto"
    MANUAL = "manual"


class Ending(StrEnum):
    """Why a hand ended."""

    SOLD_OUT = "sold_out"
    """HD-21: somebody sold his last hot-dog."""
    STUCK = "stuck"
    """HD-22: no card of anybody fits any table."""
    IDLE = "idle"
    """HD-22: too many rounds without a sale."""


Pile = NewType("Pile", int)
"""Some hot-dog cards in one number: their total in the low 8 bits, above it 4 bits a value for how many there are.

So piles are put together by +, taken apart by −, and compared in one step; a settlement needs no loop over cards.
"""

EMPTY: Final = Pile(0)
_TOTAL: Final = 0xFF


def pile(values: Iterable[int]) -> Pile:
    """The pile of cards of these values.

    >>> cards(pile([1, 4]) + pile([1]))
    (4, 1, 1)
    """
    return Pile(sum(value + (1 << 4 + 4 * value) for value in values))


def total(cards_: Pile) -> int:
    """HD-07: the hot-dogs of a pile.

    >>> total(pile([4, 1]))
    5
    """
    return cards_ & _TOTAL


@cache
def cards(pile_: Pile) -> tuple[int, ...]:
    """The values of a pile's cards, highest first."""
    return tuple(value for value in range(9, 0, -1) for _ in range(count(pile_, value)))


def count(pile_: Pile, value: int) -> int:
    """How many cards of one value a pile holds."""
    return pile_ >> 4 + 4 * value & 0xF


@cache
def smallest(pile_: Pile) -> int:
    """The lowest card of a pile; more than any table seats if there is none."""
    return min(cards(pile_), default=max(TableSize) + 1)


def notes(dollars: int) -> tuple[int, int, int]:
    """HD-04: an amount in 10-, 5- and 1-dollar notes, never more than two 5s or five 1s.

    >>> notes(13)
    (1, 0, 3)
    """
    return dollars // 10, dollars % 10 // 5, dollars % 5
