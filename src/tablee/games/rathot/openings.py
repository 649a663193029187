"""What players of Rat Hot like to do, for the book: how many rats they leave in sight."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Final

from tablee.core.match import Match
from tablee.games.rathot.events import Overrun, TurnEnded

IN_SIGHT: Final = ("none", "one", "two", "three")


def openings(match: Match) -> Sequence[Mapping[str, int]]:
    """By seat: after how many of its turns so many of its own rats were in sight."""
    counts: list[Counter[str]] = [Counter() for _ in match.game.seats]
    for moment in match.walk():
        for event in moment.log[-1].events if moment.log else ():
            if isinstance(event, TurnEnded | Overrun):
                # That a turn has ended is said to whoever is next.
                seat = event.seat if isinstance(event, Overrun) else 1 - event.seat
                rats = moment.view(None).rats[seat]
                counts[seat][IN_SIGHT[min(rats, 3)]] += 1
    return counts
