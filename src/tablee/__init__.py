"""Tablée: four food games for people, bots and researchers. The public API is what this module names."""

from tablee import games as games
from tablee.core.errors import IllegalAction, TableeError
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.registry import GAMES, game
from tablee.core.seat import CHANCE, Seat

__all__ = ["CHANCE", "GAMES", "IllegalAction", "Match", "Player", "Seat", "TableeError", "game"]

__version__: str


def __getattr__(name: str) -> str:
    if name != "__version__":
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib.metadata import version  # noqa: PLC0415 - to look it up takes as long as all the rest

    return version("tablee")
