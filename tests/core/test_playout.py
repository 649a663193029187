"""The fast way to play on: chance is drawn until somebody is to choose."""

from random import Random

import pytest
from tests.samples import has_chance

import tablee
from tablee.core.playout import draw_chance, random_playout
from tablee.core.seat import CHANCE

CHANCY = [name for name in tablee.GAMES if has_chance(name)]


@pytest.mark.parametrize("name", CHANCY)
def test_all_that_chance_decides_is_drawn_as_a_match_draws_it(name: str) -> None:
    game = tablee.game(name)
    state, match = game.start(), tablee.Match(game, Random(7))
    assert draw_chance(game, state, Random(7)) == match.actors()
    assert CHANCE not in match.actors()
    assert game.view(state, None) == match.view(None)


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_a_random_match_goes_to_its_end(name: str) -> None:
    game = tablee.game(name)
    state, entries, draws = random_playout(game, Random(3))
    assert game.winners(state)
    assert 0 <= draws < entries <= game.longest
    assert bool(draws) == has_chance(name)
