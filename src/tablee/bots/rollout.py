"""Matches played on quickly by the policy of a game."""

# Compiled where TABLEE_COMPILE=1 asks for it: docs/compiled.md.

from typing import Any

from tablee.core.chance import Random
from tablee.core.game import AnyGame
from tablee.core.heuristic import Heuristic
from tablee.core.playout import draw_chance


def roll_out(game: AnyGame, knows: Heuristic, state: Any, rng: Random, moves: float) -> None:
    """A few moves by the policy, and all that chance does before the next choice; changes the state."""
    policy, left = knows.policy, moves
    while (actors := draw_chance(game, state, rng)) and left > 0:
        left -= 1
        for seat in actors:
            game.apply(state, seat, policy(state, seat, rng), False)
