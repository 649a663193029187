"""What a game's bot.py knows: the part of a bot that differs from game to game."""

from collections.abc import Callable, Mapping, Sequence
from math import exp
from types import MappingProxyType
from typing import Any, Final, Protocol, runtime_checkable

from tablee.core.chance import Random
from tablee.core.game import Game
from tablee.core.seat import Seat
from tablee.games.courtepaille.bot import CourtePailleHeuristic
from tablee.games.hotdog.bot import HotDogHeuristic
from tablee.games.rathot.bot import RatHotHeuristic
from tablee.games.restaurant.bot import RestaurantHeuristic

AnyGame = Game[Any, Any, Any]

USUAL_SWING: Final = 10.0
"""How many points a match may still turn by, where a game does not say."""


class Heuristic(Protocol):
    """Knowledge of one game with its options. States are states a bot thinks possible, never the table itself.

    What it says of a seat's choices rests on what that seat knows.
    """

    def candidates(self, state: Any, seat: Seat, rng: Random, most: int) -> Sequence[Any]:
        """At most so many legal actions worth a closer look, the most promising first."""

    def policy(self, state: Any, seat: Seat, rng: Random) -> Any:
        """What a sensible player might do, found quickly."""

    def value(self, state: Any, seat: Seat) -> float:
        """How good the table looks for a seat; 0 is as good as for the others."""


@runtime_checkable
class ValuesAll(Protocol):
    """A heuristic that values the table for all seats at once, quicker than for one after the other."""

    def values(self, state: Any) -> Sequence[float]:
        """How good the table looks, by seat."""


@runtime_checkable
class KnowsSwing(Protocol):
    """A heuristic that knows how much of a match is still open."""

    def swing(self, state: Any) -> float:
        """How many points of value the standing may still change by; above 0."""


class PlainHeuristic:
    """What can be said of any game: the score tells who is ahead."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game

    def candidates(self, state: Any, seat: Seat, rng: Random, most: int) -> Sequence[Any]:
        """Any legal action."""
        legal = list(self._game.legal(state, seat))
        rng.shuffle(legal)
        return legal[:most]

    def policy(self, state: Any, seat: Seat, rng: Random) -> Any:
        """Any legal action."""
        return self._game.random_action(state, seat, rng)

    def value(self, state: Any, seat: Seat) -> float:
        """Points ahead of the others' mean."""
        scores = self._game.scores(state)
        return scores[seat] - sum(scores) / len(scores)


HEURISTICS: Final[Mapping[str, Callable[[Any], Heuristic]]] = MappingProxyType(
    {
        "hotdog": HotDogHeuristic,
        "rathot": RatHotHeuristic,
        "restaurant": RestaurantHeuristic,
        "courtepaille": CourtePailleHeuristic,
    }
)
"""By game; what is not here gets the plain one."""


def heuristic(game: AnyGame) -> Heuristic:
    """The knowledge of a game."""
    return HEURISTICS.get(game.name, PlainHeuristic)(game)


def win_odds(game: AnyGame, knows: Heuristic) -> Callable[[Any], list[float]]:
    """A function of states: each seat's part of the win, as it is at the end or as the values make it likely."""
    seats = game.seats
    all_values = knows.values if isinstance(knows, ValuesAll) else None
    swing = knows.swing if isinstance(knows, KnowsSwing) else None

    def odds(state: Any) -> list[float]:
        winners = game.winners(state)
        if winners:
            return [(seat in winners) / len(winners) for seat in seats]
        values = all_values(state) if all_values else [knows.value(state, seat) for seat in seats]
        spread = swing(state) if swing else USUAL_SWING
        best = max(values)
        weights = [exp((value - best) / spread) for value in values]
        whole = sum(weights)
        return [weight / whole for weight in weights]

    return odds
