"""Rat Hot in numbers."""

from dataclasses import replace

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
