"""What a game's bot.py knows: the part of a bot that differs from game to game."""

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, Protocol

from tablee.core.chance import Random
from tablee.core.game import Game
from tablee.core.seat import Seat
from tablee.games.courtepaille.bot import CourtePailleHeuristic
from tablee.games.hotdog.bot import HotDogHeuristic
from tablee.games.rathot.bot import RatHotHeuristic
from tablee.games.restaurant.bot import RestaurantHeuristic


class Heuristic(Protocol):
    """Knowledge of one game with its options. States are states a bot thinks possible, never the table itself."""

    def candidates(self, state: Any, seat: Seat, rng: Random, most: int) -> Sequence[Any]:
        """At most so many legal actions worth a closer look."""

    def policy(self, state: Any, seat: Seat, rng: Random) -> Any:
        """What a sensible player might do, found quickly."""

    def value(self, state: Any, seat: Seat) -> float:
        """How good the table looks for a seat; 0 is as good as for the others."""


HEURISTICS: Final[Mapping[str, Callable[[Any], Heuristic]]] = MappingProxyType(
    {
        "hotdog": HotDogHeuristic,
        "rathot": RatHotHeuristic,
        "restaurant": RestaurantHeuristic,
        "courtepaille": CourtePailleHeuristic,
    }
)
"""By game."""


def heuristic(game: Game[Any, Any, Any]) -> Heuristic:
    """The knowledge of a game."""
    return HEURISTICS[game.name](game)
