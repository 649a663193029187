"""What the network sees of tables: what lies around each rat, and how the match stands. Needs numpy."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.core.seat import Seat
from tablee.games.rathot.bot import rats
from tablee.games.rathot.bot.spice_groups import group_counts
from tablee.games.rathot.knowledge.grid import Grid, bits
from tablee.games.rathot.pieces import CARD_COUNT, FIRST_RAT, SPICES, TOO_MANY_RATS, colour
from tablee.games.rathot.state import RatHotState

Floats = NDArray[np.float32]
Ints = NDArray[Any]

REACH: Final = 3
"""The number of squares seen around a rat, on each side."""
_AROUND: Final = (2 * REACH + 1) ** 2
_HIGHER, _LOWER = 2, -3
"""Greater differences of height are not told apart."""
_SAME_CARD, _RAT, _ACROSS, _DOWN, _FREE = 8, 16, 32, 64, 128
"""What is known of a square beside its height, as bits of a code."""
_OUTSIDE: Final = 99
"""The height of what lies beyond the table: nothing is ever laid there."""
_TALL: Final = 4
"""Greater heights of a rat are not told apart."""
MOST_RATS: Final = (TOO_MANY_RATS - 1, 6)
"""The number of rats seen of the seat that has laid its cards, and of the other."""
GLOBALS: Final = 50
"""How many numbers say how the match stands."""

_STEPS: Final = 1 << np.arange(3, 8)


def _one_hot() -> Floats:
    """By code: what the network sees of a square."""
    codes = np.arange(256)
    heights = (codes & 7)[:, None] == np.arange(_HIGHER - _LOWER + 1)
    others = codes[:, None] & _STEPS > 0
    return np.concatenate([heights, others], axis=1).astype(np.float32)


SQUARE: Final = _one_hot()
DISTANCES, HEIGHTS = rats.NEVER + 1, _TALL + 1
"""How many distances and heights of a rat are told apart; no rat has distance 0."""
_SLOTS: Final = sum(MOST_RATS)


class Surroundings:
    """What the network sees of some tables, as arrays."""

    __slots__ = ("codes", "distances", "globals", "heights", "side", "table")
    codes: Ints
    """By rat and square around it."""
    distances: Ints
    heights: Ints
    table: Ints
    """By rat: the number of its table."""
    side: Ints
    """By rat: 0 if it is one of the seat that has laid its cards, else 1."""
    globals: Floats
    """By table."""

    def packed(self) -> Floats:
        """All of it in a row for each table: of each rat its distance (0: there is none), its height and the codes."""
        rows = np.zeros((len(self.globals), _SLOTS, 2 + _AROUND), dtype=np.float32)
        used = np.zeros((len(self.globals), 2), dtype=np.int64)
        for table, side, distance, height, codes in zip(
            self.table, self.side, self.distances, self.heights, self.codes, strict=True
        ):
            row = rows[table, side * MOST_RATS[0] + used[table, side]]
            row[0], row[1], row[2:] = distance, height, codes
            used[table, side] += 1
        return np.concatenate([rows.reshape(len(rows), -1), self.globals], axis=1)


def unpacked(rows: Floats) -> Surroundings:
    """What `Surroundings.packed` has packed."""
    slots = rows[:, :-GLOBALS].reshape(len(rows), _SLOTS, -1)
    seen = Surroundings()
    seen.table, slot = np.nonzero(slots[:, :, 0])
    seen.side = (slot >= MOST_RATS[0]).astype(np.int64)
    known = slots[seen.table, slot].astype(np.int64)
    seen.distances, seen.heights, seen.codes = known[:, 0], known[:, 1], known[:, 2:]
    seen.globals = rows[:, -GLOBALS:]
    return seen


def turned(seen: Surroundings, rng: np.random.Generator) -> None:
    """Turn or mirror what lies around the rats: for the rules it is the same, so there is more to learn from."""
    around = seen.codes.reshape(-1, 2 * REACH + 1, 2 * REACH + 1)
    if rng.random() < 1 / 2:
        around = around.transpose(0, 2, 1)
        across, down = around & _ACROSS > 0, around & _DOWN > 0
        around = around & ~(_ACROSS | _DOWN) | across * _DOWN | down * _ACROSS
    for axis in (1, 2):
        if rng.random() < 1 / 2:
            around = np.flip(around, axis)
    seen.codes = np.ascontiguousarray(around).reshape(-1, _AROUND)


class TableReader:
    """Reads tables of one size into arrays."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._wide = grid.size + 2 * REACH
        around = np.arange(-REACH, REACH + 1)
        self.width: Final = _SLOTS * (2 + _AROUND) + GLOBALS
        """How many numbers the packed surroundings of a table have."""
        self._window = (around[:, None] * self._wide + around).ravel()
        self._count = lru_cache(maxsize=20_000)(lambda shown: group_counts(shown, grid))

    def surroundings(self, tables: Sequence[RatHotState], seat: Seat, looks: Sequence[float]) -> Surroundings:
        """What is seen of tables on which the seat has just laid its cards. `looks`: their hand-written value."""
        grid = self._grid
        reaches = [rats.within_reach(table, grid) for table in tables]
        seen = Surroundings()
        rows: list[tuple[int, int, int, int]] = []
        counts = np.zeros((len(tables), 2, rats.NEVER + 1), dtype=np.float32)
        for number, (table, reach) in enumerate(zip(tables, reaches, strict=True)):
            for side, owner in enumerate((seat, Seat(1 - seat))):
                squares_of_rats = bits(rats.where(table.faces, FIRST_RAT + owner))
                far = [(square, rats.distance(table, grid, square, reach)) for square in squares_of_rats]
                for _, distance in far:
                    counts[number, side, distance] += 1
                rows += [(number, side, square, distance) for square, distance in far[: MOST_RATS[side]]]
        found = np.array(rows, dtype=np.int32).reshape(-1, 4)
        seen.table, seen.side, squares, seen.distances = found.T
        self._around(seen, tables, seat, squares)
        seen.globals = self._globals(tables, seat, looks, counts)
        return seen

    def _around(self, seen: Surroundings, tables: Sequence[RatHotState], seat: Seat, squares: Ints) -> None:
        grid, wide = self._grid, self._wide
        heights = self._padded(_heights(tables, grid), _OUTSIDE)
        faces = np.frombuffer(b"".join([table.faces for table in tables]), dtype=np.uint8).reshape(len(tables), -1)
        faces = self._padded(faces, 0)
        across = self._padded(_unpacked([table.across << 1 for table in tables], grid), 0)
        down = self._padded(_unpacked([table.down << grid.width for table in tables], grid), 0)
        cards = self._padded(_cards(tables, grid), -2)
        row, col = np.divmod(squares, grid.width)
        centre = seen.table * (wide * wide) + (row + REACH) * wide + col + REACH
        window = centre[:, None] + self._window
        tall = heights[centre]
        around = heights[window]
        codes = np.clip(around - tall[:, None], _LOWER, _HIGHER) - _LOWER
        codes += _SAME_CARD * (cards[window] == cards[centre][:, None])
        codes += _RAT * (faces[window] == faces[centre][:, None])
        codes += _ACROSS * across[window] + _DOWN * down[window] + _FREE * (around == 0)
        seen.codes = codes
        seen.heights = np.minimum(tall, _TALL)

    def _padded(self, squares: Ints, outside: int) -> Ints:
        """Squares by table and number, with a margin, in one row."""
        size, width = self._grid.size, self._grid.width
        padded = np.full((len(squares), self._wide, self._wide), outside, dtype=np.int16)
        padded[:, REACH:-REACH, REACH:-REACH] = squares.reshape(-1, size, width)[:, :, :size]
        return padded.reshape(-1)

    def _globals(self, tables: Sequence[RatHotState], seat: Seat, looks: Sequence[float], counts: Floats) -> Floats:
        other = Seat(1 - seat)
        rows = np.zeros((len(tables), GLOBALS), dtype=np.float32)
        for row, table, look in zip(rows, tables, looks, strict=True):
            left, cards = table.pile.bit_count(), table.cards
            groups = [0] * 6
            for spice in SPICES:
                if shown := table.shown[spice]:
                    first = 0 if colour(spice) == seat else 3
                    for kind, many in enumerate(self._count(shown)):
                        groups[first + kind] += many
            own, theirs = cards.rats_among(table.pile, seat), cards.rats_among(table.pile, other)
            free = table.levels[0]
            strips = table.across.bit_count() + table.down.bit_count()
            higher = (table.across & ~free).bit_count() + (table.down & ~free).bit_count()
            row[:13] = (
                look / 4,
                (table.scores[seat] - table.scores[other]) / 10,
                *(many / 5 for many in groups),
                left / CARD_COUNT,
                own / 8,
                theirs / 8,
                (table.pile & cards.with_rats[seat][1]).bit_count() / 4,
                (table.pile & cards.with_rats[other][1]).bit_count() / 4,
            )
            row[13 + min(2, table.rats[seat])] = 1
            row[16 + min(5, table.rats[other])] = 1
            row[22:25] = seat, strips / 100, higher / 100
            row[25 + rats.coverable(table, self._grid, seat)] = 1
            row[29 + rats.coverable(table, self._grid, other)] = 1
            row[47:] = own / max(1, left), theirs / max(1, left), min(left, 8) / 8
        rows[:, 33:47] = counts[:, :, 1:].reshape(len(tables), -1)
        return rows


