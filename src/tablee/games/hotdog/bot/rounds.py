"""What both searches share: what comes of bids, and how often a bot chooses each of its own."""

from collections.abc import Mapping, Sequence
from typing import Final

from tablee.core.heuristic import Ranked
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

TEMPERATURE: Final = 0.02
"""Good players choose a bid with odds that fall by e for each such part of a win that it is worse than the best."""
OWN_TEMPERATURE: Final = 0.006
"""The same for the choice of the bot itself."""
_LEAST_PART: Final = 0.1
"""Bids chosen less often than this, relative to the one chosen most often, are not chosen at all."""


def after_bids(game: HotDog, state: HotDogState, bids: Mapping[Seat, Bid]) -> HotDogState:
    """The state after a round of these bids. Bids that lie face down already are replaced."""
    after = state.copy()
    # The last bid that is missing settles the round: those that replace another come before.
    for seat in sorted(bids, key=lambda seat: state.bids[seat] is None):
        game.apply(after, seat, bids[seat], False)
    return after


def ranked(bids: Sequence[Bid], worths: Sequence[float], mixture: Sequence[float]) -> list[Ranked]:
    """The bids by what they are worth, the best first; `mixture`: how often each is chosen."""
    if not any(mixture):
        mixture = [float(worth == max(worths)) for worth in worths]
    least = _LEAST_PART * max(mixture)
    parts = [part if part >= least else 0.0 for part in mixture]
    whole = sum(parts)
    choices = [
        Ranked(bid, round(worth, 6), round(part / whole, 6))
        for bid, worth, part in zip(bids, worths, parts, strict=True)
    ]
    return sorted(choices, key=lambda choice: -choice.value)
