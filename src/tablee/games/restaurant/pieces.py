"""Cards, hands, and the room with its tables."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cache, lru_cache
from typing import Final, NewType

from tablee.core.chance import Random

MARKERS: Final = 20
"""RE-03: of each colour."""

ENOUGH: Final = 30
"""RE-11, RE-12: the number of cards that must be taken before a dead end may end the orders."""


class Card(StrEnum):
    """RE-02."""

    MENU_100 = "menu100"
    MENU_200 = "menu200"
    MENU_300 = "menu300"
    MENU_600 = "menu600"
    RES_100 = "res100"
    RES_200 = "res200"
    RES_300 = "res300"
    RES_600 = "res600"
    DISH = "dish"
    DOUBLE = "double"
    JUMP = "jump"


CARDS: Final = tuple(Card)
"""Menus first, those marked RES after the others, then the worthless."""

MENUS: Final = CARDS[:8]
RES: Final = CARDS[4:8]
WORTHLESS: Final = CARDS[8:]

NUMBER_OF: Final = dict(zip(CARDS, (7, 7, 8, 4, 2, 2, 1, 1, 18, 7, 3), strict=True))
"""RE-02: 9 menus each of 100, 200 and 300, and 5 of 600; six of them are marked RES."""

RES_CARDS: Final = sum(NUMBER_OF[card] for card in RES)

HUNDREDS: Final = dict(zip(CARDS, (1, 2, 3, 6, 1, 2, 3, 6, 0, 0, 0), strict=True))
"""What a menu is worth, in hundreds."""


# Hands

Hand = NewType("Hand", int)
"""Some cards in one number: how many they are in the lowest 6 bits, their value in hundreds in the next 7, then 6 bits
a kind of card for how many there are of it. So cards change hands by + and −.
"""

EMPTY: Final = Hand(0)
FIRST_KIND: Final = 13
UNITS: Final = tuple(
    Hand(1 + (HUNDREDS[card] << 6) + (1 << FIRST_KIND + 6 * number)) for number, card in enumerate(CARDS)
)
"""One card of each kind, as a hand."""
UNIT: Final = dict(zip(CARDS, UNITS, strict=True))


def hand(cards: Iterable[Card]) -> Hand:
    """These cards as a hand.

    >>> size(hand([Card.DISH, Card.RES_600])), value(hand([Card.DISH, Card.RES_600]))
    (2, 600)
    """
    return Hand(sum(UNIT[card] for card in cards))


DECK: Final = hand(card for card in CARDS for _ in range(NUMBER_OF[card]))
"""RE-02: all 60 cards."""


def size(held: int) -> int:
    """How many cards there are."""
    return held & 63


def value(held: int) -> int:
    """RE-13: the sum of the menus."""
    return (held >> 6 & 127) * 100


def count(held: int, card: Card) -> int:
    """How many there are of one kind."""
    return counts(held)[CARDS.index(card)]


def counts(held: int) -> tuple[int, ...]:
    """How many there are of each kind, in the order of `CARDS`."""
    return tuple(held >> shift & 63 for shift in _SHIFTS)


@lru_cache(maxsize=1 << 12)
def cards_in(held: int) -> tuple[Card, ...]:
    """The cards of a hand, in the order of `CARDS`.

    >>> cards_in(hand([Card.JUMP, Card.MENU_100]))
    (<Card.MENU_100: 'menu100'>, <Card.JUMP: 'jump'>)
    """
    return tuple(card for card, number in zip(CARDS, counts(held), strict=True) for _ in range(number))


_SHIFTS: Final = tuple(FIRST_KIND + 6 * number for number in range(len(CARDS)))
_ONE_OF_EACH: Final = sum(1 << shift for shift in _SHIFTS)
_ALMOST_A_BIT: Final = 31 * _ONE_OF_EACH
_BIT: Final = 32 * _ONE_OF_EACH


def draw(held: int, rng: Random) -> int:
    """A card drawn blind from some cards: its kind."""
    ticket = int(rng.random() * (held & 63))
    number, held = 0, held >> 13
    ticket -= held & 63
    while ticket >= 0:
        number += 1
        held >>= 6
        ticket -= held & 63
    return number


def kinds(held: int) -> int:
    """Which kinds a hand holds, as a set with a bit a kind (the highest of its 6): no loop over cards."""
    return held + _ALMOST_A_BIT & _BIT


def _bits(cards: Iterable[Card]) -> int:
    return kinds(hand(cards))


RES_KINDS: Final = _bits(RES)
MENU_KINDS: Final = _bits(MENUS)
FIT_THE_SALON: Final = _bits(card for card in CARDS if HUNDREDS[card] not in (1, 2))
FIT_ELSEWHERE: Final = _bits(card for card in CARDS if HUNDREDS[card] != 6)
"""RE-16."""


@cache
def numbers_in(kinds_: int) -> tuple[int, ...]:
    """The kinds of a set made by `kinds`, as places in `CARDS`."""
    return tuple(number for number, shift in enumerate(_SHIFTS) if kinds_ >> shift + 5 & 1)


# The room

Table = NewType("Table", int)
"""RE-01: a table, counted from 0 row by row."""

ROWS: Final = 6
COLUMNS: Final = 10
TABLES: Final = tuple(Table(number) for number in range(ROWS * COLUMNS))

Tables = NewType("Tables", int)
"""A set of tables, as a number with a bit a table."""

NO_TABLES: Final = Tables(0)
ALL_TABLES: Final = Tables((1 << ROWS * COLUMNS) - 1)


def table_at(row: int, col: int) -> Table | None:
    """The table of a row and column, both counted from 1; None if there is none.

    >>> table_at(2, 4)
    13
    """
    if 1 <= row <= ROWS and 1 <= col <= COLUMNS:
        return Table((row - 1) * COLUMNS + col - 1)
    return None


def row_of(table: int) -> int:
    """From 1."""
    return table // COLUMNS + 1


def column_of(table: int) -> int:
    """From 1."""
    return table % COLUMNS + 1


def name_of(table: int) -> str:
    """What people call it: a letter for the row, a number for the column.

    >>> name_of(13)
    'B4'
    """
    return f"{'ABCDEF'[table // COLUMNS]}{column_of(table)}"


def _tables_where(test: Iterable[bool]) -> Tables:
    return Tables(sum(1 << number for number, holds in enumerate(test) if holds))


RIM: Final = _tables_where(row_of(t) in (1, ROWS) or column_of(t) in (1, COLUMNS) for t in TABLES)
SALON: Final = _tables_where(2 <= row_of(t) <= 5 and 4 <= column_of(t) <= 7 for t in TABLES)
"""RE-01."""

STAIRS: Final = frozenset({((1, 5), (2, 5)), ((3, 7), (3, 8)), ((5, 6), (6, 6)), ((4, 3), (4, 4))})
"""RE-23: the only ways into the salon, as rows and columns."""


@lru_cache(maxsize=1 << 12)
def in_order(tables: int) -> tuple[Table, ...]:
    """The tables of a set, row by row.

    >>> in_order(0b101)
    (0, 2)
    """
    listed = []
    while tables:
        lowest = tables & -tables
        listed.append(Table(lowest.bit_length() - 1))
        tables ^= lowest
    return tuple(listed)


@dataclass(frozen=True, slots=True)
class Room:
    """Which tables are next to each other."""

    next_to: tuple[Tables, ...]
    """By table: all its neighbours."""
    south_of: Tables
    east_of: Tables
    """The tables with a neighbour to the north, or to the west."""

    def beside(self, tables: int) -> int:
        """All tables with a neighbour among these."""
        return (
            (tables << COLUMNS & self.south_of)
            | (tables & self.south_of) >> COLUMNS
            | (tables << 1 & self.east_of)
            | (tables & self.east_of) >> 1
        )


@cache
def room(stairs: bool) -> Room:
    """RE-05: tables are neighbours along an edge; RE-23: with stairs the salon is entered over these alone.

    >>> in_order(room(False).next_to[0]), in_order(room(True).next_to[3])
    ((1, 10), (2, 4))
    """

    def is_open(table: Table, other: Table) -> bool:
        if not stairs or (SALON >> table & 1) == (SALON >> other & 1):
            return True
        return ((row_of(table), column_of(table)), (row_of(other), column_of(other))) in STAIRS

    south_of = _tables_where(row_of(t) > 1 and is_open(Table(t - COLUMNS), t) for t in TABLES)
    east_of = _tables_where(column_of(t) > 1 and is_open(Table(t - 1), t) for t in TABLES)
    edges = Room((), south_of, east_of)
    return Room(tuple(Tables(edges.beside(1 << table)) for table in TABLES), south_of, east_of)


class Protect(StrEnum):
    """RE-10: which of the menus held are laid under a RES."""

    ALL = "all"
    CHOSEN = "chosen"


class OrdersEnding(StrEnum):
    """RE-11: why phase A ended."""

    DEAD_END = "dead_end"
    NO_CARD = "no_card"


class ServiceEnding(StrEnum):
    """RE-20: why phase B ended."""

    BLOCKED = "blocked"
    """The table served last has no neighbour to serve."""
    LAST_CARD = "last_card"
    """Somebody has laid his last card."""
    ALL_PASSED = "all_passed"


class Step(StrEnum):
    """What is awaited now."""

    TAKE = "take"
    """RE-05: the seat to play takes a card."""
    TURN = "turn"
    """RE-06: chance turns it."""
    EXCHANGE = "exchange"
    """RE-07: it is a dish of the day: exchange it or keep it."""
    DRAW = "draw"
    """RE-07: chance draws from the other's hand."""
    TAKE_MORE = "take_more"
    """RE-08, RE-09: a further card, or none."""
    REST = "rest"
    """RE-10: the turn is over but for RES menus that could still be laid."""
    SERVE = "serve"
    """RE-15: the seat to play serves a table."""
    SERVE_MORE = "serve_more"
    """RE-17: a further one, or none."""
    OVER = "over"
