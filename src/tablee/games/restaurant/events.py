"""What can happen in Restaurant."""

from dataclasses import dataclass, replace
from typing import ClassVar, Final

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.games.restaurant.pieces import MENUS, Card, OrdersEnding, ServiceEnding


@dataclass(frozen=True, slots=True)
class Marked(Event):
    """RE-05: a seat takes the card of a table and puts a marker there."""

    tag: ClassVar[str] = "marked"
    seat: Seat
    row: int
    col: int


@dataclass(frozen=True, slots=True)
class Turned(Event):
    """RE-06: the card taken; only the seat that took it sees a menu."""

    tag: ClassVar[str] = "turned"
    reveals: ClassVar[bool] = True
    seat: Seat
    row: int
    col: int
    card: Card | None

    def seen_by(self, reader: Seat | None) -> "Turned":
        return replace(self, card=None) if self.card in MENUS and reader != self.seat else self


@dataclass(frozen=True, slots=True)
class Reached(Event):
    """RE-07: a seat gives its dish of the day and draws blind from another."""

    tag: ClassVar[str] = "reached"
    seat: Seat
    other: Seat


@dataclass(frozen=True, slots=True)
class Exchanged(Event):
    """RE-07: the card drawn, known to the two of them."""

    tag: ClassVar[str] = "exchanged"
    reveals: ClassVar[bool] = True
    seat: Seat
    other: Seat
    card: Card | None

    def seen_by(self, reader: Seat | None) -> "Exchanged":
        return self if reader in (self.seat, self.other) else replace(self, card=None)


@dataclass(frozen=True, slots=True)
class Kept(Event):
    """RE-07: a seat keeps its dish of the day."""

    tag: ClassVar[str] = "kept"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Reserved(Event):
    """RE-10: a RES menu laid; only its owner knows which menus lie under it."""

    tag: ClassVar[str] = "reserved"
    reveals: ClassVar[bool] = True
    seat: Seat
    res: Card
    beneath: int
    menus: tuple[Card, ...] | None

    def seen_by(self, reader: Seat | None) -> "Reserved":
        return self if reader == self.seat or not self.beneath else replace(self, menus=None)


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """RE-08, RE-09, RE-17: a seat takes or lays no further card."""

    tag: ClassVar[str] = "declined"
    seat: Seat


@dataclass(frozen=True, slots=True)
class Skipped(Event):
    """RE-03: a seat has no marker left."""

    tag: ClassVar[str] = "skipped"
    seat: Seat


@dataclass(frozen=True, slots=True)
class OrdersEnded(Event):
    """RE-11, RE-13, RE-14: why phase A ended, the sum of each seat, and who serves first."""

    tag: ClassVar[str] = "orders_ended"
    reveals: ClassVar[bool] = True
    ending: OrdersEnding
    sums: tuple[int, ...]
    first: Seat


@dataclass(frozen=True, slots=True)
class Served(Event):
    """RE-15, RE-19: a card laid under a marker, and what that scores for the marker's owner."""

    tag: ClassVar[str] = "served"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: Card
    row: int
    col: int
    owner: Seat
    points: int


@dataclass(frozen=True, slots=True)
class Passed(Event):
    """RE-18: a seat has no card that fits."""

    tag: ClassVar[str] = "passed"
    reveals: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """RE-20 to RE-22: why phase B ended, the cards each seat still held, and the scores."""

    tag: ClassVar[str] = "game_ended"
    reveals: ClassVar[bool] = True
    ending: ServiceEnding
    hands: tuple[tuple[Card, ...], ...]
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


EVENTS: Final = (
    Marked,
    Turned,
    Reached,
    Exchanged,
    Kept,
    Reserved,
    Declined,
    Skipped,
    OrdersEnded,
    Served,
    Passed,
    GameEnded,
)
