"""The rows of a table's log, and drafts of new ones."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from tablee.core.match import Match

NAMING_ROWS: Final = frozenset({"sit", "hand_over", "chat", "mute"})
"""The kinds of rows that may hold the id of a guest, and a name."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row of the log."""

    number: int
    kind: str
    data: Mapping[str, Any]
    at: float

    @property
    def guest(self) -> str | None:
        """The guest whom it names."""
        return self.data.get("guest") if self.kind in NAMING_ROWS else None


@dataclass(slots=True)
class Draft:
    """Rows to be written, and the match after them."""

    rows: list[Row]
    match: Match | None = None
    """None if the rows do not change the match."""

    def followed_by(self, other: "Draft") -> "Draft":
        """Both drafts as one."""
        return Draft(self.rows + other.rows, other.match or self.match)
