"""What a seat can do in Rat Hot, and what can happen."""

from dataclasses import dataclass
from typing import Any, ClassVar

from tablee.core.game import Action, Event
from tablee.core.seat import Seat
from tablee.games.rathot.pieces import STEPS, Dir, Ending, Face


@dataclass(frozen=True, slots=True)
class Draw(Action):
    """RH-06: chance turns up a card."""

    tag: ClassVar[str] = "draw"
    card: int


class _Lying(Action):
    """How the card lies, worked out once when the action is made."""

    __slots__ = ("across", "backward", "left", "top")
    across: bool
    """Horizontally; else vertically."""
    backward: bool
    """Whether its first square is the right or the bottom one."""
    top: int
    """The row of its topmost square."""
    left: int
    """The column of its leftmost square."""


@dataclass(frozen=True, slots=True)
class Place(_Lying):
    """RH-06: lay a drawn card, its first square at (row, col), the others following in a direction.

    >>> Place(17, 0, 2, Dir.E)
    Place(card=17, row=0, col=2, dir=<Dir.E: 'E'>)
    """

    tag: ClassVar[str] = "place"
    card: int
    row: int
    """From the S square, downward."""
    col: int
    """From the S square, to the right."""
    dir: Dir

    def __post_init__(self) -> None:
        put = object.__setattr__
        down, right = STEPS[self.dir]
        put(self, "across", down == 0)
        put(self, "backward", down + right < 0)
        put(self, "top", self.row + min(0, 2 * down))
        put(self, "left", self.col + min(0, 2 * right))

    @property
    def squares(self) -> tuple[tuple[int, int], ...]:
        """Row and column of the squares it covers, from the left or from the top."""
        if self.across:
            return tuple((self.top, self.left + step) for step in range(3))
        return tuple((self.top + step, self.left) for step in range(3))

    def __reduce__(self) -> tuple[Any, ...]:
        return Place, (self.card, self.row, self.col, self.dir)


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
    """The turn passes to a seat, which draws so many cards."""

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
