"""What the games tell bots: sensible choices, quickly, and values that add up."""

from random import Random

import pytest

import tablee
from tablee.bots.heuristic import heuristic
from tablee.core.seat import CHANCE


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_a_policy_plays_a_match_to_its_end(name: str) -> None:
    game, rng = tablee.game(name), Random(5)
    knows, state = heuristic(game), game.start()
    while actors := game.actors(state):
        for seat in actors:
            action = game.sample(state, rng) if seat == CHANCE else knows.policy(state, seat, rng)
            assert game.is_legal(state, seat, action)
            game.apply(state, seat, action)
    values = [knows.value(state, seat) for seat in game.seats]
    assert max(values) == max(values[seat] for seat in game.winners(state))
