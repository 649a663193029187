"""The games of the house, by name."""

from typing import Any

import pytest
from tests.core.toy import Toy

import tablee
from tablee.core import registry
from tablee.core.errors import BadOption, UnknownGame
from tablee.core.manifest import Manifest
from tablee.games.hotdog.pieces import Settle
from tablee.games.hotdog.rules import HotDog


def test_a_game_is_found_by_name_with_its_options() -> None:
    game = tablee.game("hotdog", players=4, settle="end_of_round")
    assert game == HotDog(players=4, settle=Settle.END_OF_ROUND)
    assert tablee.game("hotdog") == HotDog()


def test_the_house_can_be_looked_through_but_not_changed() -> None:
    assert tablee.GAMES["hotdog"] is HotDog
    assert all(kind.name == name for name, kind in tablee.GAMES.items())
    with pytest.raises(TypeError):
        tablee.GAMES["hotdog"] = HotDog  # type: ignore[index]


def test_a_game_is_put_in_by_registering_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "manifests", lambda manifests={}: manifests)
    registry.register(Manifest(Toy))
    assert tablee.game("toy", sides=8) == Toy(sides=8)


@pytest.mark.parametrize("name", ["", "chess", "HotDog", "hotdog "])
def test_an_unknown_game_is_named(name: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        tablee.game(name)
    assert str(caught.value) == f"There is no game called “{name}”. The games are: {', '.join(tablee.GAMES)}."


@pytest.mark.parametrize("option", ["colour", "name", "rules_version", "self", "Players"])
def test_an_unknown_option_is_named(option: str) -> None:
    with pytest.raises(BadOption) as caught:
        tablee.game("hotdog", **{option: 1})
    assert caught.value.code == "unknown_option"
    assert f"hotdog has no option “{option}”" in str(caught.value)
    assert "players, hands, hotdog_values, settle, announce" in str(caught.value)


HOTDOG_OPTIONS: list[tuple[str, Any, str]] = [
    ("players", 1, "a whole number from 2 to 5"),
    ("players", 6, "a whole number from 2 to 5"),
    ("players", "3", "a whole number from 2 to 5"),
    ("hands", 0, "a whole number from 1 to 5"),
    ("hands", 6, "a whole number from 1 to 5"),
    ("hotdog_values", (1,), "2 to 10 whole numbers, each from 1 to 9"),
    ("settle", "never", "at_once, end_of_round"),
    ("announce", "loud", "auto, manual"),
]


@pytest.mark.parametrize(("option", "value", "allowed"), HOTDOG_OPTIONS)
def test_a_value_that_an_option_cannot_have_is_refused(option: str, value: Any, allowed: str) -> None:
    with pytest.raises(BadOption) as caught:
        tablee.game("hotdog", **{option: value})
    assert str(caught.value) == f"hotdog: the option “{option}” cannot be {value}. Allowed: {allowed}."
