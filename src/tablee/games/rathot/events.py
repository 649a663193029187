"""What can happen in Rat Hot."""

from dataclasses import dataclass
from typing import ClassVar

from tablee.core.game import Event
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.pieces import Ending, Face


@dataclass(frozen=True, slots=True)
class Group:
    """RH-16: a group that scored: whose colour it is, what it shows, where it lies."""

    seat: Seat
    spice: Face
    squares: tuple[tuple[int, int], ...]
    """Row and column of each."""
    points: int


@dataclass(frozen=True, slots=True)
class Drawn(Event):
    """RH-06: a seat has turned up a card."""

    tag: ClassVar[str] = "drawn"
    reveals: ClassVar[bool] = True
    seat: Seat
    card: int


@dataclass(frozen=True, slots=True)
class Laid(Event):
    """A card has been laid; its squares are now so high."""

    tag: ClassVar[str] = "laid"
    seat: Seat
    place: Place
    height: int


@dataclass(frozen=True, slots=True)
class Scored(Event):
    """RH-15: the groups that the card just laid has formed or changed."""

    tag: ClassVar[str] = "scored"
    groups: tuple[Group, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class SetAside(Event):
    """RH-14: cards for which there is no place have left the game."""

    tag: ClassVar[str] = "set_aside"
    seat: Seat
    cards: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """The turn passes to a seat, which draws cards."""

    tag: ClassVar[str] = "turn_ended"
    seat: Seat
    cards: int


@dataclass(frozen=True, slots=True)
class Overrun(Event):
    """RH-19: a seat shows too many rats at the end of its turn."""

    tag: ClassVar[str] = "overrun"
    seat: Seat
    rats: int


@dataclass(frozen=True, slots=True)
class FinalCount(Event):
    """RH-18: all groups in sight have been scored once more."""

    tag: ClassVar[str] = "final_count"
    groups: tuple[Group, ...]
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """RH-18, RH-19."""

    tag: ClassVar[str] = "game_ended"
    ending: Ending
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]


EVENTS = (Drawn, Laid, Scored, SetAside, TurnEnded, Overrun, FinalCount, GameEnded)
