"""Earlier versions of the rules, for records and matches that began with them."""

from dataclasses import dataclass
from typing import ClassVar

from tablee.core.options import choice
from tablee.games.rathot.pieces import Deck
from tablee.games.rathot.rules.game import RatHot


@dataclass(frozen=True)
class RatHotOne(RatHot):
    """Version 1: there was one deck only, which is now called `plague`."""

    rules_version: ClassVar = 1
    added_options: ClassVar = frozenset({"deck"})

    deck: Deck = choice(Deck.PLAGUE)
