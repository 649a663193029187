"""The search for a bid where numpy is not installed: the same idea with a smaller matrix and hand-written worths."""

from collections.abc import Sequence
from itertools import product
from math import ceil, exp, prod
from typing import Final, Protocol

from tablee.core.heuristic import Meter, Ranked
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot.rounds import OWN_TEMPERATURE, TEMPERATURE, after_bids, ranked
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

_MOST: Final = 12
"""Bids of each seat that are looked at."""
_OUTCOMES: Final = 32
"""Outcomes that an iteration values."""
_STEPS: Final = 25
"""Corrections of the mixtures."""

Matrix = dict[tuple[int, ...], list[float]]
"""The part of the win of each seat, by the numbers of the bids."""


class Knows(Protocol):
    """What the search asks the heuristic."""

    def considered(self, state: HotDogState, seat: Seat, most: int) -> list[Bid]: ...

    def values(self, state: HotDogState) -> Sequence[float]: ...

    def swing(self, state: HotDogState) -> float: ...


class PlainRoundSearch:
    """Searches rounds of one game."""

    def __init__(self, game: HotDog, knows: Knows) -> None:
        self._game = game
        self._knows = knows

    def judge(self, state: HotDogState, seat: Seat, meter: Meter) -> list[Ranked]:
        """The bids of a seat, the best first. The matrix grows by a bid of each seat as long as there is time."""
        bids = [self._fitting(state, other) for other in self._game.seats]
        matrix: Matrix = {}
        widths = [1] * len(bids)
        for most in range(2, max(map(len, bids)) + 1):
            wider = [min(most, len(own)) for own in bids]
            new = [joint for joint in product(*map(range, wider)) if joint not in matrix]
            if not all(meter.next_iteration() for _ in range(ceil(len(new) / _OUTCOMES))):
                break
            matrix |= {joint: self._shares(state, bids, joint) for joint in new}
            widths = wider
        if not matrix:
            return [Ranked(bids[seat][0], 1 / self._game.players, 1.0)]
        mixtures = [[1 / width] * width for width in widths]
        _mix(matrix, mixtures)
        worths = _against(matrix, mixtures)[seat]
        return ranked(bids[seat][: widths[seat]], worths, _softmax(worths, OWN_TEMPERATURE))

    def _fitting(self, state: HotDogState, seat: Seat) -> list[Bid]:
        """The bids of a seat for which there is room; if there are none, others."""
        bids = self._knows.considered(state, seat, 2 * _MOST)
        fitting = [bid for bid in bids if bid.total <= state.room[bid.rank >> 12]]
        return (fitting or bids)[:_MOST]

    def _shares(self, state: HotDogState, bids: Sequence[Sequence[Bid]], joint: Sequence[int]) -> list[float]:
        """The part of the win of each seat after these bids."""
        game = self._game
        after = after_bids(game, state, {seat: bids[seat][joint[seat]] for seat in game.seats})
        if winners := game.winners(after):
            return [(seat in winners) / len(winners) for seat in game.seats]
        swing = self._knows.swing(after)
        odds = [exp(value / swing) for value in self._knows.values(after)]
        return [one / sum(odds) for one in odds]


def _mix(matrix: Matrix, mixtures: Sequence[list[float]]) -> None:
    """Move the mixtures of all seats towards the best answers to each other, in steps that grow shorter."""
    for step in range(1, _STEPS + 1):
        step_size = 1.5 / (step + 2)
        worths = _against(matrix, mixtures)
        for mixture, own in zip(mixtures, worths, strict=True):
            answer = _softmax(own, TEMPERATURE)
            mixture[:] = [old + step_size * (new - old) for old, new in zip(mixture, answer, strict=True)]


def _softmax(worths: Sequence[float], temperature: float) -> list[float]:
    best = max(worths)
    odds = [exp((worth - best) / temperature) for worth in worths]
    return [one / sum(odds) for one in odds]


def _against(matrix: Matrix, mixtures: Sequence[Sequence[float]]) -> list[list[float]]:
    """What the bids of each seat are worth against the mixtures of the others."""
    worths = [[0.0] * len(mixture) for mixture in mixtures]
    for joint, shares in matrix.items():
        parts = [mixture[number] for mixture, number in zip(mixtures, joint, strict=True)]
        for seat, number in enumerate(joint):
            worths[seat][number] += shares[seat] * prod([part for other, part in enumerate(parts) if other != seat])
    return worths
