"""How measurements are taken: contenders take turns, so that a noisy moment hits all alike, and the best counts."""

from collections.abc import Callable, Mapping
from time import perf_counter

Work = Callable[[], int]
"""Does some work and says how many units of it were done."""


def rates(contenders: Mapping[str, Work], seconds: float, rounds: int) -> dict[str, float]:
    """Units per second of each contender: the best of several rounds in which they take turns."""
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, work in contenders.items():
            best[name] = max(best[name], _rate(work, seconds))
    return best


def _rate(work: Work, seconds: float) -> float:
    units, start = 0, perf_counter()
    while (passed := perf_counter() - start) < seconds:
        units += work()
    return units / passed
