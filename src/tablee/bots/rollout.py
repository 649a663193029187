"""Matches played on quickly by the policy of a game."""

from typing import Any

from tablee.bots.heuristic import AnyGame
from tablee.core.chance import Random
from tablee.core.heuristic import Heuristic
from tablee.core.seat import CHANCE


def roll_out(game: AnyGame, knows: Heuristic, state: Any, rng: Random, moves: float) -> None:
    """A few moves by the policy, and all that chance does before the next choice; changes the state."""
    policy, left = knows.policy, moves
    while actors := game.actors(state):
        if actors[0] == CHANCE:
            game.apply(state, CHANCE, game.sample(state, rng), False)
            continue
        if left <= 0:
            break
        left -= 1
        for seat in actors:
            game.apply(state, seat, policy(state, seat, rng), False)
