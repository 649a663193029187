"""What a bot is: it is handed what its seat knows, and answers with something the seat may do."""

from dataclasses import dataclass
from time import perf_counter
from typing import Any, Final, Protocol

from tablee.core.chance import Random
from tablee.core.game import Action, Game, View
from tablee.core.seat import Seat


@dataclass(frozen=True)
class Budget:
    """How much thinking a choice is worth: in seconds or, if they are given, in iterations.

    With iterations, and a generator seeded alike, a bot chooses the same again on any machine.
    """

    seconds: float = 1.0
    iterations: int | None = None

    def meter(self) -> "BudgetMeter":
        """Starts to measure now."""
        return BudgetMeter(self)


UNHURRIED: Final = Budget(1000.0)
"""No level takes as long: each thinks as far as its iterations go, so that it chooses the same on any machine."""


class BudgetMeter:
    """Measures how much of a budget is spent."""

    __slots__ = ("_began", "_end", "_is_first", "_left")

    def __init__(self, budget: Budget) -> None:
        self._left = budget.iterations
        self._began = perf_counter()
        self._end = self._began + budget.seconds
        self._is_first = budget.seconds > 0

    def next_iteration(self) -> bool:
        """Whether there is time for one more iteration, which this counts. For the first there is, if any was given:
        on a busy machine it may be over before anything was thought."""
        if self._left is None:
            is_first, self._is_first = self._is_first, False
            return is_first or perf_counter() < self._end
        self._left -= 1
        return self._left >= 0

    def iterations_left(self, done: int) -> float:
        """How many more iterations there is time for, if they take as long as those done so far."""
        if self._left is not None:
            return self._left
        now = perf_counter()
        return max(0.0, done * (self._end - now) / (now - self._began))


class Bot(Protocol):
    """A player that is a program.

    It gets the rules and a view, never the table: what it may do, and what might lie hidden, it asks of the states that
    `game.determinize(view, rng)` thinks possible. So it can neither cheat nor be handed a secret by mistake.
    """

    def choose(self, game: Game[Any, Any, Any], view: View, rng: Random, budget: Budget) -> Action:
        """A legal action for the seat whose view it is."""


def own_seat(view: View) -> Seat:
    """The seat a bot plays."""
    if view.seat is None:
        raise ValueError("a spectator has nothing to choose")
    return view.seat
