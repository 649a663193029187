"""How a bot judges bids and states of Hot-Dog."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from bisect import bisect
from collections.abc import Mapping, Sequence
from math import exp, sqrt
from typing import Final

from tablee.core.chance import Random
from tablee.core.heuristic import Meter, Ranked
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot.candidates import MOST_DOLLARS, BidGroup, candidates_for
from tablee.games.hotdog.bot.plain_round_search import PlainRoundSearch
from tablee.games.hotdog.bot.portions import rounds_needed, sellable, sums
from tablee.games.hotdog.bot.worth import HAND_SWING, IN_OVERTIME, IN_TIME, NEARLY_FULL, TO_THE_END, WAITING
from tablee.games.hotdog.knowledge import HotDogView
from tablee.games.hotdog.pieces import Announce, Settle, total
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

# What makes filling a table less likely, as logarithms of odds: see candidates.py.
_OWN_THERE: Final = -0.41
"""For each own hot-dog at the table: it is also paid if others fill the table."""
_OTHERS_THERE: Final = -1.22
"""For each hot-dog of another player, who would be paid too."""


class HotDogHeuristic:
    """Sell as much as will fit, fill tables exactly, be sold out first; keep small cards for the gaps.

    Everybody's cards are open: the rounds that each player needs to sell out tell how much can still be sold.
    """

    def __init__(self, game: HotDog) -> None:
        self._game = game
        self._sizes = tuple(map(int, game.tables))
        self._at_once = game.settle is Settle.AT_ONCE
        self._candidates = candidates_for(game.tables, manual=game.announce is Announce.MANUAL, at_once=self._at_once)

    # What to bid

    def candidates(self, state: HotDogState, seat: Seat, rng: Random, most: int) -> Sequence[Bid]:
        """Bids of the portions that leave the best rest, the likeliest first; then bids of other portions."""
        return self._ranked(state, seat, most) or [self._game.random_action(state, seat, rng)]

    def _ranked(self, state: HotDogState, seat: Seat, most: int) -> list[Bid]:
        ranked: list[tuple[float, Bid]] = []
        for group in self._groups(state, seat):
            factor = self._fill_factor(state, seat, group)
            ranked += [(odds * factor, bid) for odds, bid in zip(group.odds, group.bids, strict=True)]
        ranked.sort(key=lambda pair: -pair[0])
        bids = [bid for _, bid in ranked if self._can_pay_off(state, seat, bid)][:most]
        if ranked and len(bids) < most:
            others = self._candidates.others(state.hotdogs[seat], tuple(state.room))
            bids += [bid for bid in others if self._can_pay_off(state, seat, bid)][: most - len(bids)]
        return bids or [bid for _, bid in ranked[:1]]

    def considered(self, state: HotDogState, seat: Seat, most: int) -> list[Bid]:
        """The same without what cannot be sold, whatever the others bid; if nothing can be, any bid."""
        # HD-19: what was announced is kept.
        last = state.announced[seat]
        ranked = self._game.legal(state, seat) if last else self._ranked(state, seat, 2 * most)
        emptied = [self._can_be_emptied(state, seat, table) for table in range(len(self._sizes))]
        bids = [bid for bid in ranked if _can_be_sold(bid, state.room[bid.rank >> 12], emptied[bid.rank >> 12])]
        if state.bids[seat] is not None and not state.announced[seat]:
            # HD-19: a bid that lies face down without an announcement leaves a card in hand.
            bids = [bid for bid in bids if bid.cards != state.hotdogs[seat]] or bids
        return bids[:most] or list(self._game.legal(state, seat)[:1])

    def _can_be_emptied(self, state: HotDogState, seat: Seat, table: int) -> bool:
        """HD-17: whether others can fill a table exactly, which empties it for the bids that follow."""
        room, reached = state.room[table], {0}
        for other, held in enumerate(state.hotdogs):
            if other != seat:
                reached |= {before + more for before in reached for more in sums(held, room)}
        return self._at_once and room in reached

    def _can_pay_off(self, state: HotDogState, seat: Seat, bid: Bid) -> bool:
        """HD-17: every hot-dog brings a dollar, also those of the player already at the table."""
        if bid.dollars < bid.total:
            return True
        table = bid.rank >> 12
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

    # Searches

    def judge(self, view: HotDogView, rng: Random, meter: Meter) -> Sequence[Ranked]:
        """The bids, by what they are worth against those that good players choose in the place of the others."""
        if view.seat is None:
            raise ValueError("a spectator has nothing to bid")
        state = self._game.determinize(view, rng)
        try:
            import numpy as np  # noqa: F401, PLC0415 - not everybody has it
        except ImportError:
            return PlainRoundSearch(self._game, self).judge(state, view.seat, meter)
        from tablee.games.hotdog.bot.best_answer import answer_to_chefs  # noqa: PLC0415
        from tablee.games.hotdog.bot.round_search import RoundSearch, tools  # noqa: PLC0415

        return RoundSearch(*tools(self._game), self.considered).judge(state, view.seat, meter, answer_to_chefs)

    # Temperament

    def style(self, state: HotDogState, seat: Seat, action: Bid) -> Mapping[str, float]:
        """Bold: counts on others to make room. Greedy: sells much, pays nothing. Cautious: cheap, so served first."""
        size = int(action.table)
        rides = action.total > state.room[action.rank >> 12]
        part = min(action.total / size, 1.0)
        return {
            "bold": 1.0 if rides else part / 2,
            "greedy": part * (1 - action.dollars / action.total),
            "cautious": 0.0 if rides else 1 - min(action.price / size, 1.0),
        }

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
        return HAND_SWING * sqrt(max(game.hands - state.hand, 0) + unsold + TO_THE_END)

    def _worths(self, state: HotDogState) -> list[float]:
        """The money each seat can expect to have."""
        worth = [float(score) for score in self._game.scores(state)]
        if state.hand > self._game.hands:
            return worth
        sizes, players = self._sizes, len(worth)
        rounds = min([rounds_needed(held, sizes[-1]) for held in state.hotdogs])
        for seat, held in enumerate(state.hotdogs):
            worth[seat] += IN_TIME * sellable(held, rounds, sizes) + IN_OVERTIME * sellable(held, rounds + 1, sizes)
        for table, size in enumerate(sizes):
            room = state.room[table]
            if room < size:
                waiting = WAITING + NEARLY_FULL * (1 - room / size)
                for seat, placed in enumerate(state.placed[table * players : (table + 1) * players]):
                    worth[seat] += waiting * total(placed)
        return worth


def _can_be_sold(bid: Bid, room: int, emptied: bool) -> bool:
    """HD-14: whether there is room, or may be once others have filled the table with lower prices."""
    return bid.total <= room or (emptied and room < bid.price and bid.total <= bid.table)
