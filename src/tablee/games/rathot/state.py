"""The Rat Hot table."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.core.game import State
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.pieces import Cards, Ending, Squares


class RatHotState(State):
    """Sets of squares are bit sets of the grid; knowledge/grid.py explains them."""

    __slots__ = (
        "across",
        "aside",
        "cards",
        "down",
        "ending",
        "faces",
        "hand",
        "laid",
        "levels",
        "pile",
        "rats",
        "scores",
        "shown",
        "to_draw",
        "turn",
    )
    cards: Cards
    """RH-02: the cards played with."""
    turn: int
    """From 1."""
    to_draw: int
    """How many cards of this turn are still to be drawn."""
    pile: int
    """The cards not drawn yet, as a bit set: they have no order until they are drawn."""
    hand: tuple[int, ...]
    """The cards drawn in this turn that are not laid yet."""
    aside: tuple[int, ...]
    """RH-14."""
    laid: list[Place]
    """In the order they were laid; without the start card."""
    levels: list[Squares]
    """The squares of each height. Those of height 0 are free."""
    faces: bytearray
    """What each square shows, by its number; 0 also where no card lies."""
    shown: list[Squares]
    """The squares that show each spice, by its code; the first, for no spice, is not used."""
    across: Squares
    down: Squares
    """The strips on which a card may be laid now, by their first squares."""
    rats: list[int]
    """Rats in sight, by seat."""
    scores: list[int]
    """By seat."""
    ending: Ending | None

    @property
    def player(self) -> Seat:
        """Whose turn it is."""
        return Seat(self.turn - 1 & 1)

    def copy(self) -> "RatHotState":
        new = RatHotState()
        new.cards = self.cards
        new.turn = self.turn
        new.to_draw = self.to_draw
        new.pile = self.pile
        new.hand = self.hand
        new.aside = self.aside
        new.laid = self.laid[:]
        new.levels = self.levels[:]
        new.faces = self.faces[:]
        new.shown = self.shown[:]
        new.across = self.across
        new.down = self.down
        new.rats = self.rats[:]
        new.scores = self.scores[:]
        new.ending = self.ending
        return new
