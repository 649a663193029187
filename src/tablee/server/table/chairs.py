"""The chairs of a table, who sits on them, and how the rows of the log change that."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from tablee.core.seat import Seat
from tablee.server.table.rows import Row


@dataclass(frozen=True)
class Author:
    """Who chats: a guest, or a program with a token. Never sent to clients."""

    guest: str | None = None
    program: str | None = None

    @classmethod
    def of_row(cls, data: Mapping[str, Any]) -> "Author":
        """The author in a row. Old rows do not have the field for programs."""
        return cls(data["guest"], data.get("program"))

    @property
    def is_known(self) -> bool:
        """False if the guest was forgotten."""
        return self != Author()


@dataclass(frozen=True)
class Chair:
    """Who holds and who plays one seat."""

    name: str = ""
    guest: str | None = None
    """The id of the guest who holds it. Never sent to clients."""
    bot: str | None = None
    """The level of the bot that holds it."""
    program: str | None = None
    """The hash of the token of an external program that holds it."""
    stand_in: str | None = None
    """The level of the bot that plays for an absent guest."""
    forfeited: bool = False
    left: bool = False
    """Whether the guest left for good: they see and play the seat no more, unless the host gives it back."""

    is_late: bool = False
    """Whether the time for the awaited choice ran out: the bot makes it, even if the guest returns."""
    is_returning: bool = False
    """Whether the guest plays the seat again after that choice."""
    away: bool = False
    """Whether the player is absent: the host may have a bot play, or give the seat away."""
    away_since: float = 0.0
    """When that was noted the last time."""
    is_member: bool = False
    """Whether the guest was a member when they sat down, and sits under the name of that member."""

    @property
    def has_left(self) -> bool:
        """Whether its person does not play the seat any more: they left, forfeited, or a bot has to play for them."""
        return self.left or self.forfeited or (self.stand_in is not None and not self.is_returning)

    @property
    def has_a_say(self) -> bool:
        """Whether a guest or program holds it and has not left or forfeited, even while a bot plays for them."""
        return (self.guest is not None or self.program is not None) and not self.left and not self.forfeited

    @property
    def is_expected(self) -> bool:
        """Whether a guest or program should be playing it: they have not left, and are not noted as absent."""
        return (self.guest is not None or self.program is not None) and not self.left and not self.away

    @property
    def taken(self) -> bool:
        return self.guest is not None or self.bot is not None or self.program is not None

    @property
    def author(self) -> Author:
        """Who chats from this seat."""
        return Author(self.guest, self.program)

    @property
    def played_by(self) -> str | None:
        """The level of the bot that plays this seat now; None if a person or a program does."""
        return self.stand_in or self.bot


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


def changed_chair(chair: Chair, row: Row) -> Chair:
    """A chair after a row about it. `Table` handles a player's return."""
    data = row.data
    match row.kind:
        case "sit":
            is_member = data.get("member", False)
            return Chair(data["name"], data["guest"], data["bot"], data["program"], is_member=is_member)
        case "stand":
            return Chair()
        case "hand_over":
            return replace(
                chair,
                name=data["name"],
                guest=data["guest"],
                bot=None,
                program=None,
                left=False,
                away=False,
                is_member=data.get("member", False),
            )
        case "stand_in":
            why = data.get("why")
            return replace(chair, stand_in=data["bot"], left=why == "left", is_late=why == "time")
        case "away":
            return replace(chair, away=True, away_since=row.at)
        case "here":
            return replace(chair, away=False)
        case "forfeit":
            return replace(chair, stand_in=data["bot"], forfeited=True)
        case _:
            return chair


def chair_change(chair: Chair, row: Row) -> ChairChange:
    """What everybody is told of a row about a chair. Old rows do not say who did it, except for stand-ins."""
    data, kind = row.data, row.kind
    by = data.get("by") or {"host": "host", "time": "clock"}.get(data.get("why", ""), "self")
    to = data["name"] if kind in ("sit", "hand_over") else ""
    return ChairChange(row.number, kind, Seat(data["seat"]), by, chair.name, to)
