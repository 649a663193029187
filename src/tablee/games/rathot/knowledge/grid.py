"""The table as bit sets: squares, strips of three squares, groups."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Iterator
from functools import cache
from typing import Final

from tablee.games.rathot.actions import Place
from tablee.games.rathot.pieces import CARD_COUNT, STEPS, Dir, Squares

_DIRS: Final = tuple(Dir)


class Strip:
    """Three squares in line, where a card can lie, and what a card laid there touches.

    Sets of other strips hold their first squares; see `Grid`.
    """

    __slots__ = (
        "apart_across",
        "apart_down",
        "beside_across",
        "beside_down",
        "cells",
        "joined_across",
        "joined_down",
        "parts",
    )
    cells: Squares
    parts: tuple[tuple[int, Squares, Squares], ...]
    """Of each square its number, the square as a set, and the set of its four neighbours."""
    apart_across: Squares
    apart_down: Squares
    """The strips that share no square with it."""
    joined_across: Squares
    joined_down: Squares
    """The strips that share a square with it but are not the strip itself (RH-12)."""
    beside_across: Squares
    beside_down: Squares
    """The strips with a square next to one of its squares."""


class Grid(dict[int, Strip]):
    """The table (RH-09) as numbers used as bit sets: one bit a square, one operation for all squares at once.

    Bits run along the rows, from the top left square; each row has one bit more than squares, which is never set.
    So `<< 1` moves a set of squares to the right and `<< width` down, and what leaves the table on one side does not
    come back on the other. A card lies on a strip, three squares in line, which is known by its first square (the left
    or the top one). If L is the set of all squares of one height, then `L & L >> 1 & L >> 2` is the set of all strips
    across that lie level on them (RH-11), and with `width` in place of 1 that of the strips down.

    The state keeps two such sets, `across` and `down`: the strips on which a card may be laid now, the same for all
    cards. A card laid on a strip changes them only nearby. Strips that share a square with it are no longer level and
    drop out. Strips at its new height that share a square with it come in, if they are level; they rest on another card
    too, unless they are the strip of the card itself, which stays out (RH-12). And if it was laid on the table, the
    free strips beside it come in (RH-10).

    As a dict it holds the strips asked for so far: those across by the number of their first square, those down by
    its complement.
    """

    def __init__(self, size: int) -> None:
        super().__init__()
        self.size: Final = size
        self.width: Final = size + 1
        self.middle: Final = (size // 2) * (self.width + 1)
        """The number of the S square (RH-04)."""
        row = (1 << size) - 1
        self.all: Final[Squares] = sum(row << self.width * number for number in range(size))
        self.places: Final = _Places(self)

    def number(self, row: int, col: int) -> int:
        """The number of a square of the table."""
        return self.middle + row * self.width + col

    def square(self, number: int) -> tuple[int, int]:
        """Row and column of a square, counted from the S square."""
        row, col = divmod(number, self.width)
        return row - self.size // 2, col - self.size // 2

    def squares(self, cells: Squares) -> tuple[tuple[int, int], ...]:
        """Row and column of each square of a set."""
        return tuple(map(self.square, bits(cells)))

    def has(self, row: int, col: int) -> bool:
        """RH-09: whether there is such a square."""
        reach = self.size // 2
        return -reach <= row <= reach and -reach <= col <= reach

    def __missing__(self, key: int) -> Strip:
        across = key >= 0
        first, step = (key, 1) if across else (~key, self.width)
        numbers = [first, first + step, first + 2 * step]
        strip = Strip()
        strip.parts = tuple((number, 1 << number, self.beside(1 << number)) for number in numbers)
        strip.cells = sum(1 << number for number in numbers)
        own = 1 << first
        shared_across, shared_down = self._through(strip.cells)
        strip.apart_across = self.all & ~shared_across
        strip.apart_down = self.all & ~shared_down
        strip.joined_across = shared_across & ~own if across else shared_across
        strip.joined_down = shared_down if across else shared_down & ~own
        strip.beside_across, strip.beside_down = self._through(self.beside(strip.cells))
        self[key] = strip
        return strip

    def strip(self, place: Place) -> Strip:
        """Where a card is laid."""
        first = self.middle + place.top * self.width + place.left
        return self[first if place.across else ~first]

    def beside(self, cells: Squares) -> Squares:
        """The squares that share an edge with one of these."""
        width = self.width
        return (cells << 1 | cells >> 1 | cells << width | cells >> width) & self.all

    def _through(self, cells: Squares) -> tuple[Squares, Squares]:
        """The strips across and the strips down that hold one of these squares.

        Those over an edge are among them; no set of squares of the table has them.
        """
        width = self.width
        return cells | cells >> 1 | cells >> 2, cells | cells >> width | cells >> 2 * width

    def groups(self, shown: Squares, seeds: Squares) -> list[Squares]:
        """RH-15, RH-16: the groups of two or more of the squares `shown` that hold one of `seeds`.

        A group is filled from one square, all around at once, until it grows no more.
        """
        width = self.width
        found = []
        seeds &= shown & (shown << 1 | shown >> 1 | shown << width | shown >> width)
        while seeds:
            group = seeds & -seeds
            grown = shown & (group | group << 1 | group >> 1 | group << width | group >> width)
            while grown != group:
                group = grown
                grown = shown & (group | group << 1 | group >> 1 | group << width | group >> width)
            found.append(group)
            seeds &= ~group
        return found


@cache
def grid(size: int) -> Grid:
    """The one grid of its size."""
    return Grid(size)


class _Places(dict[int, Place]):
    """The placements asked for so far, each made once; by its strip, card and direction. See `place_key`."""

    def __init__(self, grid_: Grid) -> None:
        super().__init__()
        self._grid = grid_

    def __missing__(self, key: int) -> Place:
        rest, turn = divmod(key, len(_DIRS))
        first, card = divmod(rest, CARD_COUNT)
        row, col = self._grid.square(first)
        dir_ = _DIRS[turn]
        down, right = STEPS[dir_]
        self[key] = Place(card, row - min(0, 2 * down), col - min(0, 2 * right), dir_)
        return self[key]


def place_key(first: int, card: int, turn: int) -> int:
    """The key of a placement: the first square of its strip, the card, and the number of its direction."""
    return (first * CARD_COUNT + card) * len(_DIRS) + turn


def bits(cells: int) -> Iterator[int]:
    """The numbers of the bits that are set, lowest first.

    >>> list(bits(0b10110))
    [1, 2, 4]
    """
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


_HALVINGS: Final = tuple(
    tuple((1 << power, (1 << (1 << power)) - 1) for power in range(log - 1, 2, -1)) for log in range(13)
)
"""By the logarithm of how many bits there are: halves to look into until a byte is left."""
_IN_BYTE: Final = tuple(tuple(bits(byte)) for byte in range(256))


def nth_bit(cells: int, n: int) -> int:
    """The number of the n-th bit that is set, from 0, found by halving.

    >>> nth_bit(0b10110, 2)
    4
    """
    number = 0
    for half, mask in _HALVINGS[(cells.bit_length() - 1).bit_length()]:
        low = cells & mask
        count = low.bit_count()
        if n < count:
            cells = low
        else:
            n -= count
            cells >>= half
            number += half
    return number + _IN_BYTE[cells][n]
