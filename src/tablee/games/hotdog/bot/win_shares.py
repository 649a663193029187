"""The part of the win that each seat may expect, for many tables at once: by hand-written worths, corrected by a small
network that learned from matches of the bot against itself."""

from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from tablee.core.learner import Weights
from tablee.games.hotdog.bot.outcomes import Floats, Ints, Positions, Rounds
from tablee.games.hotdog.bot.portions import sums
from tablee.games.hotdog.bot.worth import HAND_SWING, IN_OVERTIME, IN_TIME, NEARLY_FULL, TO_THE_END, WAITING
from tablee.games.hotdog.pieces import total

_HANDS_LEFT: Final = 4
"""The network does not tell apart more hands to come."""

_BLOCK: Final = 1024
"""Tables that go through the network at a time: few enough to stay in the processor's cache."""


class WinShares:
    """Values the tables of one game. Arrays have a column for each table, as in `Positions`."""

    def __init__(self, rounds: Rounds, weights: Weights | None = None) -> None:
        """Without weights the hand-written worths alone count."""
        self._weights = weights
        self._sizes = rounds.sizes
        self._players = rounds.game.players
        hands = rounds.hands
        self._totals = np.array([total(held) for held in hands.piles], dtype=np.float32)
        self._stock = float(self._totals[-1])
        self._rounds_needed = np.array(hands.rounds, dtype=np.int32)
        sellable = np.array(hands.sellable, dtype=np.float32)
        self._rests = (IN_TIME * sellable[:, :-1] + IN_OVERTIME * sellable[:, 1:]).reshape(-1)
        """What the rest of a hand is worth, by code and rounds that are left."""
        self._rounds_most = sellable.shape[1] - 1
        self._hand_features = _hand_features(rounds)
        if weights is not None:
            self._first, self._rest = self._first_layer(weights)

    def _first_layer(self, weights: Weights) -> tuple[list[Floats], Floats]:
        """What each hand adds to the first layer, by seat and code, and the weights of all other features: a hand is
        looked up in a table in place of multiplying."""
        number = len(self._hand_features)
        hands = [
            self._hand_features.T @ weights["w0"][first : first + number]
            for first in range(0, number * self._players, number)
        ]
        return hands, weights["w0"][number * self._players :]

    def __call__(self, tables: Positions) -> Floats:
        """The shares by seat."""
        logits = self.worths(tables)
        if self._weights is not None:
            logits = logits + self._network(self._weights, tables, logits)
        odds = np.exp(logits - logits.max(axis=0))
        shares: Floats = odds / odds.sum(axis=0)
        over = np.flatnonzero(tables.hands_left < 0)
        totals = tables.totals[:, over]
        best = totals == totals.max(axis=0)
        shares[:, over] = best / best.sum(axis=0)
        return shares

    def worths(self, tables: Positions) -> Floats:
        """How far ahead of the mean each seat is, as logarithms of odds: what `HotDogHeuristic.values` says, divided
        by its swing."""
        code = tables.code
        rounds = self._rounds_needed[code].min(axis=0)
        worth = (tables.totals + tables.money).astype(np.float32)
        worth += self._rests[code * self._rounds_most + rounds]
        for size, room, placed in zip(self._sizes, tables.room, tables.placed, strict=True):
            waiting = np.float32(WAITING) + np.float32(NEARLY_FULL / size) * (size - room).astype(np.float32)
            worth += waiting * placed
        worth -= worth.mean(axis=0)
        unsold = self._totals[code].min(axis=0) / np.float32(self._stock)
        open_hands = np.maximum(tables.hands_left, 0).astype(np.float32) + unsold + np.float32(TO_THE_END)
        logits: Floats = worth / (np.float32(HAND_SWING) * np.sqrt(open_hands))
        return logits

    def features(self, tables: Positions, worths: Floats) -> Floats:
        """What the network sees of each table."""
        hands = self._hand_features[:, tables.code].swapaxes(0, 1)
        return np.concatenate([*hands, self._other_features(tables, worths)], axis=0)

    def _network(self, weights: Weights, tables: Positions, worths: Floats) -> Floats:
        """What the network says of each table."""
        others = self._other_features(tables, worths)
        parts = [
            self._layers(weights, tables.code[:, first : first + _BLOCK], others[:, first : first + _BLOCK])
            for first in range(0, len(tables), _BLOCK)
        ]
        return np.concatenate(parts, axis=1)

    def _layers(self, weights: Weights, code: Ints, others: Floats) -> Floats:
        seen: Floats = others.T @ self._rest
        for hands, codes in zip(self._first, code, strict=True):
            seen += hands[codes]
        seen += weights["b0"]
        for number in range(1, len(weights) // 2):
            np.maximum(seen, 0, out=seen)
            seen = seen @ weights[f"w{number}"]
            seen += weights[f"b{number}"]
        return seen.T

    def _other_features(self, tables: Positions, worths: Floats) -> Floats:
        """All but the hands."""
        score = (tables.totals + tables.money).astype(np.float32)
        ahead = (score - score.mean(axis=0)) / 10
        hands_left = np.minimum(tables.hands_left, _HANDS_LEFT - 1)
        rounds = self._rounds_needed[tables.code]
        parts: list[Any] = [
            tables.money / np.float32(10),
            ahead,
            np.clip(ahead * 4 / np.maximum(hands_left + 1, 1), -1, 1),
            worths / 2,
            (rounds - rounds.min(axis=0)) / np.float32(4),
            *[placed / np.float32(size) for placed, size in zip(tables.placed, self._sizes, strict=True)],
            *[
                room == np.arange(size + 1, dtype=np.int32)[:, None]
                for room, size in zip(tables.room, self._sizes, strict=True)
            ],
            hands_left == np.arange(_HANDS_LEFT, dtype=np.int32)[:, None],
            tables.idle[None, :] / np.float32(5),
            self._totals[tables.code].min(axis=0, keepdims=True) / self._stock,
        ]
        return np.concatenate(parts, axis=0, dtype=np.float32, casting="unsafe")


def _hand_features(rounds: Rounds) -> Floats:
    """What the network sees of a hand, by code."""
    hands, largest = rounds.hands, rounds.sizes[-1]
    table = [
        [
            *[many >= least for many, most in zip(held, hands.counts[-1], strict=True) for least in range(1, most + 1)],
            sum(held) / 10,
            total(pile) / 24,
            needed / 4,
            *[sellable[number] / (7 * number) for number in (1, 2, 3)],
            *[size in sums(pile, largest) for size in range(1, largest + 1)],
            not pile,
        ]
        for held, pile, needed, sellable in zip(hands.counts, hands.piles, hands.rounds, hands.sellable, strict=True)
    ]
    return np.array(table, dtype=np.float32).T


def weights_name(players: int) -> str:
    """The file of the network for a number of players."""
    return f"win_shares_{players}.npz"


@cache
def learned_weights(players: int) -> Weights | None:
    """The network for a number of players, if there is one."""
    path = files("tablee.games.hotdog.bot") / weights_name(players)
    if not path.is_file():
        return None
    with path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
        return {name: stored[name].astype(np.float32) for name in stored.files}
