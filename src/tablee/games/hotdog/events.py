"""What can happen in Hot-Dog."""

from dataclasses import dataclass
from typing import ClassVar

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import Ending, TableSize


@dataclass(frozen=True, slots=True)
class Chosen(Event):
    """A seat has put down a bid, face down."""

    tag: ClassVar[str] = "chosen"
    seat: Seat
    bid: Bid | None
    again: bool = False
    """Whether it replaces an earlier bid; the other seats do not learn this."""

    def seen_by(self, reader: Seat | None) -> "Chosen | None":
        if reader == self.seat:
            return self
        return None if self.again else Chosen(self.seat, None)


@dataclass(frozen=True, slots=True)
class Announced(Event):
    """HD-19: a seat has said "last hot-dog"."""

    tag: ClassVar[str] = "announced"
    reveals: ClassVar[bool] = True
    seat: Seat


@dataclass(frozen=True, slots=True)
class Revealed(Event):
    """HD-10: all bids, by seat."""

    tag: ClassVar[str] = "revealed"
    reveals: ClassVar[bool] = True
    bids: tuple[Bid, ...]


@dataclass(frozen=True, slots=True)
class Sold(Event):
    """HD-14, HD-15: a bid was placed whole."""

    tag: ClassVar[str] = "sold"
    seat: Seat
    bid: Bid
    room: int
    """What is left at the table."""


@dataclass(frozen=True, slots=True)
class NotSold(Event):
    """HD-14: a bid was taken back whole."""

    tag: ClassVar[str] = "not_sold"
    seat: Seat
    bid: Bid
    room: int
    silent: bool
    """HD-20: because the last hot-dog was not announced."""


@dataclass(frozen=True, slots=True)
class Paid(Event):
    """HD-17: a full table paid each seat and is empty again."""

    tag: ClassVar[str] = "paid"
    table: TableSize
    dollars: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RoundEnded(Event):
    """HD-18: the mustard has passed on."""

    tag: ClassVar[str] = "round_ended"
    mustard: Seat


@dataclass(frozen=True, slots=True)
class HandEnded(Event):
    """HD-21, HD-22, HD-23: a hand is over; the money of each seat."""

    tag: ClassVar[str] = "hand_ended"
    hand: int
    ending: Ending
    money: tuple[int, ...]
    totals: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """HD-24."""

    tag: ClassVar[str] = "game_ended"
    totals: tuple[int, ...]
    winners: tuple[Seat, ...]


EVENTS = (Chosen, Announced, Revealed, Sold, NotSold, Paid, RoundEnded, HandEnded, GameEnded)
