"""Restaurant in numbers."""

from random import Random

import pytest

from tablee.core.seat import Seat
from tablee.games.restaurant import encoding
from tablee.games.restaurant.rules import Restaurant


def test_numbers_of_deeds_are_kept_but_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    game, rng = Restaurant(), Random(1)
    coded = encoding.RestaurantEncoding(game)
    state = game.start()
    while actors := game.actors(state):
        game.apply(state, actors[0], game.random_action(state, actors[0], rng), False)
    view = game.view(state, Seat(1))
    numbers = coded.numbers(view)
    monkeypatch.setattr(encoding, "_MOST_ROWS", 3)
    encoding._rows.clear()
    assert coded.numbers(view) == numbers
    assert len(encoding._rows) <= 3
