"""What a chef would advise: the choices worth considering, with what each promises."""

from dataclasses import dataclass

from tablee.bots.bot import Budget
from tablee.bots.heuristic import AnyGame
from tablee.bots.levels import LEVELS
from tablee.bots.search import Ranked, Search, manner
from tablee.core.chance import Random
from tablee.core.game import View


@dataclass(frozen=True)
class Advice:
    """Choices, the best first."""

    choices: tuple[Ranked, ...]
    together: bool
    """Whether others choose at the same time: then `weight` says how often to choose what, so as not to be foreseen."""
    iterations: int
    """How many matches were played on to find out; none where there is only one thing to do."""


def advice(game: AnyGame, view: View, rng: Random, budget: Budget | None = None, most: int = 5) -> Advice:
    """What a chef who takes his time would do in the place of the viewer, from what the viewer knows.

    >>> import random, tablee
    >>> match = tablee.Match(tablee.game("hotdog", players=2, hotdog_values=(1, 4), hands=1))
    >>> advised = advice(match.game, match.view(tablee.Seat(0)), random.Random(1), Budget(iterations=50))
    >>> advised.choices[0].action in match.legal(tablee.Seat(0))
    True
    """
    search = Search(game, view, rng, manner(game))
    if not search.forced:
        search.run(budget or LEVELS["chef"].budget)
    return Advice(tuple(search.ranked()[:most]), search.together, search.iterations)
