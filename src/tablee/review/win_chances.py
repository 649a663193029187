"""Each seat's chances to win, by playing on from a position many times."""

from collections.abc import Callable, Mapping, Sequence
from math import sqrt
from random import Random
from typing import Any

from tablee.bots.heuristic import heuristic, win_odds
from tablee.bots.rollout import roll_out
from tablee.bots.search import sample
from tablee.core.game import AnyGame, State
from tablee.core.seat import Seat
from tablee.review.findings import StandingFinding
from tablee.review.review_settings import ReviewSettings

Mixture = Sequence[tuple[Any, float]]
"""Choices, and how likely each is made."""


def result_shares(game: AnyGame, state: Any) -> list[float]:
    """Each seat's part of the win of a match that is over. Nobody may have won."""
    winners = game.winners(state)
    return [(seat in winners) / max(1, len(winners)) for seat in game.seats]


def chances_in(game: AnyGame) -> Callable[[Any], list[float]]:
    """A function of states: each seat's part of the win, as it is or as the bot's values make it likely."""
    odds = win_odds(game, heuristic(game))
    return lambda state: odds(state) if game.actors(state) else result_shares(game, state)


def standing(
    game: AnyGame, state: State, settings: ReviewSettings, entry: int, strongest: Mapping[Seat, Mixture]
) -> StandingFinding:
    """The chances in a state of the match as it was, hidden cards included; all play on by what they know.

    `strongest`: what the strongest level would choose now in place of each seat that is to choose.
    """
    if not game.actors(state):
        result, nothing = result_shares(game, state), [0.0] * game.players
        return StandingFinding(entry, result, nothing, result, nothing)
    baseline, errors = _played_on(game, state, settings, {}, Random(f"{settings.seed}/standing/{entry}"))
    chosen = {
        seat: possible
        for seat, mixture in strongest.items()
        if (possible := [(action, weight) for action, weight in mixture if game.is_legal(state, seat, action)])
    }
    if not chosen:
        return StandingFinding(entry, baseline, errors, baseline, errors)
    chances, chance_errors = _played_on(game, state, settings, chosen, Random(f"{settings.seed}/strongest/{entry}"))
    return StandingFinding(entry, chances, chance_errors, baseline, errors)


def _played_on(
    game: AnyGame, state: State, settings: ReviewSettings, first: Mapping[Seat, Mixture], rng: Random
) -> tuple[list[float], list[float]]:
    """The means and errors of many playouts, in which these seats begin with a choice of their mixture."""
    knows, shares = heuristic(game), chances_in(game)
    choosers = [(seat, [action for action, _ in made], [weight for _, weight in made]) for seat, made in first.items()]
    played = []
    for _ in range(settings.playouts):
        world = state.copy()
        for seat, actions, weights in choosers:
            game.apply(world, seat, sample(actions, weights, rng), False)
        roll_out(game, knows, world, rng, settings.playout_moves)
        played.append(shares(world))
    means, errors = zip(*(mean_and_error(column) for column in zip(*played, strict=True)), strict=True)
    return list(means), list(errors)


def mean_and_error(numbers: Sequence[float]) -> tuple[float, float]:
    """The mean and its standard error.

    >>> mean_and_error([1.0, 3.0])
    (2.0, 1.0)
    """
    count = len(numbers)
    mean = sum(numbers) / count
    return mean, sqrt(sum([(number - mean) ** 2 for number in numbers]) / (count * (count - 1)))
