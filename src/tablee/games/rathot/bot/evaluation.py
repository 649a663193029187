"""What every placement of a card would bring, computed for all strips of the table at once."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import merge
from itertools import pairwise
from operator import itemgetter
from typing import Final

from tablee.core.seat import Seat
from tablee.games.rathot.bot.rats import where
from tablee.games.rathot.bot.spice_groups import SpiceGroups
from tablee.games.rathot.knowledge.grid import Grid
from tablee.games.rathot.pieces import (
    FIRST_RAT,
    SPICES,
    CardFaces,
    FaceCode,
    Squares,
    colour,
)
from tablee.games.rathot.state import RatHotState

Digits = list[Squares]
"""A whole number for each square, or for each strip: the squares whose number has the lowest bit, the next one, and so
on; the last digit is the sign, as in two's complement. So the numbers of all squares are added at once.
"""
_DIGITS: Final = 10
_SIGN: Final = _DIGITS - 1

Ranked = tuple[int, int, int, Squares]
"""A worth, a card, the number of its direction, and the strips where it has that worth."""
_Line = tuple[int, int, int, Squares, Digits]
"""A card, the number of its direction, the worth it has anywhere, the strips it can be laid on, and their worths."""


@dataclass(frozen=True, slots=True)
class Worths:
    """What things in sight are worth to their owner, in small whole units (sums must stay below 512)."""

    point: int
    single: int
    pair: int
    group: int
    """Of three or more."""
    rat: int
    """What it costs."""
    at_hand: int
    """How much less it costs beside a square of its own height: there it may be covered."""
    near: int
    """How much less it costs among squares that one card more brings to its height."""


class Evaluation:
    """What the cards in a seat's hand are worth to it on each strip."""

    __slots__ = ("_cover", "_grid", "_groups", "_lost_count", "_seat", "_shown", "_state", "_worths")

    def __init__(
        self,
        state: RatHotState,
        grid: Grid,
        seat: Seat,
        worths: tuple[Worths, Worths],
        *,
        lost_count: bool,
        wanted: Squares = 0,
        rise: int = 0,
    ) -> None:
        """`worths` are by seat. `wanted` are squares it is worth `rise` to lay a card on, whatever it shows."""
        self._state = state
        self._grid = grid
        self._seat = seat
        self._worths = worths
        self._lost_count = lost_count
        self._groups = [SpiceGroups(state.shown[spice], grid) for spice in (0, *SPICES)]
        self._cover = self._covering(wanted, rise)
        self._shown: dict[FaceCode, Digits] = {0: self._cover}

    def ranked(self, card: int) -> Iterator[Ranked]:
        """All placements of a card, the best first."""
        return merge(*map(_ranked, self._lines(card)), key=itemgetter(0), reverse=True)

    def _lines(self, card: int) -> Iterator[_Line]:
        """All ways to lay a card."""
        state, width, cards = self._state, self._grid.width, self._state.cards
        anywhere = sum(map(self._anywhere, cards.faces[card]))
        for turn, faces in enumerate((cards.faces[card], cards.backward[card])[: cards.ways[card]]):
            yield card, 2 * turn, anywhere, state.across, self._in_line(faces, 1)
            yield card, 2 * turn + 1, anywhere, state.down, self._in_line(faces, width)

    def _in_line(self, faces: CardFaces, step: int) -> Digits:
        """By the first square of each strip, what three faces in line are worth there."""
        first, middle, last = map(self._showing, faces)
        return _sum(_sum(first, [digit >> step for digit in middle]), [digit >> 2 * step for digit in last])

    def _covering(self, wanted: Squares, rise: int) -> Digits:
        """What it brings to cover each square."""
        digits = [0] * _DIGITS
        for owner, worths in enumerate(self._worths):
            sign = 1 if owner == self._seat else -1
            _put(digits, where(self._state.faces, FIRST_RAT + owner), sign * worths.rat)
            self._cover_spices(digits, owner, sign)
        if not wanted:
            return digits
        risen = [0] * _DIGITS
        _put(risen, wanted, rise)
        return _sum(digits, risen)

    def _cover_spices(self, digits: Digits, owner: int, sign: int) -> None:
        worths = self._worths[owner]
        singles = pairs = ends = centres = larger = 0
        for spice in range(4 * owner + 1, 4 * owner + 5):
            groups = self._groups[spice]
            singles |= groups.singles
            pairs |= groups.pairs
            ends |= groups.ends
            centres |= groups.centres
            larger |= groups.larger
        changed = worths.point if self._lost_count else 0  # RH-17
        _put(digits, singles, -sign * worths.single)
        _put(digits, pairs, sign * (worths.single - worths.pair))
        _put(digits, ends, sign * (changed + worths.pair - worths.group))
        _put(digits, centres, sign * (2 * worths.single - worths.group))
        _put(digits, larger, sign * 2 * changed)

    def _showing(self, face: FaceCode) -> Digits:
        """What it brings to show a face on each square, beyond what it brings anywhere; with what that covers."""
        if face not in self._shown:
            if face >= FIRST_RAT:
                self._shown[face] = _sum(self._cover, self._rat(Seat(face - FIRST_RAT)))
            else:
                self._shown[face] = _sum(self._cover, self._spice(face))
        return self._shown[face]

    def _rat(self, owner: Seat) -> Digits:
        width, worths = self._grid.width, self._worths[owner]
        at_hand = near = 0
        for lower, upper in pairwise((*self._state.levels, 0)):
            at_hand |= lower & (upper << 1 | upper >> 1 | upper << width | upper >> width)
            right, left, down, up = lower << 1, lower >> 1, lower << width, lower >> width
            near |= lower & (right & left & (down | up) | down & up & (right | left))
        sign = 1 if owner == self._seat else -1
        digits = [0] * _DIGITS
        _put(digits, at_hand, sign * worths.at_hand)
        _put(digits, near & ~at_hand, sign * worths.near)
        return digits

    def _spice(self, face: FaceCode) -> Digits:
        owner = colour(face)
        worths, groups = self._worths[owner], self._groups[face]
        sign = 1 if owner == self._seat else -1
        single, pair, group = worths.single, worths.pair, worths.group
        one, two = worths.point, 2 * worths.point
        digits = [0] * _DIGITS
        _put(digits, groups.beside_one, sign * (one + pair - 2 * single))
        _put(digits, groups.beside_two, sign * (two + group - 3 * single))
        _put(digits, groups.beside_pair, sign * (two + group - pair - single))
        _put(digits, groups.beside_big, sign * (two - single))
        # On the same spice it only scores again: this takes back what covering was counted for.
        changed = one if self._lost_count else 0
        _put(digits, groups.pairs, sign * (one + pair - 2 * single))
        _put(digits, groups.ends, sign * (two - changed + group - pair - single))
        _put(digits, groups.centres, sign * (two + group - 3 * single))
        _put(digits, groups.larger, sign * (two - 2 * changed - single))
        return digits

    def _anywhere(self, face: FaceCode) -> int:
        if not face:
            return 0
        if face < FIRST_RAT:
            owner = colour(face)
            worth = self._worths[owner].single
        else:
            owner = Seat(face - FIRST_RAT)
            worth = -self._worths[owner].rat
        return worth if owner == self._seat else -worth


def _put(digits: Digits, squares: Squares, number: int) -> None:
    """Give a number to squares that have none."""
    if squares and number:
        for place in range(_DIGITS):
            if number >> place & 1:
                digits[place] |= squares


def _sum(some: Digits, more: Digits) -> Digits:
    carry = 0
    total = []
    for one, other in zip(some, more, strict=True):
        either = one ^ other
        total.append(either ^ carry)
        carry = one & other | either & carry
    return total


def _ranked(line: _Line) -> Iterator[Ranked]:
    """The strips by their worths, the highest first: split at each digit, from the sign down."""
    card, turn, anywhere, all_strips, digits = line
    waiting = [(anywhere, _DIGITS, all_strips)]
    while waiting:
        worth, place, strips = waiting.pop()
        if not strips:
            continue
        if not place:
            yield worth, card, turn, strips
            continue
        place -= 1
        ones = (worth + (-1 << place if place == _SIGN else 1 << place), place, strips & digits[place])
        zeros = (worth, place, strips & ~digits[place])
        waiting += [ones, zeros] if place == _SIGN else [zeros, ones]
