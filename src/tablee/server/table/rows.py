"""The rows of a table's log, and drafts of new ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from tablee.core.match import Match


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the log."""

    number: int
    kind: str
    data: Mapping[str, Any]
    at: float


@dataclass(slots=True)
class Draft:
    """Rows to be written, and the match after them."""

    rows: list[Row]
    match: Match | None = None
    """None if the rows do not change the match."""

    def followed_by(self, other: "Draft") -> "Draft":
        """Both drafts as one."""
        return Draft(self.rows + other.rows, other.match or self.match)
