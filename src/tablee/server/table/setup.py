"""What a table is created with."""

from dataclasses import dataclass
from typing import Any, Literal

from tablee.core.game import Game
from tablee.server.table.clocks import OnTimeout, TimeLimits


@dataclass(frozen=True)
class Occasion:
    """What a table was put up for: an evening, or a tournament."""

    kind: Literal["evening", "tournament"]
    id: str
    no_show: OnTimeout | None = None
    """What happens with the seat of somebody who has not come when a match of a tournament begins."""
    level: str = ""
    """Of the bot that plays there then."""


@dataclass(frozen=True)
class Setup:
    """The game, the host and the settings of a table. They never change."""

    id: str
    game: Game[Any, Any, Any]
    secret: bytes
    host: str | None = None
    is_open: bool = True
    time_limits: TimeLimits = TimeLimits()
    created_at: float = 0.0
    one_device: bool = False
    """Whether it was created for several people at one device: then a guest may hold several seats."""
    rated: bool = False
    """Whether the match counts for the ratings of its members."""
    occasion: Occasion | None = None

    @property
    def gives_seats(self) -> bool:
        """Whether a tournament says who sits where. Elsewhere chance does."""
        return self.occasion is not None and self.occasion.kind == "tournament"


@dataclass(frozen=True)
class Origin:
    """Where a continued match comes from: the record of a table, or one that a guest uploaded."""

    kind: Literal["table", "record"]
    id: str
    step: int
    """How many of its entries were copied. Their chance was drawn in the original match."""
