"""What a bot is: it is handed what its seat knows and what it may do, and answers with one of those."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from tablee.core.chance import Random
from tablee.core.game import Action, Game, State, View
from tablee.core.seat import Seat


@dataclass(frozen=True)
class Choices:
    """What a seat may do now. Listing can be dear, so a bot that needs no list draws without one."""

    listed: Callable[[], Sequence[Any]]
    """All of them."""
    drawn: Callable[[Random], Any]
    """One of them, each as likely as the others."""

    @classmethod
    def of(cls, game: Game[Any, Any, Any], state: State, seat: Seat) -> "Choices":
        """The choices of a seat. Rules answer both questions from what the seat knows, so nothing else gets out."""
        return cls(lambda: game.legal(state, seat), lambda rng: game.random_action(state, seat, rng))


@dataclass(frozen=True)
class Budget:
    """How much thinking a choice is worth."""

    seconds: float = 1.0


class Bot(Protocol):
    """A player that is a program."""

    def choose(self, view: View, choices: Choices, rng: Random, budget: Budget) -> Action:
        """One of the choices."""
