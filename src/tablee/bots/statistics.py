"""Figures of many matches, kept in whole numbers so that adding them up in any order gives the same."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import inf, sqrt
from typing import Any, Final

from tablee.core.seat import Seat

NORMAL_95: Final = 1.959963984540054
"""The number of standard deviations to each side of the mean that hold 95 % of a normal distribution."""


@dataclass(frozen=True)
class Interval:
    """Where a true value lies with 95 % confidence."""

    low: float
    high: float

    def shifted(self, by: float) -> "Interval":
        """The interval of the value plus `by`."""
        return Interval(self.low + by, self.high + by)


def wilson(share: float, count: int) -> Interval:
    """Wilson's interval of a share seen in `count` trials.

    A win that is shared counts as a part of one, so a trial may give any number from 0 to 1. Such numbers with mean p
    vary by p(1 − p) at most, which is what Wilson assumes: with shared wins the interval is on the wide side, never
    too narrow.

    >>> wilson(0.8, 10)
    Interval(low=0.490..., high=0.943...)
    """
    if not count:
        return Interval(0.0, 1.0)
    weight = NORMAL_95**2 / count
    middle = (share + weight / 2) / (1 + weight)
    reach = NORMAL_95 / (1 + weight) * sqrt(share * (1 - share) / count + weight / (4 * count))
    return Interval(max(0.0, middle - reach), min(1.0, middle + reach))


@dataclass
class Sample:
    """Whole numbers seen, as their sums."""

    count: int = 0
    total: int = 0
    squares: int = 0
    low: float = inf
    high: float = -inf

    def add(self, value: int) -> None:
        """See one more."""
        self.count += 1
        self.total += value
        self.squares += value * value
        self.low = min(self.low, value)
        self.high = max(self.high, value)

    def join(self, other: "Sample") -> None:
        """See all that another sample has seen."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares
        self.low = min(self.low, other.low)
        self.high = max(self.high, other.high)

    @property
    def mean(self) -> float:
        return self.total / self.count

    @property
    def deviation(self) -> float | None:
        """The standard deviation of what the sample was drawn from; None where one number says nothing of it."""
        if self.count < 2:
            return None
        return sqrt((self.count * self.squares - self.total**2) / (self.count * (self.count - 1)))

    @property
    def interval(self) -> Interval | None:
        """Where the true mean lies, the mean of many numbers being normal."""
        if self.deviation is None:
            return None
        reach = NORMAL_95 * self.deviation / sqrt(self.count)
        return Interval(self.mean - reach, self.mean + reach)

    def plain(self) -> dict[str, Any]:
        """As plain data."""
        return {
            "mean": self.mean,
            "interval": _plain_interval(self.interval),
            "sd": self.deviation,
            "min": self.low,
            "max": self.high,
        }


@dataclass
class Statistics:
    """What is worth knowing of many matches of one game. Lists are by seat."""

    players: int
    games: int = 0
    decisions: int = 0
    """Choices of seats; what chance does is none."""
    ties: int = 0
    no_winner: int = 0
    length: Sample = field(default_factory=Sample)
    """Entries of a match, those of chance included."""
    wins: list[Counter[int]] = field(default_factory=list)
    """How often a seat won, by the number of seats that shared the win."""
    scores: list[Sample] = field(default_factory=list)
    tallies: dict[str, int] = field(default_factory=dict)
    """What the game itself counts, by `group.case`."""

    def __post_init__(self) -> None:
        self.wins = self.wins or [Counter() for _ in range(self.players)]
        self.scores = self.scores or [Sample() for _ in range(self.players)]

    def add(
        self,
        *,
        winners: Sequence[Seat],
        scores: Sequence[int],
        tally: Mapping[str, int],
        entries: int,
        decisions: int,
    ) -> None:
        """Count one more match."""
        self.games += 1
        self.decisions += decisions
        self.ties += len(winners) > 1
        self.no_winner += not winners
        self.length.add(entries)
        for seat in winners:
            self.wins[seat][len(winners)] += 1
        for sample, score in zip(self.scores, scores, strict=True):
            sample.add(score)
        self._count(tally)

    def join(self, other: "Statistics") -> None:
        """Count all the matches of another."""
        self.games += other.games
        self.decisions += other.decisions
        self.ties += other.ties
        self.no_winner += other.no_winner
        self.length.join(other.length)
        for mine, theirs in zip(self.wins, other.wins, strict=True):
            mine.update(theirs)
        for sample, more in zip(self.scores, other.scores, strict=True):
            sample.join(more)
        self._count(other.tallies)

    def _count(self, tally: Mapping[str, int]) -> None:
        for case, number in tally.items():
            self.tallies[case] = self.tallies.get(case, 0) + number

    def win_share(self, seat: int) -> float:
        """The part of all wins that went to a seat; of a win shared by n, it has 1/n."""
        return sum(self.wins[seat][sharers] / sharers for sharers in sorted(self.wins[seat])) / self.games

    def win_interval(self, seat: int) -> Interval:
        """Where the true share lies."""
        return wilson(self.win_share(seat), self.games)

    @property
    def first_seat_advantage(self) -> float:
        """How much more than its even share of the wins the first seat has."""
        return self.win_share(0) - 1 / self.players

    @property
    def first_seat_interval(self) -> Interval:
        """Where the true advantage lies."""
        return self.win_interval(0).shifted(-1 / self.players)

    def groups(self) -> dict[str, dict[str, int]]:
        """The tallies as group → case → count."""
        groups: dict[str, dict[str, int]] = {}
        for key, number in self.tallies.items():
            group, _, case = key.partition(".")
            groups.setdefault(group, {})[case] = number
        return groups

    def plain(self) -> dict[str, Any]:
        """All of it as plain data; seats count from 0."""
        return {
            "games": self.games,
            "decisions": self.decisions,
            "ties": {"count": self.ties, "share": self.ties / self.games},
            "no_winner": {"count": self.no_winner, "share": self.no_winner / self.games},
            "length": self.length.plain(),
            "seats": [
                {
                    "seat": seat,
                    "win_share": self.win_share(seat),
                    "win_interval": _plain_interval(self.win_interval(seat)),
                    "score": self.scores[seat].plain(),
                }
                for seat in range(self.players)
            ],
            "first_seat_advantage": {
                "share": self.first_seat_advantage,
                "interval": _plain_interval(self.first_seat_interval),
            },
            "tallies": {
                group: {
                    case: {"count": number, "share": number / (sum(cases.values()) or 1)}
                    for case, number in cases.items()
                }
                for group, cases in self.groups().items()
            },
        }


def _plain_interval(interval: Interval | None) -> list[float] | None:
    return None if interval is None else [interval.low, interval.high]
