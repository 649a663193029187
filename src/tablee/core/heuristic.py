"""What the bot of one game knows: the part of a bot that differs from game to game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from tablee.core.chance import Random
from tablee.core.seat import Seat


@dataclass(frozen=True, slots=True)
class Ranked:
    """A choice as a search sees it."""

    action: Any
    value: float
    """The part of the win it promises, 0 to 1."""
    weight: float
    """How often a good player would choose it, 0 to 1."""


class Meter(Protocol):
    """Measures how much of the time for a choice is spent."""

    def next_iteration(self) -> bool:
        """Whether there is time for one more iteration, which this counts."""


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


@runtime_checkable
class Judge(Protocol):
    """A heuristic with a search made for its game, used in place of the tree search."""

    def judge(self, view: Any, rng: Random, meter: Meter) -> Sequence[Ranked]:
        """The choices of the viewer that are worth considering, the best first. Their weights add up to 1.

        More iterations make it better. What one iteration is, the game decides: all of them take about the same time,
        and without a single one there is an answer too. The same view, generator and number of iterations give the
        same answer.
        """


@runtime_checkable
class HasSight(Protocol):
    """A heuristic whose own search can look less far and see less, as people do who have played less often."""

    def judge_within(self, view: Any, rng: Random, meter: Meter, sight: int) -> Sequence[Ranked]:
        """The same as `judge` with limited sight. 0 is the least; each game says what the numbers mean."""


@runtime_checkable
class HasStyle(Protocol):
    """A heuristic that can tell what kind of choice an action is, for bots with a temperament."""

    def style(self, state: Any, seat: Seat, action: Any) -> Mapping[str, float]:
        """How `bold`, `greedy` or `cautious` an action is, each from 0 to 1, as people at the table see it.

        What is not named is 0. It may depend only on what the seat knows.
        """
