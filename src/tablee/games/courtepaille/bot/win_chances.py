"""A seat's chance to win at many tables at once: by a hand-written formula, corrected by a small network that learned
from parts played by the habits of playouts.py. Needs numpy.

For each character there is a chance to win if that one is eaten. Their sum, weighted by how likely each character is to
be eaten, is what the table is worth.
"""

from functools import cache
from importlib.resources import files
from typing import Any, Final

import numpy as np

from tablee.core.learner import Weights
from tablee.games.courtepaille.bot.card_arrays import COCO, IS_COCO, KIND, KINDS, POINTS, VALUE, Floats, Ints
from tablee.games.courtepaille.bot.playouts import Playouts

FEATURES: Final = 22

_POINT: Final = np.array((0.6, 0.5, 0.34, 0.19, 0.155, 0.17, 0.165, 0.15), dtype=np.float32)
"""What a point more for the character that is eaten is worth, in log-odds; by the days that lie face down."""


class WinChances:
    """Values tables after a round, when all cards have been carried out and no day has been turned up yet."""

    def __init__(self, weights: Weights | None = None) -> None:
        """Without weights the formula alone counts."""
        self._weights = weights

    def __call__(self, tables: Playouts, seat: int, pool: Ints) -> Floats:
        """A seat's part of the win, by row. `pool`: the cards that a day may be which the seat has not seen."""
        left = tables.face_down()
        if left.max() > 1:
            odds = eaten_odds(tables, seat)
            features, base = inputs(tables, seat, odds)
            values: Floats = (self._if_eaten(features, base) * odds).sum(1)
        else:
            values = np.zeros(tables.rows, dtype=np.float32)
        last = np.flatnonzero(left <= 1)
        if last.size:
            values[last] = last_day(tables, seat, pool, last)
        return values

    def _if_eaten(self, features: Floats, base: Floats) -> Floats:
        """The chance to win if a character is eaten."""
        logits: Any = base
        if self._weights is not None:
            out: Any = features
            last = len(self._weights) // 2 - 1
            for number in range(last + 1):
                out = out @ self._weights[f"w{number}"] + self._weights[f"b{number}"]
                if number < last:
                    np.maximum(out, 0, out=out)
            logits = base + out[..., 0] - out[..., 1]
        chances: Floats = 1 / (1 + np.exp(-logits))
        return chances


def eaten_odds(tables: Playouts, seat: int) -> Floats:
    """How likely each character is to be eaten, as a seat sees it; by row and character."""
    return tables.odds(tables.seen[:, seat], tables.unknown[:, seat])


def inputs(tables: Playouts, seat: int, odds: Floats) -> tuple[Floats, Floats]:
    """By row and character: what the network sees, and the log-odds to win if it is eaten by the formula alone."""
    left = np.minimum(tables.face_down(), len(_POINT) - 1)
    sums = POINTS[tables.hands].sum(2)
    counts = tables.counts(sums)
    cocos = IS_COCO[tables.hands].sum(2).astype(np.float32)
    others = [other for other in tables.seats if other != seat]
    mine, theirs = counts[:, seat], counts[:, others]
    best = theirs.max(1)
    values = VALUE[tables.hands[:, seat]]
    point = _POINT[left][:, None]
    base: Floats = point * (mine - best) - np.log(np.exp(point[:, None] * (theirs - best[:, None])).sum(1))
    seen = np.zeros((tables.rows, KINDS, FEATURES), dtype=np.float32)
    seen[..., 0] = mine / 10
    seen[..., 1] = sums[:, seat] > 0
    seen[..., 2] = best / 10
    seen[..., 3] = (theirs.sum(1) - best) / max(1, len(others) - 1) / 10
    seen[..., 4] = (mine - best) / 5
    seen[..., 5] = cocos[:, seat, None]
    seen[..., 6] = sums[:, seat, COCO:] / 5
    seen[..., 7] = cocos[:, others].max(1)[:, None]
    seen[..., 8] = cocos[:, others].sum(1)[:, None]
    seen[..., 9] = left[:, None] / 6
    seen[..., 10] = left[:, None] <= 2
    seen[..., 11] = left[:, None] == 3
    seen[..., 12] = odds
    seen[..., 13] = (odds * mine).sum(1)[:, None] / 10
    seen[..., 14] = (odds[:, None] * theirs).sum(2).max(1)[:, None] / 10
    seen[..., 15] = np.where(values > 0, values, 10).min(1)[:, None] / 10
    seen[..., COCO, 16] = 1
    kinds = KIND[tables.hands][..., None] == np.arange(KINDS)
    numbers = kinds.sum(2)
    seen[..., 17] = numbers[:, seat] / 5
    seen[..., 18] = numbers[:, others].mean(1) / 5
    seen[..., 19] = (numbers[:, others] > 0).mean(1)
    seen[..., 20] = tables.in_pile() / 20
    seen[..., 21] = (seat - tables.shark - 1) % tables.players / tables.players
    return seen, base


def last_day(tables: Playouts, seat: int, pool: Ints, rows: Ints) -> Floats:
    """When one day lies face down, or none: all cards that it may be are tried."""
    totals = tables.seen[rows, seat][:, None] + tables.shut
    unseen = tables.unknown[rows, seat] > 0
    if unseen.any() and pool.size:
        totals = totals + POINTS[pool] * unseen[:, None, None]
    eaten = totals == totals.max(2, keepdims=True)
    odds = (eaten / eaten.sum(2, keepdims=True)).mean(1)
    counts = tables.counts(POINTS[tables.hands[rows]].sum(2))[:, list(tables.seats)]
    best = counts == counts.max(1, keepdims=True)
    own = best[:, tables.seats.index(seat)]
    shares: Floats = (odds * own / best.sum(1)).sum(1).astype(np.float32)
    return shares


def weights_name(players: int) -> str:
    """The file with the weights for a number of players."""
    return f"win_chances_{players}.npz"


@cache
def learned(players: int) -> WinChances:
    """The chances as learned for a number of players; by the formula alone if none were."""
    file = files(__package__) / weights_name(players)
    if not file.is_file():
        return WinChances()
    with file.open("rb") as opened, np.load(opened) as weights:
        return WinChances({name: weights[name] for name in weights.files})
