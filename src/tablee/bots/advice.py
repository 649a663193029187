"""What a chef would advise: the choices worth considering, with what each promises."""

from dataclasses import replace

from tablee.bots.bot import Budget
from tablee.bots.judgement import Judgement, judgement
from tablee.bots.levels import LEVELS
from tablee.core.chance import Random
from tablee.core.game import AnyGame, View


def advice(game: AnyGame, view: View, rng: Random, budget: Budget | None = None, most: int = 5) -> Judgement:
    """What a chef with time would do in place of the viewer, from what the viewer knows.

    `most`: how many choices are given; those that a chef does make are all given.

    >>> import random, tablee
    >>> match = tablee.Match(tablee.game(min(tablee.GAMES)), random.Random(1))
    >>> seat = match.actors()[0]
    >>> advised = advice(match.game, match.view(seat), random.Random(2), Budget(iterations=50))
    >>> advised.choices[0].action in match.legal(seat)
    True
    """
    advised = judgement(game, view, rng, budget or LEVELS["chef"].budget)
    made = sum(choice.weight > 0 for choice in advised.choices)
    return replace(advised, choices=advised.choices[: max(most, made)], world=None)
