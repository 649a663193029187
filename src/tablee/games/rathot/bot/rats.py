"""Rats in sight: how far each is from being covered, and which placements keep a seat from losing by them."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterator
from functools import cache
from typing import Final

from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.knowledge.grid import Grid, bits
from tablee.games.rathot.knowledge.grid import grid as grid_of
from tablee.games.rathot.knowledge.placement import faces_along, strips_after
from tablee.games.rathot.pieces import FIRST_RAT, TOO_MANY_RATS, FaceCode, Squares
from tablee.games.rathot.state import RatHotState

FARTHEST: Final = 6
NEVER: Final = 7
"""The distance of a rat that no card can ever cover: on every strip through it something lies higher."""


def where(faces: bytearray, face: FaceCode) -> Squares:
    """The squares that show a face."""
    squares = 0
    number = faces.find(face)
    while number >= 0:
        squares |= 1 << number
        number = faces.find(face, number + 1)
    return squares


def within_reach(state: RatHotState, grid: Grid) -> Squares:
    """The squares that the next card can cover."""
    across, down, width = state.across, state.down, grid.width
    return across | across << 1 | across << 2 | down | down << width | down << 2 * width


def distances(state: RatHotState, grid: Grid, seat: Seat, reach: Squares) -> list[int]:
    """For each of a seat's rats, how many cards it takes to cover it: 1 if the next one can, `NEVER` if none can."""
    rats = where(state.faces, FIRST_RAT + seat)
    far = rats & ~reach
    return [1] * (rats & reach).bit_count() + [_distance(state, grid, number, reach) for number in bits(far)]


def distance(state: RatHotState, grid: Grid, number: int, reach: Squares) -> int:
    """How many cards it takes to cover the rat on a square."""
    return 1 if reach >> number & 1 else _distance(state, grid, number, reach)


def _distance(state: RatHotState, grid: Grid, number: int, reach: Squares) -> int:
    return min((cards for cards, _ in _ways_to_cover(state, grid, number, reach)), default=NEVER)


def _ways_to_cover(state: RatHotState, grid: Grid, number: int, reach: Squares) -> Iterator[tuple[int, Squares]]:
    """By strip through a rat that the next card cannot cover: about how many cards it takes, and what must rise."""
    levels = state.levels
    height = _height(levels, 1 << number)
    same = levels[height]
    higher = 0
    for level in levels[height + 1 :]:
        higher |= level
    for cells, one, other, in_line in _strips_through(grid.size, number):
        if cells & higher or cells & same == cells:  # RH-11; RH-12: one card alone may not be covered
            continue
        low = cells & ~same
        first = height - _height(levels, one) if one & low else 0
        second = height - _height(levels, other) if other & low else 0
        # A card in line with the rat raises the two squares beyond it at once; those on both sides need one each.
        rise = max(first, second) if in_line else first + second
        yield min(FARTHEST, 1 + rise + bool(low & ~reach)), low


@cache
def _strips_through(size: int, number: int) -> tuple[tuple[Squares, Squares, Squares, bool], ...]:
    """The strips through a square: all their squares, the two others, and whether these lie on the same side of it."""
    grid = grid_of(size)
    found = []
    for step in (1, grid.width):
        for place in range(3):
            numbers = [number + step * (other - place) for other in range(3)]
            cells = sum(1 << other for other in numbers if other >= 0)
            if numbers[0] >= 0 and cells & grid.all == cells:
                one, other = (1 << beside for beside in numbers if beside != number)
                found.append((cells, one, other, place != 1))
    return tuple(found)


def to_raise(state: RatHotState, grid: Grid, seat: Seat, reach: Squares) -> Squares:
    """The squares within reach that should rise by a card so that a seat's rats come nearer to being covered."""
    wanted = 0
    for number in bits(where(state.faces, FIRST_RAT + seat) & ~reach):
        wanted |= _beneath(state, grid, number, reach)
    return wanted


def _beneath(state: RatHotState, grid: Grid, number: int, reach: Squares, steps: int = 2) -> Squares:
    """The squares that should rise so that one out of reach comes within: those that must, or what lies below them."""
    ways = list(_ways_to_cover(state, grid, number, reach))
    least = min((cards for cards, _ in ways), default=NEVER)
    low = 0
    for cards, squares in ways:
        if cards == least:
            low |= squares
    wanted = low & reach
    if steps > 1:
        for other in bits(low & ~reach):
            wanted |= _beneath(state, grid, other, reach, steps - 1)
    return wanted


def _height(levels: list[Squares], square: Squares) -> int:
    height = 0
    while not levels[height] & square:
        height += 1
    return height


def must_cover(state: RatHotState, seat: Seat) -> bool:
    """RH-19: whether the seat has lost if it covers no rat with the cards in its hand."""
    on_card = state.cards.rats[seat]
    return state.rats[seat] + sum(on_card[card] for card in state.hand) >= TOO_MANY_RATS


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


class Rescue:
    """Tells which placements save a seat that must cover rats with the cards in its hand (RH-19)."""

    __slots__ = ("_excess", "_face", "_grid", "_rats", "_state", "is_hopeless")

    def __init__(self, state: RatHotState, grid: Grid, seat: Seat) -> None:
        self._state = state
        self._grid = grid
        self._face = FIRST_RAT + seat
        self._rats = where(state.faces, self._face)
        shown = state.rats[seat] + sum([state.cards.rats[seat][card] for card in state.hand])
        self._excess = shown - TOO_MANY_RATS + 1
        """The number of rats to cover."""
        self.is_hopeless = len(state.hand) == 1 and coverable(state, grid, seat) < self._excess
        """Whether it is clear that no placement saves the seat."""

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
        for (_, square, _), face in zip(strip.parts, faces_along(place, state.cards), strict=True):
            if face == self._face:
                rats |= square
        return _on_a_strip(rats, across, down, grid.width) < left
