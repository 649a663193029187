"""Whether a match counts for ratings."""

from typing import Literal

from tablee.server.table.table import Table

RatingState = Literal["on", "undo"]
"""It counts; or, at a table that was meant to be rated, something was taken back."""


def rating_state(table: Table) -> RatingState | None:
    """None: it is not meant to count."""
    if not table.setup.rated:
        return None
    return "on" if table.counts_for_ratings else "undo"
