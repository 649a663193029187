"""The seasons of ratings: quarters of the calendar, in UTC."""

from datetime import UTC, datetime


def season_of(at: float) -> str:
    """The season of a moment (Unix time).

    >>> season_of(0.0)
    '1970-1'
    """
    day = datetime.fromtimestamp(at, UTC)
    return f"{day.year}-{(day.month + 2) // 3}"
