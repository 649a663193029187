"""How a bot judges bids and states of Hot-Dog."""

from bisect import bisect
from collections.abc import Sequence
from math import exp, sqrt
from typing import Final

from tablee.core.chance import Random
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot.candidates import MOST_DOLLARS, BidGroup, candidates_for
from tablee.games.hotdog.bot.portions import rounds_needed, sellable
from tablee.games.hotdog.pieces import Announce, Settle, total
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

# What makes filling a table less likely, as logarithms of odds: see candidates.py.
_OWN_THERE: Final = -0.41
"""For each own hot-dog at the table: it is also paid if others fill the table."""
_OTHERS_THERE: Final = -1.22
"""For each hot-dog of another player, who would be paid too."""

# In dollars, found by trial in matches.
_IN_TIME: Final = 0.3
"""A hot-dog that can be sold before any player can have sold out."""
_IN_OVERTIME: Final = 0.1
"""A hot-dog that can be sold if that takes one round more."""
_WAITING: Final = 0.5
"""A hot-dog at a table that is not full yet."""
_NEARLY_FULL: Final = 0.3
"""Added to it in proportion as the table fills."""

_HAND_SWING: Final = 4.5
"""How much a hand can change: a lead in dollars divided by it is a logarithm of odds. Fitted to matches."""
_TO_THE_END: Final = 0.15
"""The part of a hand that stays open even when a player has hardly a hot-dog left."""


class HotDogHeuristic:
    """Sell as much as will fit, fill tables exactly, be sold out first; keep small cards for the gaps.

    Everybody's cards are open: the rounds that each player needs to sell out tell how much can still be sold.
    """

    def __init__(self, game: HotDog) -> None:
        self._game = game
        self._sizes = tuple(map(int, game.tables))
        self._candidates = candidates_for(
            game.tables, manual=game.announce is Announce.MANUAL, at_once=game.settle is Settle.AT_ONCE
        )

    # What to bid

    def candidates(self, state: HotDogState, seat: Seat, rng: Random, most: int) -> Sequence[Bid]:
        """Bids of the portions that leave the best rest, the likeliest first; then bids of other portions."""
        groups = self._groups(state, seat)
        if not groups:
            return [self._game.random_action(state, seat, rng)]
        ranked: list[tuple[float, Bid]] = []
        for group in groups:
            factor = self._fill_factor(state, seat, group)
            ranked += [(odds * factor, bid) for odds, bid in zip(group.odds, group.bids, strict=True)]
        ranked.sort(key=lambda pair: -pair[0])
        bids = [bid for _, bid in ranked if self._can_pay_off(state, seat, bid)][:most]
        if len(bids) < most:
            others = self._candidates.others(state.hotdogs[seat], tuple(state.room))
            bids += [bid for bid in others if self._can_pay_off(state, seat, bid)][: most - len(bids)]
        return bids or [ranked[0][1]]

    def _can_pay_off(self, state: HotDogState, seat: Seat, bid: Bid) -> bool:
        """HD-17: every hot-dog brings a dollar, also those of the player already at the table."""
        if bid.dollars < bid.total:
            return True
        table = self._game.tables.index(bid.table)
        return bid.dollars < bid.total + total(state.placed[table * self._game.players + seat])

    def policy(self, state: HotDogState, seat: Seat, rng: Random) -> Bid:
        """One of the candidates, drawn by its odds."""
        groups = self._groups(state, seat)
        if not groups:
            return self._game.random_action(state, seat, rng)
        wholes = [group.bounds[-1] * self._fill_factor(state, seat, group) for group in groups]
        drawn = rng.random() * sum(wholes)
        number = 0
        while drawn >= wholes[number] and number < len(wholes) - 1:
            drawn -= wholes[number]
            number += 1
        group = groups[number]
        return group.bids[min(bisect(group.bounds, rng.random() * group.bounds[-1]), len(group.bids) - 1)]

    def _groups(self, state: HotDogState, seat: Seat) -> tuple[BidGroup, ...]:
        if state.announced[seat]:
            # HD-19: what was announced is kept.
            return ()
        return self._candidates[state.hotdogs[seat], tuple(state.room), min(state.money[seat], MOST_DOLLARS)]

    def _fill_factor(self, state: HotDogState, seat: Seat, group: BidGroup) -> float:
        """By how much the hot-dogs at a table lower the odds of filling it."""
        table, fills = group.table, group.fills
        there = self._sizes[table] - state.room[table]
        if not (fills and there):
            return 1.0
        own = total(state.placed[table * self._game.players + seat])
        return exp(_OWN_THERE * own + _OTHERS_THERE * (there - own))

    # How it stands

    def value(self, state: HotDogState, seat: Seat) -> float:
        """Dollars ahead of the mean that a seat can expect at the end of this hand, earlier hands included."""
        return self.values(state)[seat]

    def values(self, state: HotDogState) -> list[float]:
        """The values of all seats."""
        worth = self._worths(state)
        mean = sum(worth) / len(worth)
        return [own - mean for own in worth]

    def swing(self, state: HotDogState) -> float:
        """How much the lead can still change in the hands to come and the rest of this one."""
        game = self._game
        unsold = min(map(total, state.hotdogs)) / sum(game.hotdog_values)
        return _HAND_SWING * sqrt(max(game.hands - state.hand, 0) + unsold + _TO_THE_END)

    def _worths(self, state: HotDogState) -> list[float]:
        """The money each seat can expect to have."""
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
