"""Tablée: four food games for people, bots and researchers. The public API is what this module names."""

from importlib.metadata import version

from tablee import games as games
from tablee.core.errors import IllegalAction, TableeError
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.registry import GAMES, game
from tablee.core.seat import CHANCE, Seat

__version__ = version("tablee")

__all__ = ["CHANCE", "GAMES", "IllegalAction", "Match", "Player", "Seat", "TableeError", "game"]
