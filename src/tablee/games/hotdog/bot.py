"""What a bot should know of Hot-Dog."""

from collections.abc import Sequence
from typing import Final

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.pieces import Announce, count, total
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

_GENEROUS: Final = 3
"""More dollars than this are seldom worth a look."""


class HotDogHeuristic:
    """Sell what fits, fill tables exactly, keep small cards for the gaps."""

    def __init__(self, game: HotDog) -> None:
        self._game = game

    def candidates(self, state: HotDogState, seat: Seat, rng: Random, most: int) -> Sequence[Bid]:
        """Bids that could be served as the tables stand, with few dollars; any bid if there is none."""
        fitting = self._fitting(state, seat)
        if not fitting:
            return [self._game.random_action(state, seat, rng)]
        if len(fitting) <= most:
            return fitting
        picked = list(fitting)
        rng.shuffle(picked)
        return picked[:most]

    def policy(self, state: HotDogState, seat: Seat, rng: Random) -> Bid:
        """A bid that fits, one that fills its table twice as likely."""
        fitting = self._fitting(state, seat)
        if not fitting:
            return self._game.random_action(state, seat, rng)
        bid = rng.choice(fitting)
        if bid.total != state.room[_index(bid)]:
            bid = rng.choice(fitting)
        return bid

    def value(self, state: HotDogState, seat: Seat) -> float:
        """Money ahead of the others, hot-dogs on tables at the odds that they fill, cards that still sell."""
        return self._worth(state, seat) - sum(self._worth(state, other) for other in self._game.seats) / len(
            self._game.seats
        )

    def _worth(self, state: HotDogState, seat: Seat) -> float:
        worth = float(self._game.scores(state)[seat])
        for index, size in enumerate(self._game.tables):
            waiting = total(state.placed[index * self._game.players + seat])
            worth += waiting * (1 - state.room[index] / size) * 0.8
        held = state.hotdogs[seat]
        return worth + 0.35 * total(held) + 0.15 * count(held, 1) + 0.1 * count(held, 2)

    def _fitting(self, state: HotDogState, seat: Seat) -> Sequence[Bid]:
        """Bids of not too many dollars that fit their table."""
        book = self._game.book(last=state.announced[seat])
        bids = book.fitting(state.hotdogs[seat], tuple(state.room), min(state.money[seat], _GENEROUS))
        kept = [bid for bid in bids if not self._is_silent_last(state, seat, bid)]
        return kept or bids

    def _is_silent_last(self, state: HotDogState, seat: Seat, bid: Bid) -> bool:
        """HD-20: a last hot-dog that is not announced sells nothing."""
        return self._game.announce is Announce.MANUAL and bid.cards == state.hotdogs[seat] and not bid.announce


def _index(bid: Bid) -> int:
    return (bid.table - 5) // 2
