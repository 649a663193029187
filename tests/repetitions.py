"""How often random tests are repeated: few times by day, many by night (`make nightly`), seldom where the same tests
have run before and only the engines under them are other ones (`make compiled`)."""

import os
from collections.abc import Sequence
from typing import TypeVar

Case = TypeVar("Case")


def repetitions(by_night: int, by_day: int) -> int:
    """The number for this run."""
    if os.environ.get("TABLEE_NIGHTLY"):
        return by_night
    return max(1, by_day // 5) if os.environ.get("TABLEE_SELDOM") else by_day


def every_second(cases: Sequence[Case], first: int = 0) -> list[Case]:
    """All of them by night; by day every second, from this one on, where what they show is nearly the same."""
    return list(cases if repetitions(1, by_day=0) else cases[first::2])
