"""Games played at random end, with cards, markers and points conserved."""

from random import Random

import pytest
from tests.games.restaurant.many_games import GAMES, play

from tablee.games.restaurant.pieces import OrdersEnding, ServiceEnding


@pytest.mark.slow_under_coverage
@pytest.mark.rule("RE-02", "RE-03", "RE-11", "RE-19", "RE-20", "RE-21", "RE-22", "RE-24")
def test_random_games_end_with_everything_conserved() -> None:
    figures = play(len(GAMES), Random(1))
    assert figures.games == 32
    assert figures.fewest_cards >= 30
    assert sum(figures.tally[f"phase_a_ended.{ending}"] for ending in OrdersEnding) == 32
    assert sum(figures.tally[f"phase_b_ended.{ending}"] for ending in ServiceEnding) == 32


@pytest.mark.slow_under_coverage
def test_many_more_checked_when_a_phase_ends() -> None:
    assert play(10 * len(GAMES), Random(2), every_step=False).games == 320


def test_a_game_lasts_no_longer_than_it_says() -> None:
    """60 cards taken, turned up and their turns ended, 18 dishes exchanged, 6 RES, 60 cards served, 10 declined."""
    assert {game.longest for game in GAMES} == {3 * 60 + 2 * 18 + 6 + 60 + 10}
