"""A bot that learns by playing against itself: play matches, train the network with them, see whether it is stronger,
and so on."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import ExitStack
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from time import perf_counter
from typing import Any, Final, TypeVar

import numpy as np

from tablee.bots.process_pool import process_pool
from tablee.bots.statistics import Interval, wilson
from tablee.bots.training.network import Hyperparameters, Layers, loss, train
from tablee.core.game import AnyGame
from tablee.core.learner import HasNetwork, Learner, Network, Samples, Weights
from tablee.core.registry import manifest_of

T = TypeVar("T")

Show = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and of how much."""

CHUNK: Final = 32
"""Matches that one process plays at a time. Each chunk has a seed of its own: it does not matter who plays it."""
HELD_OUT: Final = 10
"""One chunk in this number is kept for measuring the loss, and not learned from."""


class NoLearner(Exception):
    """The game brings nothing to learn with."""


@dataclass(frozen=True)
class Plan:
    """What is done. The same plan gives the same weights, however many processes do it."""

    game: AnyGame
    rounds: int = 4
    matches: int = 1600
    """Played in each round."""
    contest: int = 192
    """Matches after each round between the new weights and those before."""
    window: int = 3
    """The number of rounds, the last ones, whose matches the network learns from."""
    hyperparameters: Hyperparameters = Hyperparameters()
    seed: int = 0

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            **self.game.identity(),
            "rounds": self.rounds,
            "matches": self.matches,
            "contest": self.contest,
            "window": self.window,
            "hyperparameters": asdict(self.hyperparameters),
            "seed": self.seed,
        }


@dataclass(frozen=True)
class RoundReport:
    """What came of one round."""

    number: int
    positions: int
    """That were new in it."""
    loss_before: float
    """Of the weights that played, on matches they have not learned from."""
    loss_learned: float
    """Of the new weights, on matches they have learned from."""
    loss_after: float
    """The same on others."""
    share: float
    """The part of the win of one bot with the new weights among bots with those before."""
    even: float
    games: int
    seconds: tuple[float, float, float]
    """For playing, training and the contest."""

    @property
    def interval(self) -> Interval:
        """Where the true share lies."""
        return wilson(self.share, self.games)


def learner_for(game: AnyGame) -> Learner:
    """What a game brings to learn with. Raises `NoLearner`."""
    return _maker(game)(game)


def _maker(game: AnyGame) -> Callable[[Any], Learner]:
    make = manifest_of(game).learner
    if make is None:
        raise NoLearner(game.name)
    return make


def training(
    plan: Plan, workers: int = 1, show: Show = lambda *_: None, first: Weights | None = None
) -> Iterator[tuple[RoundReport, Weights]]:
    """Learn, and tell what came of each round. `first`: weights to begin with, in place of none."""
    with ExitStack() as stack:
        pool = stack.enter_context(process_pool(workers)) if workers > 1 else None
        teams = _Teams(plan, pool, show)
        rng = np.random.default_rng(plan.seed)
        weights, window = first, list[Samples]()
        for number in range(1, plan.rounds + 1):
            began = perf_counter()
            played = teams.samples(weights, number)
            fresh, kept = _split(played)
            window = [*window, fresh][-plan.window :]
            played_at = perf_counter()
            show("train", 0, 1)
            network = _network(teams.learner, fresh)
            before = loss(network, weights, kept)
            start = weights or network.new_weights(rng)
            learned = train(network, start, _joined(window), plan.hyperparameters, rng)
            show("train", 1, 1)
            trained_at = perf_counter()
            shares = teams.contest(learned, weights, number)
            report = RoundReport(
                number,
                sum(len(part.targets) for part in played),
                before,
                loss(network, learned, fresh),
                loss(network, learned, kept),
                float(np.mean(shares)),
                1 / plan.game.players,
                len(shares),
                (played_at - began, trained_at - played_at, perf_counter() - trained_at),
            )
            weights = learned
            yield report, weights


def _network(learner: Learner, samples: Samples) -> Network:
    if isinstance(learner, HasNetwork):
        return learner.network
    return Layers((samples.features.shape[1], *learner.layers, samples.targets.shape[1]))


class _Teams:
    """Play the matches of a plan, in chunks, by one process or several."""

    def __init__(self, plan: Plan, pool: ProcessPoolExecutor | None, show: Show) -> None:
        self._make = _maker(plan.game)
        self.learner = self._make(plan.game)
        self._plan = plan
        self._pool = pool
        self._show = show

    def samples(self, weights: Weights | None, number: int) -> list[Samples]:
        """What there is to learn from the matches of a round, by chunk."""
        seed = f"{self._plan.seed}/{number}"
        tasks = [
            partial(_samples, self._make, self._plan.game, weights, seed=f"{seed}/{chunk}", matches=part)
            for chunk, part in enumerate(_chunks(self._plan.matches))
        ]
        return self._done("play", tasks)

    def contest(self, new: Weights, old: Weights | None, number: int) -> list[float]:
        """The parts of the win of the new weights."""
        seed = f"{self._plan.seed}/{number}/contest"
        tasks = [
            partial(_contest, self._make, self._plan.game, new, old, seed=f"{seed}/{chunk}", matches=part)
            for chunk, part in enumerate(_chunks(self._plan.contest))
        ]
        return [share for shares in self._done("contest", tasks) for share in shares]

    def _done(self, what: str, tasks: Sequence[Callable[[], T]]) -> list[T]:
        """The results of the tasks, in their order."""
        results: list[T] = []
        waiting: list[Future[T]] = [self._pool.submit(task) for task in tasks] if self._pool else []
        self._show(what, 0, len(tasks))
        for number, task in enumerate(tasks):
            results.append(waiting[number].result() if waiting else task())
            self._show(what, number + 1, len(tasks))
        return results


_Make = Callable[[Any], Learner]
"""Travels to other processes, where the game need not be in the registry."""


def _samples(make: _Make, game: AnyGame, weights: Weights | None, *, seed: str, matches: int) -> Samples:
    return make(game).samples(weights, Random(seed), matches)


def _contest(
    make: _Make, game: AnyGame, new: Weights, old: Weights | None, *, seed: str, matches: int
) -> Sequence[float]:
    return make(game).contest(new, old, Random(seed), matches)


def _chunks(matches: int) -> list[int]:
    """
    >>> _chunks(70)
    [32, 32, 6]
    """
    return [min(CHUNK, matches - first) for first in range(0, matches, CHUNK)]


def _split(chunks: Sequence[Samples]) -> tuple[Samples, Samples]:
    """What is learned from, and what is held out; a single chunk is both."""
    kept = [chunk for number, chunk in enumerate(chunks) if number % HELD_OUT == 0]
    fresh = [chunk for number, chunk in enumerate(chunks) if number % HELD_OUT] or kept
    return _joined(fresh), _joined(kept)


def _joined(parts: Sequence[Samples]) -> Samples:
    return Samples(*[np.concatenate(list(same)) for same in zip(*parts, strict=True)])
