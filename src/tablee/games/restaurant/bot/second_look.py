"""A second look at the choices that seem best, in the same worlds for each.

The first look's favourite is left only for one that is clearly better.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import sqrt
from typing import Final

from tablee.core.heuristic import Meter, Ranked
from tablee.games.restaurant.bot.judge import Evening
from tablee.games.restaurant.state import RestaurantState

FIRST_LOOK: Final = 600
"""The number of iterations of the first look after which the second begins: chefs have fewer."""
FINALISTS: Final = 12
"""The number of choices that are looked at again."""
BATCH: Final = 16
"""The number of worlds after which, each time, the worst choices drop out."""
LEAST_SPREAD: Final = 0.1
"""Results are taken to vary by this at least, since few may be alike by chance."""
ENOUGH: Final = 96
"""The number of worlds after which the favourite is taken, if it is still the best."""
DROPPED: Final = 2.0
"""Standard errors behind the best at which a choice drops out."""
CLEARLY: Final = 1.0
"""Standard errors by which another must be better than the favourite."""


class LimitedMeter:
    """Part of what a meter allows."""

    def __init__(self, meter: Meter, most: int) -> None:
        self._meter = meter
        self._left = most
        self._is_over = False

    def next_iteration(self) -> bool:
        if self._is_over or not self._left:
            return False
        self._left -= 1
        self._is_over = not self._meter.next_iteration()
        return not self._is_over

    def use_up(self) -> bool:
        """Whether the meter allows it all. A second look is for those who have time for far more than the first."""
        while self.next_iteration():
            pass
        return not self._is_over


def second_look(
    ranked: Sequence[Ranked], evening: Evening, draw_world: Callable[[], RestaurantState], meter: Meter
) -> Sequence[Ranked]:
    """The choices, the best first, after as many evenings as the meter allows."""
    finalists = ranked[:FINALISTS]
    results: list[list[float]] = [[] for _ in finalists]
    running = list(range(len(finalists)))
    while len(running) > 1:
        world: RestaurantState | None = None
        found = []
        for number in running:
            if not meter.next_iteration():
                return _ordered(ranked, results)
            world = world or draw_world()
            found.append(evening.result(world, finalists[number].action))
        for number, result in zip(running, found, strict=True):
            results[number].append(result)
        played = len(results[running[0]])
        if not played % BATCH:
            best = max(running, key=lambda number: sum(results[number]))
            if not best and played >= ENOUGH:
                return ranked
            running = [number for number in running if ahead(results[best], results[number]) < DROPPED]
    return _ordered(ranked, results)


def ahead(one: Sequence[float], other: Sequence[float]) -> float:
    """By how many standard errors one did better than the other in the worlds that both have played."""
    gaps = [mine - his for mine, his in zip(one, other, strict=False)]
    mean = sum(gaps) / len(gaps)
    spread = sum([(gap - mean) ** 2 for gap in gaps]) / (len(gaps) - 1)
    return mean / sqrt((spread + LEAST_SPREAD**2) / len(gaps))


def _ordered(ranked: Sequence[Ranked], results: Sequence[list[float]]) -> Sequence[Ranked]:
    """The favourite first, or one that is clearly better."""
    longest = max(map(len, results))
    if longest < BATCH:
        return ranked
    best = max(range(len(results)), key=lambda number: (len(results[number]), sum(results[number])))
    if not best or ahead(results[best], results[0]) < CLEARLY:
        return ranked
    chosen = ranked[best]
    rest = [replace(choice, weight=0.0) for choice in ranked if choice is not chosen]
    return [replace(chosen, value=ranked[0].value, weight=1.0), *rest]
