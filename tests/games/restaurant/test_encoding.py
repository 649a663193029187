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
    while not state.served:
        actors = game.actors(state)
        game.apply(state, actors[0], game.random_action(state, actors[0], rng), False)
    numbers = coded.numbers_seen(state, Seat(1))
    monkeypatch.setattr(encoding, "MOST_KEPT", 3)
    encoding.DEEDS[Seat(1)].clear()
    assert coded.numbers_seen(state, Seat(1)) == numbers == coded.numbers(game.view(state, Seat(1)))
    assert len(encoding.DEEDS[Seat(1)]) <= 3
