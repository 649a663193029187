"""What players of La Courte Paille like to do, for the book: which characters they play."""

from collections import Counter
from collections.abc import Mapping, Sequence

from tablee.core.match import Match
from tablee.games.courtepaille.events import Revealed


def openings(match: Match) -> Sequence[Mapping[str, int]]:
    """By seat: how often it played which character."""
    counts: list[Counter[str]] = [Counter() for _ in match.game.seats]
    for entry in match.log:
        for event in entry.events:
            if isinstance(event, Revealed):
                for seat, card in zip(event.order, event.cards, strict=True):
                    counts[seat][card.character.value] += 1
    return counts
