"""A learner that plays nothing: whoever has the highest number wins. It learns fast, and is registered with a toy."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from tablee.core.chance import Random
from tablee.core.learner import Samples, Weights


class ToyLearner:
    layers: Sequence[int] = (8,)
    file = "bot/toy.npz"

    def __init__(self, game: Any) -> None:
        self._players = game.players

    def samples(self, weights: Weights | None, rng: Random, matches: int) -> Samples:
        seen = np.array([[rng.random() for _ in range(self._players)] for _ in range(3 * matches)], dtype=np.float32)
        won = (seen == seen.max(axis=1, keepdims=True)).astype(np.float32)
        return Samples(seen, np.zeros_like(won), won)

    def contest(self, new: Weights | None, old: Weights | None, rng: Random, matches: int) -> list[float]:
        return [float(rng.randrange(2)) for _ in range(matches)]
