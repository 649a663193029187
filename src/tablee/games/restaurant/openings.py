"""What players of Restaurant like to do, for the book: whether they exchange the dish of the day."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tablee.core.match import Match
from tablee.games.restaurant.actions import Exchange, Keep


def openings(match: Match) -> Sequence[Mapping[str, int]]:
    """By seat: how often it exchanged its dish of the day, and how often it kept it."""
    counts: list[Counter[str]] = [Counter() for _ in match.game.seats]
    for entry in match.log:
        if isinstance(entry.action, Exchange | Keep):
            counts[entry.seat][entry.action.tag] += 1
    return counts
