"""The bot that plays anything."""

from tablee.bots.bot import Budget, Choices
from tablee.core.chance import Random
from tablee.core.game import Action, View


class RandomBot:
    """Takes any of its choices, each as likely as the others.

    >>> import random, tablee
    >>> from tablee.bots.bot import Budget, Choices
    >>> game = tablee.game("hotdog", players=2, hotdog_values=(1, 1))
    >>> match = tablee.Match(game)
    >>> choices = Choices.of(game, match.state, tablee.Seat(0))
    >>> bid = RandomBot().choose(match.view(tablee.Seat(0)), choices, random.Random(1), Budget())
    >>> bid in choices.listed()
    True
    """

    def choose(self, view: View, choices: Choices, rng: Random, budget: Budget) -> Action:
        action: Action = choices.drawn(rng)
        return action
