"""The options of the game, asked for by name."""

from typing import Any

import pytest

import tablee
from tablee.core.errors import BadOption

NAME = "hotdog"


def test_the_options_by_name() -> None:
    game = tablee.game(NAME, players=4, settle="end_of_round")
    assert type(game) is tablee.GAMES[NAME]
    assert list(game.options()) == ["players", "hands", "hotdog_values", "settle", "announce"]
    assert (game.players, game.options()["settle"]) == (4, "end_of_round")


OPTIONS: list[tuple[str, Any, str]] = [
    ("players", 1, "a whole number from 2 to 5"),
    ("players", 6, "a whole number from 2 to 5"),
    ("players", "3", "a whole number from 2 to 5"),
    ("hands", 0, "a whole number from 1 to 5"),
    ("hands", 6, "a whole number from 1 to 5"),
    ("hotdog_values", (1,), "2 to 10 whole numbers, each from 1 to 9"),
    ("settle", "never", "at_once, end_of_round"),
    ("announce", "loud", "auto, manual"),
]


@pytest.mark.parametrize(("option", "value", "allowed"), OPTIONS)
def test_a_value_that_an_option_cannot_have_is_refused(option: str, value: Any, allowed: str) -> None:
    with pytest.raises(BadOption) as caught:
        tablee.game(NAME, **{option: value})
    assert str(caught.value) == f"hotdog: the option “{option}” cannot be {value}. Allowed: {allowed}."
