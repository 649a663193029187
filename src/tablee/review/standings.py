"""Everybody's chances to win, by playing on from a position many times."""

from collections.abc import Callable, Sequence
from math import sqrt
from random import Random
from typing import Any

from tablee.bots.heuristic import AnyGame, heuristic, win_odds
from tablee.bots.rollout import roll_out
from tablee.core.game import State
from tablee.review.findings import StandingFinding
from tablee.review.settings import ReviewSettings


def result_shares(game: AnyGame, state: Any) -> list[float]:
    """Each seat's part of the win of a match that is over. Nobody may have won."""
    winners = game.winners(state)
    return [(seat in winners) / max(1, len(winners)) for seat in game.seats]


def chances(game: AnyGame) -> Callable[[Any], list[float]]:
    """A function of states: each seat's part of the win, as it is or as the bot's values make it likely."""
    odds = win_odds(game, heuristic(game))
    return lambda state: odds(state) if game.actors(state) else result_shares(game, state)


def standing(game: AnyGame, state: State, settings: ReviewSettings, entry: int) -> StandingFinding:
    """The chances in a state of the match as it was, hidden cards included; all play on by what they know."""
    if not game.actors(state):
        return StandingFinding(entry, result_shares(game, state), [0.0] * game.players)
    rng, knows, shares = Random(f"{settings.seed}/standing/{entry}"), heuristic(game), chances(game)
    played = []
    for _ in range(settings.playouts):
        world = state.copy()
        roll_out(game, knows, world, rng, settings.playout_moves)
        played.append(shares(world))
    means, errors = zip(*(mean_and_error(column) for column in zip(*played, strict=True)), strict=True)
    return StandingFinding(entry, list(means), list(errors))


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error.

    >>> mean_and_error([1.0, 3.0])
    (2.0, 1.0)
    """
    count = len(numbers)
    mean = sum(numbers) / count
    return mean, sqrt(sum([(number - mean) ** 2 for number in numbers]) / (count * (count - 1)))
