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


Draws = Callable[[int], Random]
"""Gives the generator for the entry of this number, counted from 0."""


def from_generator(rng: Random) -> Draws:
    """The same generator for every entry."""
    return lambda _entry: rng


def draw(weights: Mapping[T, int], rng: Random) -> T:
    """One of the keys, drawn by their whole-number weights."""
    totals = list(accumulate(weights.values()))
    return list(weights)[bisect_right(totals, rng.randrange(totals[-1]))]
