"""The bots by name: the same ones sit in the house, in a terminal and in records. Web clients draw a face for each."""

from collections.abc import Iterable
from typing import Final

from tablee.bots.levels import level_for_bot_number
from tablee.core.record import Player

CAST: Final = ("Tartine", "Biscotte", "Praline", "Ciboulette", "Cornichon", "Noisette", "Brioche", "Pépin")
"""One for each level and some to spare; the first ones come first."""


def cast_bot(level: str, taken: Iterable[str]) -> Player | None:
    """The next of the cast whose name nobody at the table has; None if all sit there already. Each has a temperament;
    a level that was asked for with one keeps it.

    >>> cast_bot("chef", ["Zoé", "tartine"])
    Player(name='Biscotte', bot='chef:greedy')
    """
    used = {name.casefold() for name in taken}
    for number, name in enumerate(CAST):
        if name.casefold() not in used:
            return Player(name, bot=level_for_bot_number(level, number))
    return None
