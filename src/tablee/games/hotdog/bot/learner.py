"""How the bot learns what a table is worth: it plays matches against itself, and remembers who won."""

from bisect import bisect
from collections.abc import Sequence
from itertools import accumulate
from typing import Final

import numpy as np

from tablee.core.chance import Random
from tablee.core.learner import Samples, Weights
from tablee.core.seat import Seat
from tablee.games.hotdog.actions import Bid
from tablee.games.hotdog.bot.heuristic import HotDogHeuristic
from tablee.games.hotdog.bot.outcomes import Floats, Rounds
from tablee.games.hotdog.bot.round_search import FAST, RoundSearch, Solved
from tablee.games.hotdog.bot.win_shares import WinShares, weights_name
from tablee.games.hotdog.rules import HotDog
from tablee.games.hotdog.state import HotDogState

_TOGETHER: Final = 32
"""Matches played side by side, which is faster than one after the other."""
_EXPLORATION: Final = 0.06
"""How often a seat bids anything it considers, so that unusual tables are seen too."""
_LATE_START: Final = 0.5
"""How many of the matches start with a later hand and some totals: near the end it shows best what is worth what."""
_LEAST, _DICE, _DIE = 5, 3, 8
"""The dollars that a hand may have brought: the least, and three throws of a die that starts at 0."""
_TRACE: Final = 0.9
"""How much of what a table is worth is taken from what came of it; the rest from what the search thought then."""


class HotDogLearner:
    """Learns for one number of players."""

    layers: Sequence[int] = (64, 32)

    def __init__(self, game: HotDog) -> None:
        self._game = game
        self._knows = HotDogHeuristic(game)
        self._rounds = Rounds(game)
        self._width = FAST[game.players]

    @property
    def file(self) -> str:
        """Where the bot looks for the weights, in the folder of the game."""
        return f"bot/{weights_name(self._game.players)}"

    def samples(self, weights: Weights | None, rng: Random, matches: int) -> Samples:
        """What can be learned from `matches` matches of the bot with these weights against itself."""
        shares = WinShares(self._rounds, weights)
        search = self._search(weights)
        parts: list[Samples] = []
        for first in range(0, matches, _TOGETHER):
            parts += self._play(search, shares, rng, min(_TOGETHER, matches - first))
        return Samples(*[np.concatenate([getattr(part, name) for part in parts]) for name in Samples._fields])

    def contest(self, new: Weights | None, old: Weights | None, rng: Random, matches: int) -> list[float]:
        """The parts of the win of one bot with the new weights among bots with the old ones."""
        searches = [self._search(weights) for weights in (old, new)]
        states = [self._game.start() for _ in range(matches)]
        new_seats = [number % self._game.players for number in range(matches)]
        while running := [number for number, state in enumerate(states) if self._game.actors(state)]:
            solved = [search.solve([states[number] for number in running], self._width) for search in searches]
            for row, number in enumerate(running):
                bids = [
                    _drawn(solved[seat == new_seats[number]][row], turn, rng, exploration=0.0)
                    for turn, seat in enumerate(_order(states[number]))
                ]
                self._apply(states[number], bids)
        winners = [self._game.winners(state) for state in states]
        return [(seat in won) / len(won) for seat, won in zip(new_seats, winners, strict=True)]

    def _play(self, search: RoundSearch, shares: WinShares, rng: Random, matches: int) -> list[Samples]:
        states = [self._start(rng) for _ in range(matches)]
        seen: list[list[tuple[Floats, Floats, list[float]]]] = [[] for _ in states]
        """By match: what the network sees, the worths, and what the search made of it by seat."""
        while running := [number for number, state in enumerate(states) if self._game.actors(state)]:
            tables = self._rounds.positions([states[number] for number in running])
            worths = shares.worths(tables)
            features = shares.features(tables, worths)
            solved = search.solve([states[number] for number in running], self._width)
            for row, number in enumerate(running):
                state = states[number]
                bids = [_drawn(solved[row], turn, rng, exploration=_EXPLORATION) for turn in range(len(state.money))]
                seen[number].append(
                    (features[:, row], worths[:, row], np.roll(solved[row].value, state.mustard).tolist())
                )
                self._apply(state, bids)
        return [self._learned(state, rounds) for state, rounds in zip(states, seen, strict=True)]

    def _learned(self, state: HotDogState, rounds: Sequence[tuple[Floats, Floats, list[float]]]) -> Samples:
        winners = self._game.winners(state)
        result = np.array([(seat in winners) / len(winners) for seat in self._game.seats])
        targets = []
        mustard = state.mustard
        for _, _, thought in reversed(rounds):
            mustard -= 1
            result = _TRACE * result + (1 - _TRACE) * np.array(thought)
            targets.append(np.roll(result, -mustard))
        targets.reverse()
        return Samples(
            np.array([one for one, _, _ in rounds], dtype=np.float32),
            np.array([one for _, one, _ in rounds], dtype=np.float32),
            np.array(targets, dtype=np.float32),
        )

    def _start(self, rng: Random) -> HotDogState:
        state = self._game.start()
        state.mustard = rng.randrange(self._game.players)
        if rng.random() < _LATE_START:
            state.hand = rng.randrange(self._game.hands) + 1
            for seat in self._game.seats:
                state.totals[seat] = sum(_hand_score(rng) for _ in range(state.hand - 1))
        return state

    def _search(self, weights: Weights | None) -> RoundSearch:
        return RoundSearch(self._rounds, WinShares(self._rounds, weights), self._knows.considered)

    def _apply(self, state: HotDogState, bids: Sequence[Bid]) -> None:
        for seat, bid in zip(_order(state), bids, strict=True):
            self._game.apply(state, seat, bid, False)


def _order(state: HotDogState) -> list[Seat]:
    """The seats in the order of the mustard."""
    players = len(state.money)
    return [Seat((state.mustard + turn) % players) for turn in range(players)]


def _drawn(solved: Solved, turn: int, rng: Random, *, exploration: float) -> Bid:
    bids = solved.bids[turn]
    if rng.random() < exploration:
        return rng.choice(bids)
    bounds = list(accumulate(solved.mixtures[turn].tolist()[: len(bids)]))
    return bids[min(bisect(bounds, rng.random() * bounds[-1]), len(bids) - 1)]


def _hand_score(rng: Random) -> int:
    """What a hand may have brought."""
    return _LEAST + sum(rng.randrange(_DIE) for _ in range(_DICE))
