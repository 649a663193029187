"""What a chef would advise: the choices worth considering, with what each promises."""

from dataclasses import dataclass, replace
from typing import Final

from tablee.bots.bot import Budget
from tablee.bots.heuristic import AnyGame
from tablee.bots.levels import LEVELS
from tablee.bots.search import Ranked, Search, search_tuning
from tablee.core.chance import Random
from tablee.core.game import View

CONSIDERED: Final = 0.1
"""Choices tried less often than this, relative to the one tried most, are left out: they only looked bad."""


@dataclass(frozen=True)
class Advice:
    """Choices, the best first."""

    choices: tuple[Ranked, ...]
    """`weight` is how often a chef makes each of them."""
    together: bool
    """Whether others choose at the same time: then it is better to vary, so that nobody can foresee the choice."""
    iterations: int
    """How many matches were played out to find it; 0 where there is only one choice."""


def advice(game: AnyGame, view: View, rng: Random, budget: Budget | None = None, most: int = 5) -> Advice:
    """What a chef with time would do in place of the viewer, from what the viewer knows.

    `most`: how many choices are given; those that a chef does make are all given.

    >>> import random, tablee
    >>> match = tablee.Match(tablee.game(min(tablee.GAMES)), random.Random(1))
    >>> seat = match.actors()[0]
    >>> advised = advice(match.game, match.view(seat), random.Random(2), Budget(iterations=50))
    >>> advised.choices[0].action in match.legal(seat)
    True
    """
    search = Search(game, view, rng, search_tuning(game))
    if not search.forced:
        search.run(budget or LEVELS["chef"].budget)
    ranked, often = search.ranked(), dict(search.mixture())
    choices = [
        replace(choice, weight=often.get(choice.action, 0.0))
        for choice in ranked
        if choice.weight >= CONSIDERED * ranked[0].weight
    ]
    return Advice(tuple(choices[: max(most, len(often))]), search.together, search.iterations)
