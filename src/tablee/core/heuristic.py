"""What the bot of one game knows: the part of a bot that differs from game to game."""

from collections.abc import Sequence
from typing import Any, Protocol, runtime_checkable

from tablee.core.chance import Random
from tablee.core.seat import Seat


class Heuristic(Protocol):
    """Knowledge of one game with its options. The states are determinized ones, never the real state of a match.

    What it says about a seat's choices may depend only on what that seat knows.
    """

    def candidates(self, state: Any, seat: Seat, rng: Random, most: int) -> Sequence[Any]:
        """Up to `most` legal actions worth a closer look, the most promising first."""

    def policy(self, state: Any, seat: Seat, rng: Random) -> Any:
        """What a sensible player might do, found quickly."""

    def value(self, state: Any, seat: Seat) -> float:
        """How good the state looks for a seat; 0 is as good as for the others."""


@runtime_checkable
class ValuesAll(Protocol):
    """A heuristic that values a state for all seats at once, which is faster than one after the other."""

    def values(self, state: Any) -> Sequence[float]:
        """How good the state looks, by seat."""


@runtime_checkable
class KnowsSwing(Protocol):
    """A heuristic that knows how much of a match is still open."""

    def swing(self, state: Any) -> float:
        """How many points of value the standing may still change by; above 0."""
