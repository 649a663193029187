"""Earlier versions of the rules, for records and matches that began with them."""

from dataclasses import dataclass
from typing import ClassVar

from tablee.core.options import choice
from tablee.games.restaurant.pieces import Protect
from tablee.games.restaurant.rules.game import Restaurant


@dataclass(frozen=True)
class RestaurantOne(Restaurant):
    """Version 1: any of the menus held may be laid under a RES."""

    rules_version: ClassVar = 1
    added_options: ClassVar = frozenset({"protect"})

    protect: Protect = choice(Protect.CHOSEN)
