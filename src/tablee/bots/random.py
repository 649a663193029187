"""The bot that plays anything."""

from typing import Any

from tablee.bots.bot import Budget, own_seat
from tablee.core.chance import Random
from tablee.core.game import Action, Game, View


class RandomBot:
    """Takes any of its choices, each as likely as the others.

    >>> import random, tablee
    >>> from tablee.bots.bot import Budget
    >>> match = tablee.Match(tablee.game("hotdog", players=2, hotdog_values=(1, 1)))
    >>> bid = RandomBot().choose(match.game, match.view(tablee.Seat(0)), random.Random(1), Budget())
    >>> bid in match.legal(tablee.Seat(0))
    True
    """

    def choose(self, game: Game[Any, Any, Any], view: View, rng: Random, budget: Budget) -> Action:
        action: Action = game.random_action(game.determinize(view, rng), own_seat(view), rng)
        return action
