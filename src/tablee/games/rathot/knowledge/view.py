"""The table as a seat sees it."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tablee.core.game import View
from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.knowledge.grid import bits
from tablee.games.rathot.knowledge.placement import faces_along
from tablee.games.rathot.pieces import FACES, START, Cards, Changed, Deck, Ending, Face
from tablee.games.rathot.state import RatHotState


@dataclass(frozen=True, slots=True)
class SquareView:
    """One square on which at least one card lies."""

    row: int
    col: int
    face: Face
    height: int
    card: int | None
    """The card on top; None: the start card."""


@dataclass(frozen=True, slots=True)
class RatHotView(View):
    """Tuples of two are by seat."""

    seat: Seat | None
    deck: Deck
    """RH-02."""
    changed: Changed
    """RH-17."""
    table_size: int
    turn: int
    """From 1."""
    player: Seat
    """Whose turn it is."""
    to_draw: int
    """How many cards of this turn are still to be drawn."""
    hand: tuple[int, ...]
    """The cards drawn in this turn that are not laid yet."""
    pile: tuple[int, ...]
    """The cards not drawn yet, which are known; their order is not."""
    squares: tuple[SquareView, ...]
    """The table seen from above, row by row."""
    laid: tuple[Place, ...]
    """All cards laid after the start card, the first one first; later ones may cover them."""
    aside: tuple[int, ...]
    """RH-14."""
    scores: tuple[int, ...]
    rats: tuple[int, ...]
    """Rats in sight."""
    over: bool
    ending: Ending | None


def view(state: RatHotState, seat: Seat | None, changed: Changed, table_size: int) -> RatHotView:
    """All that `seat` (None: a spectator) knows."""
    return RatHotView(
        seat=seat,
        deck=state.cards.deck,
        changed=changed,
        table_size=table_size,
        turn=state.turn,
        player=state.player,
        to_draw=state.to_draw,
        hand=state.hand,
        pile=tuple(bits(state.pile)),
        squares=from_above(state.laid, state.cards),
        laid=tuple(state.laid),
        aside=state.aside,
        scores=tuple(state.scores),
        rats=tuple(state.rats),
        over=state.ending is not None,
        ending=state.ending,
    )


def from_above(laid: Sequence[Place], cards: Cards) -> tuple[SquareView, ...]:
    """RH-13: the table after these cards, laid in this order, seen from above."""
    tops: dict[tuple[int, int], tuple[int, int, int | None]] = {
        (0, col): (face, 1, None) for col, face in zip((-1, 0, 1), START, strict=True)
    }
    for place in laid:
        for square, face in zip(place.squares, faces_along(place, cards), strict=True):
            height = tops[square][1] + 1 if square in tops else 1
            tops[square] = (face, height, place.card)
    return tuple([_square(row, col, *top) for (row, col), top in sorted(tops.items())])


@lru_cache(maxsize=1 << 15)
def _square(row: int, col: int, face: int, height: int, card: int | None) -> SquareView:
    """Kept for the next view: a card changes three squares, and all others look as before."""
    return SquareView(row, col, FACES[face], height, card)
