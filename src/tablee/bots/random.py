"""The bot that plays anything."""

from typing import Any

from tablee.bots.bot import Budget, own_seat
from tablee.core.chance import Random
from tablee.core.game import Action, Game, View


class RandomBot:
    """Takes any of its choices, each as likely as the others.

    >>> import random, tablee
    >>> from tablee.bots.bot import Budget
    >>> match = tablee.Match(tablee.game(min(tablee.GAMES)), random.Random(1))
    >>> seat = match.actors()[0]
    >>> RandomBot().choose(match.game, match.view(seat), random.Random(2), Budget()) in match.legal(seat)
    True
    """

    def choose(self, game: Game[Any, Any, Any], view: View, rng: Random, budget: Budget) -> Action:
        action: Action = game.random_action(game.determinize(view, rng), own_seat(view), rng)
        return action
