"""What a table is created with."""

from dataclasses import dataclass
from typing import Any, Literal

from tablee.core.game import Game
from tablee.server.table.clocks import Pace


@dataclass(frozen=True)
class Setup:
    """The game, the host and the settings of a table. They never change."""

    id: str
    game: Game[Any, Any, Any]
    secret: bytes
    host: str | None = None
    is_open: bool = True
    pace: Pace = Pace()
    created_at: float = 0.0
    one_device: bool = False
    """Whether it was created for several people at one device: then a guest may hold several seats."""


@dataclass(frozen=True)
class Origin:
    """Where a continued match comes from: the record of a table, or one that a guest uploaded."""

    kind: Literal["table", "record"]
    id: str
    step: int
    """How many of its entries were copied. Their chance was drawn in the original match."""
