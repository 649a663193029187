"""The plain data of the toy auction: lots, bids, events, and the view."""

from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import ClassVar, Final

from tablee.core.game import Action, Event, View
from tablee.core.seat import Seat

COINS: Final = 3
"""Of each seat at the start."""


class Lot(IntEnum):
    """What can be won in each round, and its points."""

    FIVE = 5
    SEVEN = 7


class Ties(StrEnum):
    """Who wins a lot if several bid the same."""

    NOBODY = "nobody"
    ALL = "all"


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """Cards and coins for a lot; the order of the cards does not matter."""

    tag: ClassVar[str] = "bid"
    lot: Lot
    cards: tuple[int, ...]
    coins: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "cards", tuple(sorted(self.cards, reverse=True)))

    @property
    def total(self) -> int:
        return sum(self.cards) + self.coins


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """A bid lies face down; only its seat sees what it is."""

    tag: ClassVar[str] = "chosen"
    seat: Seat
    bid: Bid | None

    def seen_by(self, reader: Seat | None) -> "Chosen":
        return self if reader == self.seat else Chosen(self.seat, None)


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """All bids of a round, by seat."""

    tag: ClassVar[str] = "revealed"
    reveals: ClassVar[bool] = True
    bids: tuple[Bid, ...]


@dataclass(frozen=True, slots=True)
class Won(Event):
    """A lot has gone to these seats."""

    tag: ClassVar[str] = "won"
    lot: Lot
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class ToyAuctionView(View):
    """Tuples are by seat."""

    seat: Seat | None
    round: int
    rounds: int
    over: bool
    hands: tuple[tuple[int, ...], ...]
    coins: tuple[int, ...]
    points: tuple[int, ...]
    chosen: tuple[bool, ...]
    bid: Bid | None
    """The viewer's own, face down."""
    lots: tuple[int, int, int]
    """How many were won by one seat, won by several, left."""
