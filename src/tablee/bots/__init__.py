"""Players that are programs. They see a view, never a state."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from tablee.bots.bot import Bot
from tablee.bots.greedy import GreedyBot
from tablee.bots.random import RandomBot

BOTS: Final[Mapping[str, Bot]] = MappingProxyType({"random": RandomBot(), "greedy": GreedyBot()})
"""The bots of the house by kind, as records name them (`Player.bot`)."""
