"""What bots know of a game, and each seat's chances to win by it."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Callable, Sequence
from math import exp
from typing import Any, Final

from tablee.core.chance import Random
from tablee.core.game import AnyGame
from tablee.core.heuristic import Heuristic, KnowsSwing, ValuesAll
from tablee.core.registry import manifest_of
from tablee.core.seat import Seat

USUAL_SWING: Final = 10.0
"""How many points a match may still turn by, where a game does not say."""


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


def heuristic(game: AnyGame) -> Heuristic:
    """The knowledge of a game; one that brings none of its own gets the plain one."""
    return (manifest_of(game).bot or PlainHeuristic)(game)


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
