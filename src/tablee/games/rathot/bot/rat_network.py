"""A small network that values tables between two turns. Needs numpy."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from math import sqrt
from typing import Any, Final

import numpy as np

from tablee.core.learner import Weights
from tablee.core.seat import Seat
from tablee.games.rathot.bot.surroundings import (
    DISTANCES,
    GLOBALS,
    HEIGHTS,
    REACH,
    SQUARE,
    Floats,
    Surroundings,
    TableReader,
    unpacked,
)
from tablee.games.rathot.knowledge.grid import Grid
from tablee.games.rathot.state import RatHotState

FILE: Final = "bot/rats.npz"
"""Where the weights lie, in the folder of the game."""
_RAT, _RATS = 48, 32
"""How wide the layers are that see one rat; the second is added up over all rats of a seat."""
_TABLE: Final = (2 * _RATS + GLOBALS, 96, 32, 1)
"""How wide the layers are that see the whole."""
_LOOKS: Final = 4
"""The first number of a table is what it looks like, divided by this."""


class RatNetwork:
    """Values tables by what it has learned."""

    def __init__(self, grid: Grid, weights: Weights) -> None:
        self._reader = TableReader(grid)
        self._weights = weights

    def log_odds(self, tables: Sequence[RatHotState], seat: Seat, looks: Sequence[float]) -> list[float]:
        """The log odds of a seat that has just laid its cards on each table; the match goes on."""
        seen = self._reader.surroundings(tables, seat, looks)
        return [look + float(more) for look, more in zip(looks, _Pass(self._weights, seen).out, strict=True)]


class LearningRatNetwork:
    """The network as it is trained (`tablee.core.learner.Network`); features are packed surroundings."""

    def new_weights(self, rng: np.random.Generator) -> dict[str, Floats]:
        """A network that says nothing yet."""
        squares = len(SQUARE[0]) * (2 * REACH + 1) ** 2
        weights: dict[str, Any] = {"scale": np.ones(1)}
        for side in range(2):
            weights[f"square{side}"] = 0.05 * rng.standard_normal((squares, _RAT))
            weights[f"distance{side}"] = 0.1 * rng.standard_normal((DISTANCES, _RAT))
            weights[f"height{side}"] = 0.1 * rng.standard_normal((HEIGHTS, _RAT))
            weights[f"rat_b{side}"] = np.zeros(_RAT)
            weights[f"rat_w{side}"] = sqrt(2 / _RAT) * rng.standard_normal((_RAT, _RATS))
            weights[f"rat_c{side}"] = np.zeros(_RATS)
        for number, (before, after) in enumerate(pairwise(_TABLE)):
            spread = 0.0 if after == 1 else sqrt(1 / before)
            weights[f"w{number}"] = spread * rng.standard_normal((before, after))
            weights[f"b{number}"] = np.zeros(after)
        return {name: np.asarray(part, dtype=np.float32) for name, part in weights.items()}

    def logits(self, weights: Weights, features: Floats) -> Floats:
        """What it adds to the odds of having won and lost."""
        out = _Pass(weights, unpacked(features)).out
        return np.stack([out, np.zeros_like(out)], axis=1)

    def slopes(self, weights: Weights, features: Floats, wrong: Floats) -> dict[str, Floats]:
        """How the loss changes with each parameter, from how it changes with the logits."""
        return _Pass(weights, unpacked(features)).slopes(wrong[:, :1])


class _Pass:
    """What each layer gives for some tables."""

    def __init__(self, weights: Weights, seen: Surroundings) -> None:
        self._weights = weights
        self._seen = seen
        self._sides = [np.flatnonzero(seen.side == side) for side in range(2)]
        """By side: its rats."""
        self._rats = [self._rat_layers(side) for side in range(2)]
        layers = [np.concatenate([*map(self._total, range(2)), seen.globals], axis=1)]
        for number in range(len(_TABLE) - 1):
            out = layers[-1] @ weights[f"w{number}"] + weights[f"b{number}"]
            layers.append(out if number == len(_TABLE) - 2 else np.maximum(out, 0))
        self._layers = layers
        self.out: Floats = layers[-1][:, 0] + (weights["scale"] - 1) * _LOOKS * seen.globals[:, 0]
        """What is added to the look of each table."""

    def _rat_layers(self, side: int) -> tuple[Floats, Floats, Floats]:
        weights, seen, rats = self._weights, self._seen, self._sides[side]
        squares = SQUARE[seen.codes[rats]].reshape(len(rats), len(weights[f"square{side}"]))
        first = squares @ weights[f"square{side}"] + weights[f"rat_b{side}"]
        first += weights[f"distance{side}"][seen.distances[rats]] + weights[f"height{side}"][seen.heights[rats]]
        first = np.maximum(first, 0)
        second = np.maximum(first @ weights[f"rat_w{side}"] + weights[f"rat_c{side}"], 0)
        return squares, first, second

    def _total(self, side: int) -> Floats:
        """What the rats of a side give together, by table."""
        seen, given = self._seen, self._rats[side][-1]
        total = np.zeros((len(seen.globals), given.shape[1]), dtype=given.dtype)
        np.add.at(total, seen.table[self._sides[side]], given)
        return total

    def slopes(self, wrong: Floats) -> dict[str, Floats]:
        """From how the loss changes with `out`."""
        weights, seen = self._weights, self._seen
        slopes: dict[str, Any] = {"scale": np.array([_LOOKS * wrong[:, 0] @ seen.globals[:, 0]])}
        for number in range(len(_TABLE) - 2, -1, -1):
            layer = self._layers[number]
            slopes[f"w{number}"] = layer.T @ wrong
            slopes[f"b{number}"] = wrong.sum(axis=0)
            wrong = wrong @ weights[f"w{number}"].T
            if number:
                wrong = wrong * (layer > 0)
        for side, rats in enumerate(self._sides):
            squares, first, second = self._rats[side]
            of_rat = wrong[seen.table[rats], side * second.shape[1] : (side + 1) * second.shape[1]] * (second > 0)
            slopes[f"rat_w{side}"] = first.T @ of_rat
            slopes[f"rat_c{side}"] = of_rat.sum(axis=0)
            of_rat = (of_rat @ weights[f"rat_w{side}"].T) * (first > 0)
            slopes[f"rat_b{side}"] = of_rat.sum(axis=0)
            slopes[f"square{side}"] = squares.T @ of_rat
            slopes[f"distance{side}"] = np.eye(DISTANCES, dtype=np.float32)[seen.distances[rats]].T @ of_rat
            slopes[f"height{side}"] = np.eye(HEIGHTS, dtype=np.float32)[seen.heights[rats]].T @ of_rat
        return slopes


@cache
def learned_weights() -> Weights | None:
    """The weights that come with the game."""
    file = files("tablee.games.rathot").joinpath(FILE)
    return _read(file) if file.is_file() else None


def _read(file: Traversable) -> Weights:
    with file.open("rb") as stream, np.load(stream) as stored:
        return {name: stored[name].astype(np.float32) for name in stored}
