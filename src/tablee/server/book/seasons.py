"""The seasons of ratings: quarters of the calendar, in UTC. The host may close one before its quarter is over; then the
next one begins at once."""

from bisect import bisect_left
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

SEASONS_IN_A_QUARTER: Final = 9
"""At most: names of seasons sort by the alphabet."""


def season_of(at: float, closed: Sequence[float] = ()) -> str:
    """The season of a moment (Unix time). `closed`: when the host closed one, the oldest first.

    >>> season_of(0.0)
    '1970-1'
    >>> [season_of(at, closed=[50.0, 70.0]) for at in (50.0, 60.0, 80.0, 8e6)]
    ['1970-1', '1970-1-2', '1970-1-3', '1970-2']
    """
    quarter = _quarter(at)
    number = 1 + sum(_quarter(each) == quarter for each in closed[: bisect_left(closed, at)])
    return quarter if number == 1 else f"{quarter}-{min(number, SEASONS_IN_A_QUARTER)}"


def closed_at(season: str, closed: Sequence[float]) -> float | None:
    """When the host closed a season; None if it runs, or ended with its quarter."""
    return next((each for each in closed if season_of(each, closed) == season), None)


def _quarter(at: float) -> str:
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.year}-{(day.month + 2) // 3}"
