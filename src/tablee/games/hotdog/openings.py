"""What players of Hot-Dog like to do, for the book: at which tables they bid."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tablee.core.match import Match
from tablee.games.hotdog.events import Revealed


def openings(match: Match) -> Sequence[Mapping[str, int]]:
    """By seat: how often it bid at which table."""
    counts: list[Counter[str]] = [Counter() for _ in match.game.seats]
    for entry in match.log:
        for event in entry.events:
            if isinstance(event, Revealed):
                for seat, bid in enumerate(event.bids):
                    counts[seat][bid.table.name.lower()] += 1
    return counts
