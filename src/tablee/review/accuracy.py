"""How well a player chose, as one number from 0 to 100."""

from collections.abc import Sequence
from math import exp
from typing import Final

_FALL, _BELOW = 4.354, 3.1669
"""As lichess counts accuracy: a choice that costs nothing has 100, one that costs a tenth of a win 64, a quarter 32."""
BEST: Final = 100.0


def accuracy(costs: Sequence[float]) -> float | None:
    """The mean accuracy of choices that cost so much of a win; None if there are none.

    >>> [round(accuracy([cost]) or 0) for cost in (0.0, 0.1, 0.25, 1.0)]
    [100, 64, 32, 0]
    """
    if not costs:
        return None
    return sum(max(0.0, (BEST + _BELOW) * exp(-_FALL * cost) - _BELOW) for cost in costs) / len(costs)
