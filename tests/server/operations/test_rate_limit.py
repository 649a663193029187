"""How much may be asked for, on virtual time."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tablee.server.rate_limit import RateLimiter, TokenBucket


class FakeTime:
    def __init__(self) -> None:
        self.time = 1000.0

    def __call__(self) -> float:
        return self.time


def test_a_burst_is_let_through_and_then_one_after_the_other() -> None:
    budget = TokenBucket(rate=2, burst=5, now=0)
    assert [budget.take(0) for _ in range(5)] == [0] * 5
    assert budget.take(0) == 0.5
    assert budget.take(0.5) == 0
    assert budget.take(0.5) == pytest.approx(0.5)
    assert budget.take(0.75) == pytest.approx(0.25)


def test_a_pause_fills_it_no_further_than_the_burst() -> None:
    budget = TokenBucket(rate=2, burst=5, now=0)
    assert [budget.take(1e6) > 0 for _ in range(6)] == [False] * 5 + [True]


@given(st.lists(st.floats(0, 10), min_size=1, max_size=60), st.floats(0.1, 20), st.integers(1, 30))
def test_no_more_than_burst_and_rate_ever_get_through(pauses: list[float], rate: float, burst: int) -> None:
    budget, now = TokenBucket(rate, burst, 0.0), 0.0
    for through, pause in enumerate(pauses, start=1):
        now += pause
        wait = budget.take(now)
        if wait:
            # Whoever waits as long as he is told gets through.
            now += math.nextafter(wait, math.inf) + 1e-9
            assert not budget.take(now)
        assert through <= burst + rate * now + 1e-6


def test_each_address_has_its_own() -> None:
    clock = FakeTime()
    budgets = RateLimiter(rate=1, burst=1, now=clock)
    assert budgets.take("a") == 0
    assert budgets.take("a") == 1
    assert budgets.take("b") == 0
    clock.time += 1
    assert budgets.take("a") == 0


def test_whoever_has_spent_his_budget_does_not_get_another_when_many_come() -> None:
    clock = FakeTime()
    budgets = RateLimiter(rate=1, burst=2, now=clock, most=8)
    for _ in range(2):
        budgets.take("spendthrift")
    clock.time += 0.5
    for number in range(7):
        assert budgets.take(f"early {number}") == 0
    clock.time += 1.2
    assert budgets.take("spendthrift") == 0
    assert budgets.take("late") == 0
    assert budgets.take("spendthrift") > 0


def test_whoever_asks_too_fast_is_noted_once_until_he_has_rested(caplog: pytest.LogCaptureFixture) -> None:
    clock = FakeTime()
    budgets = RateLimiter(rate=1, burst=2, now=clock)

    def noted(requests: int) -> list[str]:
        caplog.clear()
        for _ in range(requests):
            budgets.take("a")
        return [record.__dict__["address"] for record in caplog.records]

    assert noted(2) == []
    assert noted(50) == ["a"]
    clock.time += 1
    assert noted(50) == [], "he has not rested"
    clock.time += 60
    assert noted(2) == []
    assert noted(50) == ["a"]
