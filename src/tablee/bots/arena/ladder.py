"""What the results of an arena say: who beats whom, how strong each is, how long each thinks."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import ceil, inf
from statistics import fmean, median
from typing import Any

from tablee.bots.arena.arena import Arena, MatchResult, TableKind
from tablee.bots.statistics import Interval, wilson


@dataclass(frozen=True)
class Pair:
    """Two bots that met."""

    stronger: str
    """The one that should win."""
    weaker: str
    games: int
    share: float
    """The part of the wins that went to it."""
    even: float
    """What that part would be if it made no difference who plays."""

    @property
    def interval(self) -> Interval:
        """Where the true share lies."""
        return wilson(self.share, self.games)

    @property
    def odds(self) -> float:
        """Its odds to win, divided by those of an even share."""
        even = self.even / (1 - self.even)
        return self.share / (1 - self.share) / even if self.share < 1 else inf

    @property
    def is_clear(self) -> bool:
        """Whether the interval leaves no doubt that it is stronger."""
        return self.interval.low > self.even


@dataclass(frozen=True)
class Rating:
    """How strong a bot is, as openskill says; 25 is the middle."""

    mu: float
    sigma: float
    """How uncertain that is: one standard deviation."""


@dataclass(frozen=True)
class Thinking:
    """How long a bot thinks, in milliseconds."""

    choices: int
    replaced: int
    """How many of them a lower level had to make."""
    adapted: int
    """How many of them were not legal by the rules here and had to be adapted."""
    median: float
    percentile_99: float
    longest: float


class Ladder:
    """The results of an arena, in the order of their numbers whatever the order they came in."""

    def __init__(self, arena: Arena, results: Mapping[int, MatchResult]) -> None:
        self.arena = arena
        self.results = [results[number] for number in sorted(results)]

    def pairs(self) -> list[Pair]:
        """All that met, as the bots are listed."""
        if self.arena.tables is TableKind.MIXED:
            met = [self._met(weaker, stronger) for weaker, stronger in combinations(self.arena.bots, 2)]
        else:
            met = [self._one_against_the_rest(lineup) for lineup in self.arena.lineups]
        return [pair for pair in met if pair.games]

    def _one_against_the_rest(self, lineup: Sequence[str]) -> Pair:
        one, rest = lineup[0], lineup[-1]
        shares = [
            result.share(result.seats.index(one)) for result in self.results if sorted(result.seats) == sorted(lineup)
        ]
        return Pair(one, rest, len(shares), fmean(shares) if shares else 0.0, 1 / self.arena.game.players)

    def _met(self, weaker: str, stronger: str) -> Pair:
        """At mixed tables: which of the two won more of the match; half a win where neither did."""
        points = []
        for result in self.results:
            if weaker in result.seats and stronger in result.seats:
                ahead = _mean_share(result, stronger) - _mean_share(result, weaker)
                points.append((ahead > 0) + (ahead == 0) / 2)
        return Pair(stronger, weaker, len(points), fmean(points) if points else 0.0, 0.5)

    def ratings(self) -> dict[str, Rating]:
        """Of each bot that played; a bot with several seats at a table learns their mean."""
        from openskill.models import PlackettLuce  # noqa: PLC0415 - of the extra "bots"; all the rest needs none

        model = PlackettLuce()
        ratings = {bot: model.rating() for bot in self.arena.bots if any(bot in it.seats for it in self.results)}
        for result in self.results:
            ranks = [1.0 if seat in result.winners else 2.0 for seat in range(len(result.seats))]
            rated = model.rate([[ratings[bot]] for bot in result.seats], ranks=ranks)
            for bot in sorted(set(result.seats)):
                learnt = [new for [new], name in zip(rated, result.seats, strict=True) if name == bot]
                ratings[bot] = model.rating(fmean(new.mu for new in learnt), fmean(new.sigma for new in learnt))
        return {bot: Rating(rating.mu, rating.sigma) for bot, rating in ratings.items()}

    def thinking(self) -> dict[str, Thinking]:
        """Of each bot that had to choose."""
        told = {}
        for bot in self.arena.bots:
            times = sorted(time for result in self.results for time in result.thinking.get(bot, ()))
            if times:
                replaced = sum(result.replaced.get(bot, 0) for result in self.results)
                adapted = sum(result.adapted.get(bot, 0) for result in self.results)
                late = times[ceil(0.99 * len(times)) - 1]
                told[bot] = Thinking(len(times), replaced, adapted, median(times), late, times[-1])
        return told

    def plain(self) -> dict[str, Any]:
        """All of it as plain data."""
        return {
            **self.arena.plain(),
            "games": len(self.results),
            "pairs": [
                {
                    "stronger": pair.stronger,
                    "weaker": pair.weaker,
                    "games": pair.games,
                    "share": pair.share,
                    "interval": [pair.interval.low, pair.interval.high],
                    "even": pair.even,
                    "odds": None if pair.odds == inf else pair.odds,
                    "clear": pair.is_clear,
                }
                for pair in self.pairs()
            ],
            "ratings": {bot: {"mu": rating.mu, "sigma": rating.sigma} for bot, rating in self.ratings().items()},
            "thinking_ms": {
                bot: {
                    "choices": times.choices,
                    "replaced": times.replaced,
                    "adapted": times.adapted,
                    "median": times.median,
                    "percentile_99": times.percentile_99,
                    "longest": times.longest,
                }
                for bot, times in self.thinking().items()
            },
        }


def _mean_share(result: MatchResult, bot: str) -> float:
    return fmean(result.share(seat) for seat, name in enumerate(result.seats) if name == bot)
