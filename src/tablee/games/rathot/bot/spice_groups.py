"""The groups of one spice by their size, found for all squares at once."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from tablee.games.rathot.knowledge.grid import Grid
from tablee.games.rathot.pieces import Squares


class SpiceGroups:
    """The squares that show one spice, by the size of their groups, and the squares next to each kind."""

    __slots__ = (
        "beside_big",
        "beside_one",
        "beside_pair",
        "beside_two",
        "centres",
        "ends",
        "larger",
        "pairs",
        "singles",
    )
    singles: Squares
    pairs: Squares
    ends: Squares
    """The ends of groups of three."""
    centres: Squares
    """The squares between them."""
    larger: Squares
    beside_one: Squares
    """Squares next to one single and nothing else of the spice."""
    beside_two: Squares
    """Squares next to several singles and to no group."""
    beside_pair: Squares
    """Squares next to a pair and to no larger group."""
    beside_big: Squares
    """Squares next to a group of three or more."""

    def __init__(self, shown: Squares, grid: Grid) -> None:
        width = grid.width
        right, left, down, up = shown << 1, shown >> 1, shown << width, shown >> width
        any_ = right | left | down | up
        several = right & left | down & up | (right | left) & (down | up)
        grouped = shown & any_
        self.singles = shown ^ grouped
        self.pairs = self.ends = self.centres = self.larger = self.beside_pair = self.beside_big = 0
        if grouped:
            self._sort_groups(shown, grouped, grouped & ~several, grid)
        beside = (any_ & ~shown & grid.all) & ~(self.beside_pair | self.beside_big)
        self.beside_two = beside & several
        self.beside_one = beside & ~several

    def _sort_groups(self, shown: Squares, grouped: Squares, ends: Squares, grid: Grid) -> None:
        """Squares that have each other as their only neighbours are a pair; two ends and what is between make three."""
        self.pairs = ends & grid.beside(ends)
        big = grouped ^ self.pairs
        if big:
            width = grid.width
            ends ^= self.pairs
            right, left, down, up = ends << 1, ends >> 1, ends << width, ends >> width
            between = right & left | down & up | (right | left) & (down | up)
            inner = shown & ~ends
            more = inner << 1 | inner >> 1 | inner << width | inner >> width
            three_ends = (right & left & (down | up)) | (down & up & (right | left))
            self.centres = inner & between & ~more & ~three_ends
            self.ends = ends & grid.beside(self.centres)
            self.larger = big ^ self.centres ^ self.ends
            self.beside_big = grid.beside(big) & ~shown
        self.beside_pair = grid.beside(self.pairs) & ~shown & ~self.beside_big


def group_counts(shown: Squares, grid: Grid) -> tuple[int, int, int]:
    """How many singles, pairs and larger groups there are.

    Pieces of a plane are counted without filling them: squares less edges between them, and each block of four gives
    one edge back. (A ring around a hole counts for none; rings are rare.)
    """
    width = grid.width
    across, down = shown & shown << 1, shown & shown << width
    if not across | down:
        return shown.bit_count(), 0, 0
    right, left, lower, upper = shown << 1, shown >> 1, shown << width, shown >> width
    grouped = shown & (right | left | lower | upper)
    several = right & left | lower & upper | (right | left) & (lower | upper)
    ends = grouped & ~several
    pairs = ends & (ends << 1 | ends >> 1 | ends << width | ends >> width)
    all_ = shown.bit_count() - across.bit_count() - down.bit_count() + (across & across << width).bit_count()
    singles = (shown ^ grouped).bit_count()
    many = pairs.bit_count() >> 1
    return singles, many, all_ - singles - many
