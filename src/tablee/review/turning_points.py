"""What decided a match: the choices that cost most, and the luck that changed most."""

from collections.abc import Iterable, Sequence
from typing import Final

from tablee.review.findings import DecisionFinding

MANY: Final = 3
"""The number of each that are named."""
LEAST_COST: Final = 0.005
"""Half a match in a hundred: less is not worth naming."""


def turning_points(decisions: Iterable[DecisionFinding]) -> list[int]:
    """The entries of the choices that cost most. A cost counts less its standard error: noise is no turning point."""
    dear = [found for found in decisions if not found.is_best and found.cost >= LEAST_COST]
    dear.sort(key=lambda found: (found.error - found.cost, found.entry))
    return [found.entry for found in dear[:MANY]]


def lucky_moments(luck: Sequence[Sequence[float]]) -> list[int]:
    """The numbers of the moments that changed somebody's chances most by luck."""
    swings = {number: max(map(abs, changes)) for number, changes in enumerate(luck)}
    ranked = sorted(swings, key=lambda number: (-swings[number], number))
    return [number for number in ranked[:MANY] if swings[number] >= LEAST_COST]
