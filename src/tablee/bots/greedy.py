"""The bot that looks one step ahead."""

from typing import Any, Final

from tablee.bots.bot import Budget, own_seat
from tablee.bots.heuristic import Heuristic, heuristic
from tablee.core.chance import Random
from tablee.core.game import Action, Game, State, View
from tablee.core.seat import CHANCE, Seat

WORLDS: Final = 4
"""How many states it thinks possible are looked at for each action."""
CANDIDATES: Final = 40
"""How many actions are looked at."""


class GreedyBot:
    """Tries its choices in a few states it thinks possible and takes the one after which the table looks best."""

    def choose(self, game: Game[Any, Any, Any], view: View, rng: Random, budget: Budget) -> Action:
        seat, knows = own_seat(view), heuristic(game)
        worlds = [game.determinize(view, rng) for _ in range(WORLDS)]
        best: Action | None = None
        best_value = float("-inf")
        for action in knows.candidates(worlds[0], seat, rng, CANDIDATES):
            value = sum(_after(game, knows, world, seat=seat, action=action, rng=rng) for world in worlds)
            if value > best_value:
                best, best_value = action, value
        assert best is not None  # noqa: S101 - a seat that is asked has a candidate
        return best


def _after(
    game: Game[Any, Any, Any], knows: Heuristic, world: State, *, seat: Seat, action: Action, rng: Random
) -> float:
    """How the table looks once an action, and what the others choose at the same time, are carried out."""
    state = world.copy()
    game.apply(state, seat, action, False)
    while seat in game.may_replace(state):
        for other in game.actors(state):
            game.apply(state, other, knows.policy(state, other, rng), False)
    while game.actors(state) == (CHANCE,):
        game.apply(state, CHANCE, game.sample(state, rng), False)
    return knows.value(state, seat)
