"""What can be done in Restaurant."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from tablee.core.game import Action
from tablee.core.seat import Seat
from tablee.games.restaurant.pieces import (
    CARDS,
    TABLES,
    UNIT,
    Card,
    Hand,
    Table,
    column_of,
    hand,
    row_of,
    table_at,
)


class _AtTable(Action):
    """An action at a table, which is found once when the action is made."""

    __slots__ = ("table",)
    table: Table | None
    """None if there is no such table."""


@dataclass(frozen=True, slots=True)
class Take(_AtTable):
    """RE-05: the card of a table, whose place a marker takes.

    >>> Take(1, 4).table
    3
    """

    tag: ClassVar[str] = "take"
    row: int
    col: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", table_at(self.row, self.col))

    def __reduce__(self) -> tuple[Any, ...]:
        return Take, (self.row, self.col)


@dataclass(frozen=True, slots=True)
class Exchange(Action):
    """RE-07: give the dish of the day for a card drawn blind from a seat."""

    tag: ClassVar[str] = "exchange"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Keep(Action):
    """RE-07: decline an exchange."""

    tag: ClassVar[str] = "keep"


class _Pile(Action):
    __slots__ = ("beneath",)
    beneath: Hand
    """The menus, as a hand."""


@dataclass(frozen=True, slots=True)
class Reserve(_Pile):
    """RE-10: lay a RES menu with other menus under it.

    >>> Reserve(Card.RES_300, (Card.MENU_600, Card.MENU_100)).menus
    (<Card.MENU_100: 'menu100'>, <Card.MENU_600: 'menu600'>)
    """

    tag: ClassVar[str] = "reserve"
    res: Card
    menus: tuple[Card, ...] = ()

    def __post_init__(self) -> None:
        object.__setattr__(self, "menus", tuple(sorted(self.menus, key=CARDS.index)))
        object.__setattr__(self, "beneath", hand(self.menus))

    def __reduce__(self) -> tuple[Any, ...]:
        return Reserve, (self.res, self.menus)


@dataclass(frozen=True, slots=True)
class Done(Action):
    """RE-08, RE-17: decline a further card; RE-10: end a turn in which a RES could still be laid."""

    tag: ClassVar[str] = "done"


class _CardAtTable(_AtTable):
    __slots__ = ("number", "unit")
    number: int
    """The card's place in `CARDS`."""
    unit: Hand
    """The card, as a hand."""


@dataclass(frozen=True, slots=True)
class Serve(_CardAtTable):
    """RE-15: a card laid under the marker of a table."""

    tag: ClassVar[str] = "serve"
    card: Card
    row: int
    col: int

    def __post_init__(self) -> None:
        object.__setattr__(self, "table", table_at(self.row, self.col))
        object.__setattr__(self, "number", CARDS.index(self.card))
        object.__setattr__(self, "unit", UNIT[self.card])

    def __reduce__(self) -> tuple[Any, ...]:
        return Serve, (self.card, self.row, self.col)


class _Fixed(Action):
    """Chance fixes a card; its place in `CARDS` and the card as a hand are found once."""

    __slots__ = ("number", "unit")
    number: int
    unit: Hand


@dataclass(frozen=True, slots=True)
class Turn(_Fixed):
    """RE-06: what the card taken turns out to be."""

    tag: ClassVar[str] = "turn"
    card: Card

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", CARDS.index(self.card))
        object.__setattr__(self, "unit", UNIT[self.card])

    def __reduce__(self) -> tuple[Any, ...]:
        return Turn, (self.card,)


@dataclass(frozen=True, slots=True)
class Drawn(_Fixed):
    """RE-07: what was drawn blind."""

    tag: ClassVar[str] = "drawn"
    card: Card

    def __post_init__(self) -> None:
        object.__setattr__(self, "number", CARDS.index(self.card))
        object.__setattr__(self, "unit", UNIT[self.card])

    def __reduce__(self) -> tuple[Any, ...]:
        return Drawn, (self.card,)


Move = Take | Exchange | Keep | Reserve | Done | Serve | Turn | Drawn
ACTIONS: Final = (Take, Exchange, Keep, Reserve, Done, Serve, Turn, Drawn)

TAKES: Final = tuple(Take(row_of(table), column_of(table)) for table in TABLES)
SERVES: Final = tuple(tuple(Serve(card, row_of(table), column_of(table)) for table in TABLES) for card in CARDS)
"""By place in `CARDS`, then by table."""
EXCHANGES: Final = tuple(Exchange(Seat(number)) for number in range(6))
TURNS: Final = tuple(Turn(card) for card in CARDS)
DRAWS: Final = tuple(Drawn(card) for card in CARDS)
KEEP: Final = Keep()
DONE: Final = Done()