def _unpacked(sets: Sequence[int], grid: Grid) -> Ints:
    """Sets of squares as 0 and 1, by set and square."""
    number = grid.size * grid.width
    mask, size = (1 << number) - 1, (number + 7) // 8
    packed = b"".join([(squares & mask).to_bytes(size, "little") for squares in sets])
    unpacked = np.unpackbits(np.frombuffer(packed, dtype=np.uint8).reshape(-1, size), axis=1, bitorder="little")
    return unpacked[:, :number]


def _heights(tables: Sequence[RatHotState], grid: Grid) -> Ints:
    """How high each square lies."""
    highest = max(len(table.levels) for table in tables)
    sets = [squares for table in tables for squares in (*table.levels, *(0,) * (highest - len(table.levels)))]
    levels = _unpacked(sets, grid).reshape(len(tables), highest, -1)
    heights = np.zeros(levels[:, 0].shape, dtype=np.int16)
    for height in range(1, highest):
        heights += levels[:, height] * np.int16(height)
    return heights


def _cards(tables: Sequence[RatHotState], grid: Grid) -> Ints:
    """Which card lies on top of each square: its place among those laid; -1 for the start card."""
    numbers = np.full((len(tables), grid.size * grid.width), -1, dtype=np.int16)
    start = tables[0].laid
    same = min(len(table.laid) for table in tables)
    while same and any(table.laid[:same] != start[:same] for table in tables):
        same -= 1
    for number, place in enumerate(start[:same]):
        numbers[:, [part[0] for part in grid.strip(place).parts]] = number
    for row, table in zip(numbers, tables, strict=True):
        for number in range(same, len(table.laid)):
            for part in grid.strip(table.laid[number]).parts:
                row[part[0]] = number
    return numbers
