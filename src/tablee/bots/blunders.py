"""What the choices of each level cost, judged by a search that is much longer than theirs."""

import random
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from statistics import fmean, median
from time import perf_counter
from typing import Any, Final

from tablee.bots.bot import Budget
from tablee.bots.bot_match import play_out
from tablee.bots.fallback import choose
from tablee.bots.judgement import Judgement, judgement
from tablee.bots.level_bot import LevelBot
from tablee.bots.levels import BOTS
from tablee.bots.process_pool import results
from tablee.bots.statistics import Interval, Sample, wilson
from tablee.core.game import Action, AnyGame, View
from tablee.core.match import Match
from tablee.core.seat import Seat

BLUNDER: Final = 0.2
"""A choice that costs more of a win than this is a blunder."""
FROM_A_MATCH: Final = 5
"""How many positions of one match are looked at, at most."""
PLAYED_BY: Final = ("commis", "cuisinier")
"""Who plays the matches, in turns: quick levels that reach positions of all kinds."""
LONGER: Final = 4
"""By default the judge takes the iterations of a toque times this."""
USUAL_ITERATIONS: Final = 10_000
"""Its iterations where toque thinks by the clock alone."""
NO_CLOCK: Final = 1000.0


def long_search(game: AnyGame) -> int:
    """How many iterations the judge takes in a game."""
    toque = BOTS["toque"].bot
    tuned = toque.tuning(game).iterations if isinstance(toque, LevelBot) else None
    return USUAL_ITERATIONS if tuned is None else LONGER * tuned


@dataclass(frozen=True)
class JudgedPosition:
    """One position, and what each level made of it."""

    costs: Mapping[str, float]
    """The part of a win that the level's choice gives away."""
    thinking: Mapping[str, float]
    """Milliseconds."""
    unlisted: tuple[str, ...]
    """The levels whose choice the judge does not even consider: taken to be as bad as the worst it considers."""


@dataclass(frozen=True)
class BlunderStudy:
    """What is judged."""

    game: AnyGame
    levels: tuple[str, ...]
    iterations: int
    """Of the judge, for each position."""
    seed: int = 0

    def decisions(self, number: int) -> list[JudgedPosition]:
        """Some positions of the match of this number in which there is something to choose."""
        rng = random.Random(f"{self.seed}/{number}")
        match, level = Match(self.game, rng), PLAYED_BY[number % len(PLAYED_BY)]
        met: list[View] = []

        def noted(_: Seat, view: View, luck: random.Random) -> Action:
            met.append(view)
            return choose(level, self.game, view, luck)

        play_out(match, rng, noted)
        rng.shuffle(met)
        judged: list[JudgedPosition] = []
        for view in met:
            if len(judged) == FROM_A_MATCH:
                break
            opinion = judgement(self.game, view, random.Random(rng.random()), Budget(iterations=self.iterations))
            if len(opinion.choices) > 1:
                judged.append(self._decision(view, opinion, rng.random()))
        return judged

    def _decision(self, view: View, opinion: Judgement, seed: float) -> JudgedPosition:
        costs: dict[str, float] = {}
        thinking: dict[str, float] = {}
        unlisted = []
        values = {choice.action: choice.value for choice in opinion.choices}
        best = best_value(opinion)
        for level in self.levels:
            began = perf_counter()
            action = choose(level, self.game, view, random.Random(seed), _budget(level, self.game))
            thinking[level] = 1000 * (perf_counter() - began)
            if action not in values:
                unlisted.append(level)
            costs[level] = max(0.0, best - values.get(action, min(values.values())))
        return JudgedPosition(costs, thinking, tuple(unlisted))


def best_value(opinion: Judgement) -> float:
    """What a good player may expect: of the best choice, or of the mixture where others choose at once."""
    if not opinion.together:
        return max(choice.value for choice in opinion.choices)
    whole = sum(choice.weight for choice in opinion.choices)
    return sum(choice.weight * choice.value for choice in opinion.choices) / whole


def _budget(level: str, game: AnyGame) -> Budget:
    """Iterations where the level has them, so that a busy machine changes nothing."""
    bot = BOTS[level].bot
    tuned = isinstance(bot, LevelBot) and bot.tuning(game).iterations is not None
    return Budget(NO_CLOCK) if tuned else BOTS[level].budget


def judged_positions(
    study: BlunderStudy, matches: Iterable[int], workers: int = 1
) -> Generator[list[JudgedPosition], None, None]:
    """The decisions of these matches as they come in; once the caller stops iterating, no more are judged."""
    return results(study.decisions, matches, workers)


@dataclass(frozen=True)
class LevelMistakes:
    """How well a level chooses."""

    decisions: int
    mean_cost: float
    """Of a decision, as a part of a win."""
    interval: Interval | None
    """Where the true mean lies."""
    blunders: float
    """The share of decisions that cost more than `BLUNDER`."""
    blunder_interval: Interval
    worst: float
    unlisted: int
    median_ms: float
    percentile_99_ms: float

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "decisions": self.decisions,
            "mean_cost": self.mean_cost,
            "interval": None if self.interval is None else [self.interval.low, self.interval.high],
            "blunders": self.blunders,
            "blunder_interval": [self.blunder_interval.low, self.blunder_interval.high],
            "worst": self.worst,
            "unlisted": self.unlisted,
            "thinking_ms": {"median": self.median_ms, "percentile_99": self.percentile_99_ms},
        }


def mistakes(level: str, decisions: Sequence[JudgedPosition]) -> LevelMistakes:
    """The figures of a level."""
    costs = [decision.costs[level] for decision in decisions]
    times = sorted(decision.thinking[level] for decision in decisions)
    blunders = fmean(cost > BLUNDER for cost in costs)
    sample = Sample()
    for cost in costs:
        sample.add(round(1e6 * cost))
    interval = sample.interval
    return LevelMistakes(
        decisions=len(costs),
        mean_cost=fmean(costs),
        interval=None if interval is None else Interval(max(0.0, interval.low / 1e6), interval.high / 1e6),
        blunders=blunders,
        blunder_interval=wilson(blunders, len(costs)),
        worst=max(costs),
        unlisted=sum(level in decision.unlisted for decision in decisions),
        median_ms=median(times),
        percentile_99_ms=times[ceil(0.99 * len(times)) - 1],
    )
