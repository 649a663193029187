"""Playing on without a log and without checks, thousands of times a second: for searches, simulations and learners.

Real matches are played by `Match`, which checks, logs and tells. This is the one fast way beside it.
"""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from collections.abc import Sequence
from typing import Any

from tablee.core.chance import Random
from tablee.core.game import Game
from tablee.core.seat import CHANCE, Seat


def draw_chance(game: Game[Any, Any, Any], state: Any, rng: Random) -> Sequence[Seat]:
    """Draw all that chance decides before the next choice; the seats that choose next."""
    actors = game.actors(state)
    while actors and actors[0] == CHANCE:
        game.apply(state, CHANCE, game.sample(state, rng), False)
        actors = game.actors(state)
    return actors


def random_playout(game: Game[Any, Any, Any], rng: Random) -> tuple[Any, int, int]:
    """A random match to its end, or past the longest there can be: its state, its entries, and how many were draws."""
    actors, random_action, apply, longest = game.actors, game.random_action, game.apply, game.longest
    state = game.start()
    entries = draws = 0
    while entries <= longest and (awaited := actors(state)):
        for seat in awaited:
            apply(state, seat, random_action(state, seat, rng), False)
        entries += len(awaited)
        draws += awaited[0] == CHANCE
    return state, entries, draws
