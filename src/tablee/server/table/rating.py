"""Whether a match counts for ratings."""

from typing import Literal

from tablee.server.table.table import Table

RatingState = Literal["on", "undo", "hint"]
"""It counts; or why not, at a table that was meant to be rated: something was taken back, or a hint was given."""


def rating_state(table: Table) -> RatingState | None:
    """None: it is not meant to count."""
    if not table.setup.rated:
        return None
    match table.help_taken:
        case "undo" | "hint" as why:
            return why
        case _:
            return "on"
