"""Where luck comes from. The rules hold no generator: they are handed one."""

from collections.abc import Mapping, MutableSequence, Sequence
from typing import Any, Protocol, TypeVar

T = TypeVar("T")


class Random(Protocol):
    """The part of the standard library's `random.Random` that the engines use."""

    def random(self) -> float: ...

    def randrange(self, stop: int, /) -> int: ...

    def choice(self, options: Sequence[T], /) -> T: ...

    def shuffle(self, items: MutableSequence[Any], /) -> None: ...


def draw(weights: Mapping[T, int], rng: Random) -> T:
    """One of the keys, with odds as their whole-number weights say."""
    ticket = rng.randrange(sum(weights.values()))
    for outcome, weight in weights.items():
        ticket -= weight
        if ticket < 0:
            return outcome
    raise ValueError("odds must be positive whole numbers")
