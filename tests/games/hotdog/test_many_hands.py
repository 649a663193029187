"""Hands played at random end, with money and cards conserved."""

from random import Random

import pytest
from tests.games.hotdog.many_hands import GAMES, play

from tablee.games.hotdog.pieces import Ending


@pytest.mark.slow_under_coverage
@pytest.mark.rule("HD-15", "HD-17", "HD-21", "HD-22")
def test_random_hands_end_with_money_and_cards_conserved() -> None:
    figures = play(20 * len(GAMES), Random(1))
    assert figures.hands == sum(figures.endings.values()) == 320
    assert set(figures.endings) <= set(Ending)


def test_a_game_lasts_no_longer_than_it_says() -> None:
    """One sale at a time, each after four idle rounds: the longest hand there is, and five idle rounds to end it."""
    game = GAMES[0]
    assert game.longest == 2 * 5 * (2 * 10 + 1)
