"""Where luck comes from. The rules hold no generator: they are handed one."""

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
"""Where a match takes its luck from: the generator for the entry of this number, counted from 0."""


def from_generator(rng: Random) -> Draws:
    """Luck from one generator, whatever the entry."""
    return lambda _entry: rng


def draw(weights: Mapping[T, int], rng: Random) -> T:
    """One of the keys, with odds as their whole-number weights say."""
    tickets = list(accumulate(weights.values()))
    return list(weights)[bisect_right(tickets, rng.randrange(tickets[-1]))]
