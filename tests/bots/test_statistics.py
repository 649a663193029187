"""Figures of many matches."""

import json
from random import Random
from statistics import mean, stdev

import pytest

from tablee.bots.statistics import Interval, Sample, Statistics, wilson
from tablee.core.seat import Seat


def sample(numbers: list[int]) -> Sample:
    result = Sample()
    for number in numbers:
        result.add(number)
    return result


def test_a_sample_knows_its_mean_and_spread() -> None:
    numbers = [3, -4, 10, 10, 0]
    seen = sample(numbers)
    assert seen.mean == pytest.approx(mean(numbers))
    assert seen.deviation == pytest.approx(stdev(numbers))
    assert (seen.low, seen.high) == (-4, 10)
    assert seen.interval is not None
    assert seen.interval.high - seen.mean == pytest.approx(1.96 * stdev(numbers) / 5**0.5, rel=1e-4)


def test_one_number_has_no_spread() -> None:
    assert sample([5]).deviation is None
    assert sample([5]).interval is None
    assert sample([5]).plain() == {"mean": 5, "interval": None, "sd": None, "min": 5, "max": 5}


@pytest.mark.parametrize(
    ("share", "count", "low", "high"),
    [(0.0, 20, 0.0, 0.1611), (0.5, 100, 0.4038, 0.5962), (0.9, 10, 0.5958, 0.9821), (1.0, 20, 0.8389, 1.0)],
)
def test_wilson_intervals_are_those_of_the_books(share: float, count: int, low: float, high: float) -> None:
    interval = wilson(share, count)
    assert (round(interval.low, 4), round(interval.high, 4)) == (low, high)


def test_nothing_seen_says_nothing() -> None:
    assert wilson(0.0, 0) == Interval(0.0, 1.0)


def test_the_interval_holds_the_truth_with_shared_wins_too() -> None:
    """Of 2000 simulated series with shared wins, at least 95 % have the true share in their interval."""
    rng = Random(1)
    held = 0
    for _ in range(2000):
        share = sum(rng.choices((0.0, 0.5, 1.0), (0.5, 0.3, 0.2), k=60)) / 60
        interval = wilson(share, 60)
        held += interval.low <= 0.35 <= interval.high
    assert held >= 0.95 * 2000


def counted(matches: list[tuple[list[int], list[int], dict[str, int]]]) -> Statistics:
    statistics = Statistics(2)
    for winners, scores, tally in matches:
        statistics.add(winners=[Seat(seat) for seat in winners], scores=scores, tally=tally, entries=10, decisions=8)
    return statistics


MATCHES = [
    ([0], [5, 3], {"end.soon": 1, "end.late": 0}),
    ([0, 1], [4, 4], {"end.soon": 0, "end.late": 1}),
    ([1], [0, 9], {"end.soon": 1, "end.late": 0}),
    ([], [0, 0], {"end.soon": 1, "end.late": 0}),
]


def test_a_shared_win_counts_in_parts() -> None:
    statistics = counted(MATCHES[:3])
    assert statistics.win_share(0) == pytest.approx(0.5)
    assert statistics.win_share(1) == pytest.approx(0.5)
    assert (statistics.ties, statistics.no_winner) == (1, 0)
    assert statistics.first_seat_advantage == pytest.approx(0.0)


def test_a_match_may_have_no_winner() -> None:
    statistics = counted(MATCHES)
    assert statistics.no_winner == 1
    assert statistics.win_share(0) == pytest.approx(1.5 / 4)
    assert statistics.first_seat_interval == statistics.win_interval(0).shifted(-0.5)


def test_parts_add_up_to_the_whole() -> None:
    whole = counted(MATCHES)
    for cut in range(len(MATCHES) + 1):
        parts = counted(MATCHES[:cut])
        parts.join(counted(MATCHES[cut:]))
        assert parts == whole


def test_tallies_are_grouped_with_their_shares() -> None:
    assert counted(MATCHES).groups() == {"end": {"soon": 3, "late": 1}}
    plain = counted(MATCHES).plain()
    assert plain["tallies"]["end"]["late"] == {"count": 1, "share": 0.25}
    assert json.loads(json.dumps(plain)) == plain
