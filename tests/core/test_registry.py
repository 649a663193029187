"""The games of the house, by name."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from tests.core.toy import Mood, Toy

import tablee
from tablee.core import registry
from tablee.core.errors import BadOption, UnknownGame
from tablee.core.manifest import LevelTuning, Manifest


def test_a_game_is_found_by_name_with_its_options(toy: Toy) -> None:
    assert tablee.game("toy", players=4, mood="wild") == Toy(players=4, mood=Mood.WILD)
    assert tablee.game("toy") == Toy()


def test_the_house_can_be_looked_through_but_not_changed(toy: Toy) -> None:
    assert tablee.GAMES["toy"] is Toy
    assert all(kind.name == name for name, kind in tablee.GAMES.items())
    with pytest.raises(TypeError):
        tablee.GAMES["toy"] = Toy  # type: ignore[index]


def test_a_game_is_put_in_by_registering_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "manifests", lambda manifests={}: manifests)
    registry.register(Manifest(Toy))
    assert tablee.game("toy", sides=8) == Toy(sides=8)


def no_game() -> Manifest:
    raise ImportError("no such game")


@pytest.fixture
def finders(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A house without any finder of games."""
    monkeypatch.setattr(registry, "_finders", [])
    registry.manifests.cache_clear()
    yield
    monkeypatch.undo()
    registry.manifests.cache_clear()


@pytest.mark.usefixtures("finders")
def test_games_are_listed_by_their_place_then_by_name() -> None:
    @dataclass(frozen=True)
    class Other(Toy):
        name = "other"

    @dataclass(frozen=True)
    class Zero(Toy):
        name = "zero"

    registry.add_finder(
        lambda: {
            "toy": lambda: Manifest(Toy),
            "other": lambda: Manifest(Other),
            "zero": lambda: Manifest(Zero, order=1),
        }
    )
    assert list(tablee.GAMES) == ["zero", "other", "toy"]


@pytest.mark.usefixtures("finders")
@pytest.mark.parametrize(
    ("found", "message"),
    [
        ({"broken": no_game}, "a game could not be loaded"),
        ({"ludo": lambda: Manifest(Toy)}, "the name of a game differs from its folder or entry point"),
        ({"toy": no_game}, "two games have the same name"),
    ],
)
def test_one_game_that_is_wrong_does_not_take_the_others_away(
    found: dict[str, registry.Loader], message: str, caplog: pytest.LogCaptureFixture
) -> None:
    registry.add_finder(lambda: {"toy": lambda: Manifest(Toy)})
    registry.add_finder(lambda: found)
    assert list(tablee.GAMES) == ["toy"]
    assert [record.message for record in caplog.records] == [message]


def test_a_game_that_is_not_registered_has_the_usual_manifest() -> None:
    manifest = registry.manifest_of(Toy())
    assert manifest == Manifest(Toy)
    assert manifest.level("chef") == LevelTuning()
    assert manifest.minutes_in_words("en") == "15–30 minutes"


def test_a_registered_game_tells_about_itself(toy: Toy) -> None:
    assert registry.manifest("toy") is registry.manifest_of(toy)


@pytest.mark.parametrize("name", ["", "chess", "Toy", "toy "])
def test_an_unknown_game_is_named(toy: Toy, name: str) -> None:
    with pytest.raises(UnknownGame) as caught:
        tablee.game(name)
    assert str(caught.value) == f"There is no game called “{name}”. The games are: {', '.join(tablee.GAMES)}."


@pytest.mark.parametrize("option", ["colour", "name", "rules_version", "self", "Players"])
def test_an_unknown_option_is_named(toy: Toy, option: str) -> None:
    with pytest.raises(BadOption) as caught:
        tablee.game("toy", **{option: 1})
    assert caught.value.code == "unknown_option"
    assert f"toy has no option “{option}”" in str(caught.value)
    assert "players, sides, loaded, marks, mood" in str(caught.value)


BAD_OPTIONS: list[tuple[str, Any, str]] = [
    ("players", 0, "a whole number from 1 to 4"),
    ("players", 5, "a whole number from 1 to 4"),
    ("players", "3", "a whole number from 1 to 4"),
    ("sides", 7, "a whole number from 2 to 20 in steps of 2"),
    ("loaded", 1, "true or false"),
    ("marks", (), "1 to 3 whole numbers, each from 0 to 9"),
    ("mood", "sad", "calm, wild"),
]


@pytest.mark.parametrize(("option", "value", "allowed"), BAD_OPTIONS)
def test_a_value_that_an_option_cannot_have_is_refused(toy: Toy, option: str, value: Any, allowed: str) -> None:
    with pytest.raises(BadOption) as caught:
        tablee.game("toy", **{option: value})
    assert str(caught.value) == f"toy: the option “{option}” cannot be {value}. Allowed: {allowed}."
