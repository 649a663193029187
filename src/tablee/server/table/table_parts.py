"""What a table keeps besides its match, chairs and clocks: its status, the log of the match, chat, series, undo."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from tablee.core.record import Entry
from tablee.core.seat import Seat
from tablee.server.table.chairs import Author


class Status(StrEnum):
    OPEN = "open"
    """The match has not started."""
    PLAYING = "playing"
    OVER = "over"
    ASIDE = "aside"
    """Stopped after an error. The log is kept, and an administrator can restore the table."""
    CLOSED = "closed"


@dataclass(slots=True)
class LoggedEntry:
    """An entry of the match and the row that holds it."""

    number: int
    """Of the row."""
    entry: Entry
    public: dict[int, Any] = field(default_factory=dict, compare=False, repr=False)
    """A cache for updates.py: the messages of events that are shown in full, by their position in the entry."""


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A seat wants to take back a choice, and others have to agree."""

    seat: Seat
    keep: int
    waiting: frozenset[Seat]


@dataclass(frozen=True, slots=True)
class Series:
    """The matches in a row before this one."""

    matches: int
    wins: tuple[int, ...]
    """By seat."""


@dataclass(frozen=True, slots=True)
class ChairChange:
    """Something happened to a chair that everybody at the table is told."""

    number: int
    """Of the row."""
    kind: str
    """The kind of the row."""
    seat: Seat
    by: str
    """`host`, `self`, `clock` or `house`."""
    name: str
    """Who sat there before."""
    to: str = ""
    """Who sits there now, if that is somebody else."""


@dataclass(frozen=True, slots=True)
class ChatLine:
    number: int
    seat: Seat | None
    name: str
    text: str
    at: float
    author: Author = Author()
