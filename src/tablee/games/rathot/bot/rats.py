"""Rats in sight: how many a card can cover, how many none can, and what that means for their owner."""

from typing import Final

from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.bot.evaluation import where
from tablee.games.rathot.knowledge.grid import Grid
from tablee.games.rathot.knowledge.placement import faces_along, strips_after
from tablee.games.rathot.pieces import CARDS, FIRST_RAT, TOO_MANY_RATS, Squares
from tablee.games.rathot.state import RatHotState

ON_CARD: Final = tuple(tuple(faces.count(FIRST_RAT + seat) for faces in CARDS) for seat in (0, 1))
"""By seat, then by card: how many rats of the seat a card shows."""


def coverable(state: RatHotState, grid: Grid, seat: Seat) -> int:
    """How many of a seat's rats one card can cover."""
    return _on_a_strip(where(state.faces, FIRST_RAT + seat), state.across, state.down, grid.width)


def _on_a_strip(rats: Squares, across: Squares, down: Squares, width: int) -> int:
    """How many of some squares are on the strip that holds most of them."""
    most = 0
    if rats:
        for strips, step in ((across, 1), (down, width)):
            first, middle, last = rats, rats >> step, rats >> 2 * step
            if strips & first & middle & last:
                return 3
            if strips & (first & middle | last & (first | middle)):
                most = 2
            elif not most and strips & (first | middle | last):
                most = 1
    return most


def stuck(state: RatHotState, grid: Grid, seat: Seat) -> int:
    """How many of a seat's rats no card can cover as the table is now."""
    if not state.rats[seat]:
        return 0
    across, down, width = state.across, state.down, grid.width
    within = across | across << 1 | across << 2 | down | down << width | down << 2 * width
    return (where(state.faces, FIRST_RAT + seat) & ~within).bit_count()


def must_cover(state: RatHotState, seat: Seat) -> bool:
    """RH-19: whether the seat has lost if it covers no rat with the cards in its hand."""
    on_card = ON_CARD[seat]
    return state.rats[seat] + sum(on_card[card] for card in state.hand) >= TOO_MANY_RATS


def is_lost(state: RatHotState, grid: Grid, seat: Seat) -> bool:
    """RH-19: whether the seat, with one card in hand or none, will show too many rats whatever it does."""
    if not must_cover(state, seat):
        return False
    rats = state.rats[seat] + sum(ON_CARD[seat][card] for card in state.hand)
    return rats - (coverable(state, grid, seat) if state.hand else 0) >= TOO_MANY_RATS


class Rescue:
    """Tells which placements save a seat that must cover rats with the cards in its hand (RH-19)."""

    __slots__ = ("_excess", "_face", "_grid", "_rats", "_state")

    def __init__(self, state: RatHotState, grid: Grid, seat: Seat) -> None:
        self._state = state
        self._grid = grid
        self._face = FIRST_RAT + seat
        self._rats = where(state.faces, self._face)
        shown = state.rats[seat] + sum([ON_CARD[seat][card] for card in state.hand])
        self._excess = shown - TOO_MANY_RATS + 1
        """So many are to be covered."""

    def fails(self, place: Place) -> bool:
        """Whether after this card there are too many rats and too few can be covered with the other one."""
        state, grid = self._state, self._grid
        strip = grid.strip(place)
        left = self._excess - (self._rats & strip.cells).bit_count()
        if left <= 0:
            return False
        if left > len(strip.parts) or len(state.hand) == 1:
            return True
        _, across, down = strips_after(state, grid, strip)
        rats = self._rats & ~strip.cells
        for (_, square, _), face in zip(strip.parts, faces_along(place), strict=True):
            if face == self._face:
                rats |= square
        return _on_a_strip(rats, across, down, grid.width) < left


def _losing(*rows: tuple[float, ...]) -> tuple[tuple[float, ...], ...]:
    return tuple(row + row[-1:] * (len(rows) - len(row)) for row in rows)


_TO_PLAY: Final = _losing(
    (0.0,),
    (0.02, 0.1),
    (0.06, 0.15, 0.5),
    (0.15, 0.3, 0.8, 1.1),
    (0.5, 0.8, 1.1, 3.6, 4.8),
    (1.5, 1.8, 2.1, 3.6, 4.5, 5.0),
    (2.5, 3.0, 3.5, 4.5, 5.0, 5.5, 5.5),
)
"""What rats cost the log odds of the seat to play, by how many there are and how many of them are stuck."""
_WAITING: Final = _losing((0.0,), (0.05, 0.15), (0.1, 0.4, 0.7), (0.5, 0.8, 1.1, 1.6), (1.0, 1.3, 1.6, 3.6, 4.8))
"""The same for the other seat, which will have cards of its own before its rats are counted."""
IN_PILE: Final = 5.0
"""What it costs the log odds if each card left in the pile shows one rat of a seat more, on average."""


def danger(state: RatHotState, grid: Grid, seat: Seat) -> float:
    """What a seat's rats in sight cost its log odds."""
    costs = _TO_PLAY if seat == state.player else _WAITING
    most = len(costs) - 1
    return costs[min(most, state.rats[seat])][min(most, stuck(state, grid, seat))]


_WITH_RATS: Final = tuple(
    tuple(sum(1 << card for card, rats in enumerate(on_card) if rats >= least) for least in (1, 2))
    for on_card in ON_CARD
)


def in_pile(state: RatHotState, seat: Seat) -> int:
    """How many rats of a seat the cards of the pile show."""
    some, two = _WITH_RATS[seat]
    return (state.pile & some).bit_count() + (state.pile & two).bit_count()
