"""Each seat's part of the win when the orders end, by what it holds and where its markers lie.

The odds of the seats are as exp(strength) of each. The weights were fitted to many thousand evenings played by the
playouts' policy; docs/bots.md tells how well they foresee who wins.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp

from tablee.games.restaurant.pieces import FIRST_KIND, RIM, SALON, Hand, Tables


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
    turns: tuple[float, float, float]
    """For serving first, second, third."""


DEFAULT = Weights(
    rim=0.13,
    between=0.14,
    salon=0.22,
    cards=(-0.03, 0.03, 0.25, 0.0, -0.21, -0.25, 0.14, -0.1, -0.01, 0.24, 0.46),
    dear_tables=0.98,
    a_jump=0.59,
    two_doubles=0.19,
    turns=(0.92, 0.49, 0.30),
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
    turns=(0.92, 0.37, 0.23),
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
    strengths = [strength(held, tables, weights) for held, tables in zip(hands, markers, strict=True)]
    for turn, more in enumerate(weights.turns):
        strengths[first - turn] += so_far * more
    best = max(strengths)
    odds = [exp(each - best) for each in strengths]
    whole = sum(odds)
    return [chance / whole for chance in odds]
