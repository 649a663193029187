"""Random draws. The rules hold no generator of their own: the caller hands one in."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, MutableSequence, Sequence
from itertools import accumulate
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Random(Protocol):
    """The part of the standard library's `random.Random` that the engines use."""

    def random(self) -> float: ...

    def randrange(self, stop: int, /) -> int: ...

    def choice(self, options: Sequence[T], /) -> T: ...

    def shuffle(self, items: MutableSequence[Any], /) -> None: ...


class DrawsOutcomes(Protocol):
    """The part of a game that draws outcomes of chance."""

    def sample(self, state: Any, rng: Random) -> Any: ...

    def ticket(self, state: Any, rng: Random) -> Any: ...


Draws = Callable[[DrawsOutcomes, Any, int, int], Any]
"""Draws an outcome: from the game, its state, the number of the entry in the log, and the number of the draw among all
draws of the match, both counted from 0."""


def from_generator(rng: Random) -> Draws:
    """The same generator for every draw."""
    return lambda game, state, _entry, _number: game.sample(state, rng)


def draw(weights: Mapping[T, int], rng: Random) -> T:
    """One of the keys, drawn by their whole-number weights."""
    totals = list(accumulate(weights.values()))
    return list(weights)[bisect_right(totals, rng.randrange(totals[-1]))]


def at_share(weights: Mapping[T, int], share: float) -> T:
    """The key at a share (at least 0, below 1) of all the weights, laid side by side in the order of the keys.

    >>> [at_share({"a": 1, "b": 3}, share) for share in (0.0, 0.24, 0.25, 0.99)]
    ['a', 'a', 'b', 'b']
    """
    totals = list(accumulate(weights.values()))
    return list(weights)[bisect_right(totals, int(share * totals[-1]))]
