"""Clocks of seats, on virtual time."""

from hypothesis import given
from hypothesis import strategies as st

from tablee.server.table.clocks import Clock, TimeLimits


def test_without_a_limit_a_clock_never_runs_out() -> None:
    clock = Clock(TimeLimits())
    clock.run(100)
    assert clock.deadline is None
    clock.stop(1e9)
    assert clock.reserve == 0


def test_a_clock_runs_only_while_a_choice_is_awaited() -> None:
    clock = Clock(TimeLimits(seconds=10, reserve=60))
    assert clock.deadline is None
    clock.run(100)
    assert clock.deadline == 170
    clock.run(105)
    assert clock.deadline == 170, "it runs already"
    clock.stop(108)
    assert clock.deadline is None
    clock.run(500)
    assert clock.deadline == 570, "what was not needed for one choice does not help the next"


def test_what_a_choice_takes_beyond_its_time_comes_out_of_the_reserve() -> None:
    clock = Clock(TimeLimits(seconds=10, reserve=60))
    clock.run(0)
    clock.stop(35)
    assert clock.reserve == 35
    clock.stop(1000)
    assert clock.reserve == 35, "it does not run"
    clock.run(1000)
    assert clock.deadline == 1045
    clock.stop(2000)
    assert clock.reserve == 0


@given(
    st.floats(1, 100),
    st.floats(0, 1000),
    st.lists(st.tuples(st.floats(0, 200), st.floats(0, 200)), max_size=30),
)
def test_nobody_ever_thinks_longer_than_he_may(
    seconds: float, reserve: float, turns: list[tuple[float, float]]
) -> None:
    """Over a match nobody has more than the seconds of each choice and the reserve once."""
    clock, now, thought = Clock(TimeLimits(seconds, reserve)), 0.0, 0.0
    for number, (pause, wished) in enumerate(turns, start=1):
        now += pause
        clock.run(now)
        assert clock.deadline is not None
        took = min(wished, clock.deadline - now)
        now += took
        thought += took
        clock.stop(now)
        assert thought <= number * seconds + reserve + 1e-6
        assert 0 <= clock.reserve <= reserve
