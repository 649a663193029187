"""Rat Hot in numbers."""

from dataclasses import replace
from random import Random

from tablee.core.seat import Seat
from tablee.games.rathot.encoding import RatHotEncoding
from tablee.games.rathot.rules import RatHot


def test_cards_set_aside_are_told_in_their_order() -> None:
    game = RatHot()
    encoding = RatHotEncoding(game)
    view = game.view(game.start(), Seat(0))
    names = [field.name for field in encoding.fields]
    start = sum(field.size for field in encoding.fields[: names.index("aside")])
    numbers = encoding.numbers(replace(view, aside=(7, 3)))
    assert {card: numbers[start + card] for card in range(42) if numbers[start + card]} == {7: 1, 3: 2}


def test_tables_told_in_any_order_are_told_right() -> None:
    """What was told last is kept, but only where the next table goes on from it."""
    game, rng = RatHot(), Random(1)
    encoding, states = RatHotEncoding(game), [game.start()]
    while len(states[-1].laid) < 4:
        state = states[-1].copy()
        (actor,) = game.actors(state)
        game.apply(state, actor, game.random_action(state, actor, rng), False)
        states.append(state)
    for state in (*states, *reversed(states), *states[::3]):
        assert encoding.numbers_seen(state, Seat(0)) == RatHotEncoding(game).numbers(game.view(state, Seat(0)))
