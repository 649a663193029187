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
"""What was tried less than this, beside what was tried most, is not told: it only looked bad."""


@dataclass(frozen=True)
class Advice:
    """Choices, the best first."""

    choices: tuple[Ranked, ...]
    """`weight` is how often a chef makes each of them."""
    together: bool
    """Whether others choose at the same time: then it is better not to do always the same, so as not to be foreseen."""
    iterations: int
    """How many matches were played on to find out; none where there is only one thing to do."""


def advice(game: AnyGame, view: View, rng: Random, budget: Budget | None = None, most: int = 5) -> Advice:
    """What a chef who takes his time would do in the place of the viewer, from what the viewer knows.

    `most`: how many choices are told, though none that a chef does make is left out.

    >>> import random, tablee
    >>> match = tablee.Match(tablee.game("hotdog", players=2, hotdog_values=(1, 4), hands=1))
    >>> advised = advice(match.game, match.view(tablee.Seat(0)), random.Random(1), Budget(iterations=50))
    >>> advised.choices[0].action in match.legal(tablee.Seat(0))
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
