"""Each seat's part of the win when the orders end, by what it holds and where its markers lie.

The odds of the seats are as exp(strength) of each. The weights were fitted to many thousand evenings played by the
playouts' policy, and how they change while orders are taken to evenings that were searched; docs/bots.md tells how well
they foresee who wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import exp
from typing import Final, NamedTuple

from tablee.games.restaurant.pieces import CARDS, FIRST_KIND, HUNDREDS, RIM, SALON, Hand, Tables

USUAL_ORDERS: Final = 38
"""The number of cards that are usually taken."""
_ALMOST: Final = 0.95
"""As long as the orders go on, no more of them than this is taken to be over."""


class Stage(NamedTuple):
    """How much what adds to a seat's strength counts when so much of the orders is over."""

    so_far: float
    """From 0 to 1."""
    scale: float
    """For all weights but those that follow."""
    burden: float
    """What a hundred of menus held takes away: the smallest sum serves first."""
    turns: tuple[float, float, float]
    """For being the one to serve first, second, third, if the orders ended now."""


@dataclass(frozen=True)
class Weights:
    """What adds to a seat's strength."""

    rim: float
    between: float
    salon: float
    """For each marker: on the rim, in the salon, between them."""
    cards: tuple[float, ...]
    """For each card held, by kind."""
    dear_tables: float
    """For each menu of 600 for which there is a marker in the salon."""
    a_jump: float
    """For a first jump."""
    two_doubles: float
    """For each of the first two doubles."""
    stages: tuple[Stage, ...] = ()
    """How they change; before the first and after the last they stay the same."""
    turns: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """For serving first, second, third: at some stage."""

    def at(self, so_far: float) -> "Weights":
        """As they are when so much of the orders is over, from 0 to 1."""
        return _at(self, round(so_far, 2))


@lru_cache(maxsize=256)
def _at(weights: Weights, so_far: float) -> Weights:
    stages = weights.stages
    later = next((number for number, stage in enumerate(stages) if stage.so_far >= so_far), len(stages) - 1)
    before, after = stages[max(0, later - 1)], stages[later]
    way = min(1.0, max(0.0, (so_far - before.so_far) / ((after.so_far - before.so_far) or 1.0)))

    def between(low: float, high: float) -> float:
        return low + way * (high - low)

    scale, burden = between(before.scale, after.scale), between(before.burden, after.burden)
    first, second, third = map(between, before.turns, after.turns)
    return replace(
        weights,
        rim=scale * weights.rim,
        between=scale * weights.between,
        salon=scale * weights.salon,
        cards=tuple(
            scale * weight - burden * HUNDREDS.get(card, 0) for card, weight in zip(CARDS, weights.cards, strict=True)
        ),
        dear_tables=scale * weights.dear_tables,
        a_jump=scale * weights.a_jump,
        two_doubles=scale * weights.two_doubles,
        turns=(first, second, third),
    )


def part_of_orders(taken: int, *, over: bool) -> float:
    """How much of the orders is over when `taken` cards have been taken."""
    return 1.0 if over else min(_ALMOST, taken / USUAL_ORDERS)


DEFAULT = Weights(
    rim=0.13,
    between=0.14,
    salon=0.22,
    cards=(-0.03, 0.03, 0.25, 0.0, -0.21, -0.25, 0.14, -0.1, -0.01, 0.24, 0.46),
    dear_tables=0.98,
    a_jump=0.59,
    two_doubles=0.19,
    stages=(
        Stage(0.0, 0.4, 0.120, (0.0, 0.0, 0.0)),
        Stage(0.33, 0.46, 0.130, (0.23, 0.15, 0.05)),
        Stage(0.53, 0.57, 0.142, (0.43, 0.27, 0.1)),
        Stage(0.66, 0.66, 0.171, (0.35, 0.22, 0.0)),
        Stage(0.79, 0.86, 0.201, (0.64, 0.31, 0.04)),
        Stage(0.92, 0.93, 0.251, (0.90, 0.61, 0.0)),
        Stage(0.95, 0.93, 0.251, (0.90, 0.61, 0.0)),
        Stage(1.0, 1.2, 0.151, (2.35, 0.58, 0.0)),
    ),
)
"""RES menus count less than others, since they cost double if they are not served."""

SERVICE_ONLY = Weights(
    rim=-0.21,
    between=-0.20,
    salon=-0.13,
    cards=(0.09, -0.07, 0.0, -0.34, -0.07, -0.26, -0.1, -0.46, 0.31, 0.57, 0.82),
    dear_tables=0.63,
    a_jump=0.46,
    two_doubles=0.22,
    stages=(Stage(0.0, 1.0, 0.0, (0.0, 0.0, 0.0)), Stage(1.0, 1.0, 0.0, (0.92, 0.37, 0.23))),
)
"""RE-24: a marker comes with a card, and one that is no dish is mostly a burden."""

_MENU_600, _RES_600, _DOUBLE, _JUMP = (FIRST_KIND + 6 * number for number in (3, 7, 9, 10))
_SHIFTS = tuple(FIRST_KIND + 6 * number for number in range(11))


def strength(held: Hand, markers: Tables, weights: Weights) -> float:
    """What a seat's cards and markers are worth."""
    in_salon = (markers & SALON).bit_count()
    on_rim = (markers & RIM).bit_count()
    between = markers.bit_count() - in_salon - on_rim
    total = weights.rim * on_rim + weights.between * between + weights.salon * in_salon
    for shift, weight in zip(_SHIFTS, weights.cards, strict=True):
        total += (held >> shift & 63) * weight
    dear = (held >> _MENU_600 & 63) + (held >> _RES_600 & 63)
    total += weights.dear_tables * min(dear, in_salon) + weights.two_doubles * min(2, held >> _DOUBLE & 63)
    return total + weights.a_jump if held >> _JUMP & 63 else total


def mean_strength(held: Hand, weights: Weights) -> float:
    """Of a card drawn from this hand: as its first jump, among its first doubles, half of the dear ones at a table."""
    dear = (held >> _MENU_600 & 63) + (held >> _RES_600 & 63)
    total = weights.dear_tables * dear / 2
    total += weights.two_doubles * (held >> _DOUBLE & 63) + weights.a_jump * (held >> _JUMP & 63)
    for shift, weight in zip(_SHIFTS, weights.cards, strict=True):
        total += (held >> shift & 63) * weight
    return total / (held & 63)


def shares(
    hands: Sequence[Hand], markers: Sequence[Tables], first: int, weights: Weights, so_far: float
) -> list[float]:
    """Each seat's part of the win, if this one would serve first. `so_far`: how much of the orders is over, up to 1."""
    weights = weights.at(so_far)
    strengths = [strength(held, tables, weights) for held, tables in zip(hands, markers, strict=True)]
    for turn, more in enumerate(weights.turns):
        strengths[first - turn] += more
    best = max(strengths)
    odds = [exp(each - best) for each in strengths]
    whole = sum(odds)
    return [chance / whole for chance in odds]
