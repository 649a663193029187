"""What a table promises between two turns: the log odds of the seat that has just laid its cards."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from dataclasses import dataclass
from itertools import pairwise
from math import exp
from typing import Final

from tablee.core.seat import Seat
from tablee.games.rathot.bot import rats
from tablee.games.rathot.bot.spice_groups import group_counts
from tablee.games.rathot.knowledge.grid import Grid
from tablee.games.rathot.knowledge.placement import groups_in_sight, points
from tablee.games.rathot.pieces import CARD_COUNT, TOO_MANY_RATS, Squares, colour
from tablee.games.rathot.state import RatHotState

LOST: Final = -20.0
"""The log odds of a match lost; one won has the opposite."""
_A_POINT_MORE: Final = 0.05
"""At the end a high win is still better than a narrow one."""

_CARDS_LEFT: Final = (0, 6, 16, CARD_COUNT - 1)
"""The numbers of cards in the pile for which the worths below are given; between them they change evenly."""
_POINT: Final = (0.35, 0.13, 0.08, 0.06)
_SINGLE: Final = (0.0, 0.0, 0.01, 0.01)
_PAIR: Final = (0.35, 0.12, 0.09, 0.06)
_GROUP: Final = (0.7, 0.26, 0.2, 0.1)
"""What things in sight are worth in log odds: those of the final count, and what they may still bring."""


@dataclass(frozen=True, slots=True)
class SpiceWorths:
    """What points and spices in sight are worth in log odds, when a number of cards is left."""

    point: float
    single: float
    pair: float
    group: float
    """Of three or more."""


def _between(worths: tuple[float, ...], left: int) -> float:
    """A worth when `left` cards are left in the pile."""
    for (low, high), (at_low, at_high) in zip(pairwise(_CARDS_LEFT), pairwise(worths), strict=True):
        if left <= high:
            return at_low + (at_high - at_low) * (left - low) / (high - low)
    return worths[-1]


SPICE_WORTHS: Final = tuple(
    SpiceWorths(*(_between(worths, left) for worths in (_POINT, _SINGLE, _PAIR, _GROUP)))
    for left in range(CARD_COUNT + 1)
)
"""By the number of cards left."""


@dataclass(frozen=True, slots=True)
class RatFears:
    """How much a seat fears its rats."""

    distances: tuple[float, ...]
    """How much a rat weighs, by its distance; distances begin at 1."""
    line: float
    square: float
    """The fear is line × weight + square × weight²: it grows steeply with the sum of the weights."""
    without_more: float
    """The part of it that remains when no more rats of the seat are to come."""

    def of(self, weight: float, to_come: int) -> float:
        """What rats of that weight cost the log odds of their owner with `to_come` more in the pile."""
        share = self.without_more + (1 - self.without_more) * min(1.0, to_come / _MANY)
        return (self.line + self.square * weight) * weight * share


_MANY: Final = 5
"""The number of rats to come that is as bad as any more."""
WAITING: Final = RatFears((0, 0.25, 0.6, 1.15, 1.3, 1.35, 1.4, 1.4), 0.29, 0.34, 0.0)
"""Of the seat that has just laid its cards."""
TO_PLAY: Final = RatFears((0, 0.1, 0.3, 1.05, 1.35, 1.4, 1.4, 1.4), 0.25, 0.2, 0.15)
"""Of the seat that is to draw: it may cover some."""
_TO_COVER: Final = (0.0, 0.2, 0.6, 3.5, 3.6, 4.0)
"""What it costs the seat that is to draw to have too many rats, by the cards it takes to cover enough; it has two."""
_TO_COME: Final = 1.6
"""What it is worth if each card left in the pile shows one rat of the other more than of one's own, on average."""

_KEPT: Final = 20_000
"""The number of counts of groups that are remembered."""


class Outlook:
    """Values tables of one game."""

    def __init__(self, grid: Grid) -> None:
        self._grid = grid
        self._counts: dict[Squares, tuple[int, int, int]] = {}

    def of(self, state: RatHotState, seat: Seat) -> float:
        """The log odds of a seat that has just laid its cards; the other is to draw, or the match is over.

        With a card still in hand, the table as it would be without it.
        """
        if not state.hand:
            if state.rats[seat] >= TOO_MANY_RATS:
                return LOST - state.rats[seat]
            if not state.pile:
                return self._final(state, seat)
        other = Seat(1 - seat)
        reach = rats.within_reach(state, self._grid)
        more_to_come = state.cards.rats_among(state.pile, other) - state.cards.rats_among(state.pile, seat)
        return (
            self._spices(state, seat)
            + _TO_COME * more_to_come / max(1, state.pile.bit_count())
            - self._fear(state, seat, WAITING, reach)
            + self._fear(state, other, TO_PLAY, reach)
        )

    def _final(self, state: RatHotState, seat: Seat) -> float:
        """RH-18."""
        ahead = state.scores[seat] - state.scores[1 - seat]
        for spice, group in groups_in_sight(state, self._grid):
            ahead += points(group) if colour(spice) == seat else -points(group)
        return (-LOST if ahead > 0 else LOST if ahead else 0.0) + _A_POINT_MORE * ahead

    def _spices(self, state: RatHotState, seat: Seat) -> float:
        worths = SPICE_WORTHS[state.pile.bit_count()]
        single, pair, group = worths.single, worths.pair, worths.group
        value = worths.point * (state.scores[seat] - state.scores[1 - seat])
        counts, shown = self._counts, state.shown
        if len(counts) > _KEPT:
            counts.clear()
        for spice in range(1, 9):
            squares = shown[spice]
            if squares:
                counted = counts.get(squares)
                if counted is None:
                    counted = self._count(squares)
                singles, pairs, groups = counted
                worth = single * singles + pair * pairs + group * groups
                value += worth if spice - 1 >> 2 == seat else -worth
        return value

    def _count(self, shown: Squares) -> tuple[int, int, int]:
        counted = self._counts[shown] = group_counts(shown, self._grid)
        return counted

    def _fear(self, state: RatHotState, seat: Seat, fears: RatFears, reach: Squares) -> float:
        if not state.rats[seat]:
            return 0.0
        distances = rats.distances(state, self._grid, seat, reach)
        weights = fears.distances
        fear = fears.of(sum([weights[cards] for cards in distances]), state.cards.rats_among(state.pile, seat))
        if len(distances) >= TOO_MANY_RATS:
            distances.sort()
            fear += _TO_COVER[min(len(_TO_COVER) - 1, sum(distances[: len(distances) - TOO_MANY_RATS + 1]))]
        return fear


def chance(log_odds: float) -> float:
    """The part of the win that log odds promise.

    >>> chance(0.0)
    0.5
    """
    return 1 / (1 + exp(-log_odds))
