"""Laws of what a game's bot knows: whatever lies on the table, it has a value for every seat."""

from math import isfinite
from random import Random

import pytest
from tests.laws.positions import every_game, walk

import tablee
from tablee.bots.heuristic import heuristic
from tablee.core.registry import manifest
from tablee.core.seat import CHANCE


@every_game
def test_every_position_has_a_value(name: str) -> None:
    if manifest(name).bot is None:
        pytest.skip("its bots go by the score alone")
    game = tablee.game(name)
    knows = heuristic(game)
    for position in walk(game, Random(1)):
        if CHANCE not in game.actors(position.state) and len(position.steps) % 3 == 0:
            assert all(isfinite(knows.value(position.state, seat)) for seat in game.seats)
