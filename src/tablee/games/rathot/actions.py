"""What a seat can do in Rat Hot."""

from dataclasses import dataclass
from typing import Any, ClassVar, Final

from tablee.core.game import Action
from tablee.games.rathot.pieces import STEPS, Dir


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


ACTIONS: Final = (Draw, Place)
