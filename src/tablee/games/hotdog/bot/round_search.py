"""The search for a bid: a round is a matrix of all bids worth considering, in every combination, valued by who wins in
the end. Needs numpy."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.core.heuristic import Meter, Ranked
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot.equilibrium import Mixture, against, own_mixture, quantal_equilibrium
from tablee.games.hotdog.bot.outcomes import Flags, Floats, Positions, Rounds
from tablee.games.hotdog.bot.rounds import OWN_TEMPERATURE, TEMPERATURE, after_bids, ranked
from tablee.games.hotdog.bot.win_shares import WinShares, learned_weights
from tablee.games.hotdog.pieces import HOTDOG_VALUES
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

Consider = Callable[[HotDogState, Seat, int], list[Bid]]
"""The bids of a seat that are worth a look, the likeliest first, and how many of them at most."""


_STEPS: Final = 60
"""To find the mixtures."""


Bids = list[list[list[Bid]]]
"""By position, and by seat in the order of the mustard."""


@dataclass(frozen=True)
class Width:
    """How many bids are looked at."""

    first: int
    """Of each seat, against the likeliest of the others."""
    against: int
    matrix: int
    """Of each seat, in every combination: those that did best."""
    steps: int = _STEPS
    """To find the mixtures."""


FAST: Final = {2: Width(40, 8, 16), 3: Width(40, 4, 8), 4: Width(24, 2, 5), 5: Width(20, 2, 4)}
"""By number of players: what is looked at where many rounds are solved to learn from them."""
_SMALL: Final = {2: Width(60, 12, 30), 3: Width(60, 5, 12), 4: Width(40, 3, 7), 5: Width(32, 2, 5)}
"""What the first iteration looks at."""
WIDE: Final = {2: Width(90, 20, 50), 3: Width(90, 6, 18), 4: Width(60, 3, 9), 5: Width(40, 2, 6)}
"""What the next four look at."""
_WIDE_ITERATIONS: Final = 4
_NEXT: Final = {2: Width(20, 4, 8, 30), 3: Width(20, 3, 6, 30), 4: Width(12, 2, 4, 30), 5: Width(10, 2, 3, 30)}
"""In the round after."""
_TOGETHER: Final = 4
"""Outcomes that an iteration plays one round on."""
_MIX_EVERY: Final = 16
"""Iterations after which mixtures are made anew."""

_LEAST_SALE: Final = 0.6
"""How likely a bid that is too large for the room must be sold all the same, because others make room."""
_CURIOSITY: Final = 0.05
"""How much the bot looks at what comes of bids that it would not choose."""


@dataclass(frozen=True)
class Solved:
    """A round as good players play it. Seats are in the order of the mustard."""

    bids: list[list[Bid]]
    """Of each seat."""
    mixtures: Mixture
    worths: Mixture
    """What each bid of a seat is worth."""
    shares: Floats
    """By seat, and by bid of each seat."""
    sold: Flags
    """Who sells, in the same way."""

    @property
    def there(self) -> Flags:
        """Which bids there are: the arrays are as wide as the seat with the most bids needs."""
        return np.array([[number < len(own) for number in range(self.mixtures.shape[1])] for own in self.bids])

    @property
    def value(self) -> list[float]:
        """What each seat may expect."""
        value: list[float] = (self.mixtures * self.worths).sum(axis=1).tolist()
        return value


Answer = Callable[["RoundSearch", HotDogState, Solved, Seat], list[Ranked]]
"""The bids of a seat against what is expected of these others; none if nothing is."""


class RoundSearch:
    """Searches rounds of one game."""

    def __init__(self, rounds: Rounds, win_shares: WinShares, consider: Consider) -> None:
        self._rounds = rounds
        self.game: HotDog = rounds.game
        self._win_shares = win_shares
        self._consider = consider

    def order(self, state: HotDogState) -> list[Seat]:
        """The seats in the order of the mustard."""
        players = self.game.players
        return [Seat((state.mustard + turn) % players) for turn in range(players)]

    def solve(self, states: Sequence[HotDogState], width: Width) -> list[Solved]:
        """These rounds, as good players play them."""
        positions = self._rounds.positions(states)
        considered = [[self._consider(state, seat, width.first) for seat in self.order(state)] for state in states]
        ordered = self._by_worth(positions, considered, width)
        bids = [[own[: width.matrix] for own in row] for row in ordered]
        table = self._rounds.bid_table(bids)
        shape = (table.most,) * self.game.players
        after, sold = self._rounds.after(positions, table, shape)
        shares = self._win_shares(after).reshape(self.game.players, len(states), *shape)
        sold = sold.reshape(shares.shape)
        mixtures, worths = quantal_equilibrium(shares, table.there, TEMPERATURE, width.steps)
        return [
            Solved(
                own,
                mixtures[:, row],
                worths[:, row],
                shares[:, row],
                sold[:, row],
            )
            for row, own in enumerate(bids)
        ]

    def _by_worth(self, positions: Positions, bids: Bids, width: Width) -> Bids:
        """The bids of each seat, those first that do best against the first ones of the others."""
        rows, seats = len(positions), self.game.players
        table = self._rounds.bid_table(bids)
        likeliest = min(width.against, table.most)
        ordered: list[list[list[Bid]]] = [[] for _ in range(rows)]
        for seat in range(seats):
            shape = tuple(table.most if other == seat else likeliest for other in range(seats))
            after, _ = self._rounds.after(positions, table, shape)
            shares = self._win_shares(after)[seat].reshape(rows, *shape)
            worth = np.moveaxis(shares, seat + 1, 1).reshape(rows, table.most, -1).mean(axis=2)
            best = np.argsort(-worth, axis=1, kind="stable")
            for row, numbers in enumerate(best):
                own = bids[row][seat]
                ordered[row].append([own[number] for number in numbers if number < len(own)])
        return ordered

    # For one seat

    def judge(self, state: HotDogState, seat: Seat, meter: Meter, answer: Answer) -> list[Ranked]:
        """The bids of a seat, the best first. The first iteration looks at a small matrix, the next four at a wide one.
        If there are more, the others are answered if that can be done; else likely outcomes are played one round on."""
        players = self.game.players
        if not meter.next_iteration():
            return [Ranked(self._consider(state, seat, 1)[0], 1 / players, 1.0)]
        solved = self.solve([state], _SMALL[players])[0]
        if all(meter.next_iteration() for _ in range(_WIDE_ITERATIONS)):
            solved = self.solve([state], WIDE[players])[0]
            if meter.next_iteration():
                answered = answer(self, state, solved, seat)
                if answered:
                    return answered
                solved = self._deepened(state, solved, meter)
        return self.chosen(state, solved, self.order(state).index(seat))

    def chosen(self, state: HotDogState, solved: Solved, turn: int) -> list[Ranked]:
        """The bids of a seat among good players, and how often it chooses each."""
        temperatures = OWN_TEMPERATURE, TEMPERATURE
        mixture = own_mixture(solved.shares, solved.there, solved.mixtures, turn, temperatures)
        choices = self._serious(state, solved, solved.mixtures, turn)
        return ranked(
            [solved.bids[turn][number] for number in choices],
            solved.worths[turn, choices].tolist(),
            mixture[choices].tolist(),
        )

    def ranked_against(
        self, state: HotDogState, solved: Solved, mixtures: Mixture, turn: int, temperature: float
    ) -> list[Ranked]:
        """The bids of a seat against these mixtures of the others."""
        worths = against(solved.shares, mixtures)[turn]
        choices = self._serious(state, solved, mixtures, turn)
        parts = np.exp((worths[choices] - worths[choices].max()) / np.float32(temperature))
        return ranked([solved.bids[turn][number] for number in choices], worths[choices].tolist(), parts.tolist())

    def _serious(self, state: HotDogState, solved: Solved, mixtures: Mixture, turn: int) -> list[int]:
        """The numbers of a seat's bids without those that are too large for the room and hardly ever sold."""
        sale = against(solved.sold.astype(np.float32), mixtures)[turn]
        bids = solved.bids[turn]
        serious = [
            number
            for number, bid in enumerate(bids)
            if bid.total <= state.room[bid.rank >> 12] or sale[number] >= _LEAST_SALE
        ]
        return serious or list(range(len(bids)))

    def _deepened(self, state: HotDogState, solved: Solved, meter: Meter) -> Solved:
        """Outcomes that are likely, valued by the round that follows them."""
        done = np.zeros(solved.shares.shape[1:], dtype=bool)
        count = 0
        while meter.next_iteration():
            outcomes = self._likeliest(solved, done)
            if not outcomes:
                break
            for outcome in outcomes:
                done[outcome] = True
            self._play_on(state, solved, outcomes)
            count += 1
            if count % _MIX_EVERY == 0:
                solved = _mixed_anew(solved)
        return _mixed_anew(solved) if count % _MIX_EVERY else solved

    def _likeliest(self, solved: Solved, done: NDArray[np.bool_]) -> list[tuple[int, ...]]:
        likely: NDArray[Any] = np.ones(())
        for mixture, there in zip(solved.mixtures, solved.there, strict=True):
            likely = np.multiply.outer(likely, np.where(there, mixture + _CURIOSITY * mixture.max(), 0))
        likely = np.where(done, 0, likely).reshape(-1)
        best = np.argsort(-likely, kind="stable")[:_TOGETHER]
        return [tuple(map(int, np.unravel_index(one, done.shape))) for one in best if likely[one] > 0]

    def _play_on(self, state: HotDogState, solved: Solved, outcomes: Sequence[tuple[int, ...]]) -> None:
        order = self.order(state)
        played = [
            after_bids(
                self.game, state, {seat: own[one] for seat, own, one in zip(order, solved.bids, outcome, strict=True)}
            )
            for outcome in outcomes
        ]
        going_on = [number for number, after in enumerate(played) if self.game.actors(after)]
        if going_on:
            deeper = self.solve([played[number] for number in going_on], _NEXT[self.game.players])
            for number, solved_next in zip(going_on, deeper, strict=True):
                # HD-18: the mustard has passed on.
                for seat, value in enumerate(np.roll(solved_next.value, 1)):
                    solved.shares[seat, *outcomes[number]] = value


def _mixed_anew(solved: Solved) -> Solved:
    mixtures, worths = quantal_equilibrium(solved.shares[:, None], solved.there[:, None], TEMPERATURE, _STEPS)
    return replace(solved, mixtures=mixtures[:, 0], worths=worths[:, 0])


@lru_cache(maxsize=16)
def tools(game: HotDog) -> tuple[Rounds, WinShares]:
    """What settles and values the rounds of a game. The network learned with the usual cards only."""
    rounds = Rounds(game)
    usual = sorted(game.hotdog_values) == sorted(HOTDOG_VALUES)
    return rounds, WinShares(rounds, learned_weights(game.players) if usual else None)
