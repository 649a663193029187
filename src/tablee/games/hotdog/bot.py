"""What a bot should know of Hot-Dog."""

from bisect import bisect
from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.offers import GENEROUS, Stall, offerbook
from tablee.games.hotdog.pieces import Announce, Settle, total
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.selling import rounds_needed, sellable
from tablee.games.hotdog.state import HotDogState

# What makes filling a table less likely, as logarithms of odds: see offers.py.
_OWN_THERE: Final = -0.41
"""A hot-dog of one's own that waits there: it does so also if others fill the table."""
_OTHERS_THERE: Final = -1.22
"""A hot-dog of another, who would be paid too."""

# In dollars, tried out in matches.
_IN_TIME: Final = 0.3
"""A hot-dog that could be sold before the first player can have sold out."""
_IN_OVERTIME: Final = 0.1
"""A hot-dog that could be if that took him a round more."""
_WAITING: Final = 0.5
"""A hot-dog at a table."""
_NEARLY_FULL: Final = 0.3
"""What is added as the table fills."""

_HAND_SWING: Final = 4.5
"""How far a hand may turn the match: dollars ahead divided by it are logarithms of odds. Fitted to matches."""
_TO_THE_END: Final = 0.15
"""The part of a hand that is open even if somebody has hardly a hot-dog left."""


class HotDogHeuristic:
    """Sell as much as will fit, fill tables exactly, be sold out first; keep small cards for the gaps.

    Everybody's cards are open: who needs how many rounds to sell out tells what is still worth hoping for.
    """

    def __init__(self, game: HotDog) -> None:
        self._game = game
        self._sizes = tuple(map(int, game.tables))
        self._book = offerbook(
            game.tables, manual=game.announce is Announce.MANUAL, at_once=game.settle is Settle.AT_ONCE
        )

    # What to bid

    def candidates(self, state: HotDogState, seat: Seat, rng: Random, most: int) -> Sequence[Bid]:
        """Bids of the portions that leave the best rest, the most eager first; then those of other portions."""
        stalls = self._stalls(state, seat)
        if not stalls:
            return [self._game.random_action(state, seat, rng)]
        eager: list[tuple[float, Bid]] = []
        for stall in stalls:
            less = self._less(state, seat, stall)
            eager += [(chance * less, bid) for chance, bid in zip(stall.odds, stall.bids, strict=True)]
        eager.sort(key=lambda offer: -offer[0])
        bids = [bid for _, bid in eager if self._can_pay_off(state, seat, bid)][:most]
        if len(bids) < most:
            others = self._book.others(state.hotdogs[seat], tuple(state.room))
            bids += [bid for bid in others if self._can_pay_off(state, seat, bid)][: most - len(bids)]
        return bids or [eager[0][1]]

    def _can_pay_off(self, state: HotDogState, seat: Seat, bid: Bid) -> bool:
        """HD-17: a hot-dog brings a dollar, also one that waits at the table already."""
        if bid.dollars < bid.total:
            return True
        table = self._game.tables.index(bid.table)
        return bid.dollars < bid.total + total(state.placed[table * self._game.players + seat])

    def policy(self, state: HotDogState, seat: Seat, rng: Random) -> Bid:
        """Any of the same, by how eagerly it is bid."""
        stalls = self._stalls(state, seat)
        if not stalls:
            return self._game.random_action(state, seat, rng)
        wholes = [stall.bounds[-1] * self._less(state, seat, stall) for stall in stalls]
        drawn = rng.random() * sum(wholes)
        number = 0
        while drawn >= wholes[number] and number < len(wholes) - 1:
            drawn -= wholes[number]
            number += 1
        stall = stalls[number]
        return stall.bids[min(bisect(stall.bounds, rng.random() * stall.bounds[-1]), len(stall.bids) - 1)]

    def _stalls(self, state: HotDogState, seat: Seat) -> tuple[Stall, ...]:
        if state.announced[seat]:
            # HD-19: what was announced is kept.
            return ()
        return self._book[state.hotdogs[seat], tuple(state.room), min(state.money[seat], GENEROUS)]

    def _less(self, state: HotDogState, seat: Seat, stall: Stall) -> float:
        """How much less a table is filled because of what lies there."""
        table, fills = stall.table, stall.fills
        there = self._sizes[table] - state.room[table]
        if not (fills and there):
            return 1.0
        own = total(state.placed[table * self._game.players + seat])
        return exp(_OWN_THERE * own + _OTHERS_THERE * (there - own))

    # How it stands

    def value(self, state: HotDogState, seat: Seat) -> float:
        """Dollars ahead of the mean at the end of this hand, with those of the hands before."""
        return self.values(state)[seat]

    def values(self, state: HotDogState) -> list[float]:
        """Of all seats."""
        worth = self._worths(state)
        mean = sum(worth) / len(worth)
        return [own - mean for own in worth]

    def swing(self, state: HotDogState) -> float:
        """How far the match may still turn: by the hands to come, and what is left of this one."""
        game = self._game
        unsold = min(map(total, state.hotdogs)) / sum(game.hotdog_values)
        return _HAND_SWING * sqrt(max(game.hands - state.hand, 0) + unsold + _TO_THE_END)

    def _worths(self, state: HotDogState) -> list[float]:
        """The money each seat can hope to have."""
        worth = [float(score) for score in self._game.scores(state)]
        if state.hand > self._game.hands:
            return worth
        sizes, players = self._sizes, len(worth)
        rounds = min([rounds_needed(held, sizes[-1]) for held in state.hotdogs])
        for seat, held in enumerate(state.hotdogs):
            worth[seat] += _IN_TIME * sellable(held, rounds, sizes) + _IN_OVERTIME * sellable(held, rounds + 1, sizes)
        for table, size in enumerate(sizes):
            room = state.room[table]
            if room < size:
                waiting = _WAITING + _NEARLY_FULL * (1 - room / size)
                for seat, placed in enumerate(state.placed[table * players : (table + 1) * players]):
                    worth[seat] += waiting * total(placed)
        return worth
