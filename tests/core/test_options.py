"""Options: what they may be, what is refused and why."""

from dataclasses import dataclass
from typing import Any

import pytest
from tests.core.toy import Mood, Toy

from tablee.core.errors import BadOption
from tablee.core.options import Choice, Flag, Integer, Integers, Option, flag, needed_by, options_of
from tablee.core.texts import Lang, catalogue

GOOD: list[tuple[str, Any, Any]] = [
    ("players", 1, 1),
    ("players", 4, 4),
    ("sides", 2, 2),
    ("sides", 20, 20),
    ("loaded", True, True),
    ("loaded", False, False),
    ("marks", (0,), (0,)),
    ("marks", [9, 0, 5], (0, 5, 9)),
    ("marks", range(3), (0, 1, 2)),
    ("mood", Mood.WILD, Mood.WILD),
    ("mood", "wild", Mood.WILD),
]


@pytest.mark.parametrize(("option", "given", "kept"), GOOD)
def test_an_option_is_kept_in_one_form(option: str, given: Any, kept: Any) -> None:
    value = getattr(Toy(**{option: given}), option)
    assert value == kept
    assert type(value) is type(kept)


BAD: list[tuple[str, Any, str]] = [
    *(("players", value, "a whole number from 1 to 4") for value in (0, 5, -1, "2", 2.0, True, None, [2])),
    *(("sides", value, "a whole number from 2 to 20 in steps of 2") for value in (3, 0, 22, "6", None)),
    *(("loaded", value, "true or false") for value in (0, 1, "yes", None)),
    *(
        ("marks", value, "1 to 3 whole numbers, each from 0 to 9")
        for value in ((), (1, 2, 3, 4), (10,), (-1,), ("1",), (1.0,), (True,), "12", 3, None, {1, 2})
    ),
    *(("mood", value, "calm, wild") for value in ("CALM", "sad", "", None, 0, [1])),
]


@pytest.mark.parametrize(("option", "value", "allowed"), BAD)
def test_a_value_that_is_not_allowed_is_refused(option: str, value: Any, allowed: str) -> None:
    with pytest.raises(BadOption) as caught:
        Toy(**{option: value})
    assert caught.value.code == "bad_option"
    assert str(caught.value) == f"toy: the option “{option}” cannot be {value}. Allowed: {allowed}."
    assert f"«\u00a0{option}\u00a0»" in caught.value.say("fr")


def test_the_options_of_a_game_are_known_by_name_and_in_order() -> None:
    expected = {
        "players": Integer(1, 4),
        "sides": Integer(2, 20, 2),
        "loaded": Flag(),
        "marks": Integers(1, 3, 0, 9),
        "mood": Choice(Mood),
    }
    assert options_of(Toy) == expected
    assert list(options_of(Toy())) == list(expected)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_what_is_allowed_can_be_said(lang: Lang) -> None:
    options: list[Option] = list(options_of(Toy).values())
    said = [catalogue("tablee.core", lang)(option.allowed.code, **option.allowed.details) for option in options]
    assert all(said)
    assert len(set(said)) == len(options)


@dataclass(frozen=True)
class Picky(Toy):
    """A toy with an option that needs another."""

    heavier: bool = flag(False, needs="loaded", rule="TOY-9")


def test_an_option_that_needs_another_cannot_be_set_alone() -> None:
    with pytest.raises(BadOption) as caught:
        Picky(heavier=True)
    assert (caught.value.code, caught.value.rule) == ("option_alone", "TOY-9")
    assert str(caught.value) == "[TOY-9] “heavier” cannot be chosen alone: it needs “loaded”."
    assert "«\u00a0loaded\u00a0»" in caught.value.say("fr")
    assert Picky(heavier=True, loaded=True).heavier
    assert not Picky().heavier
    assert {name: needed_by(option) for name, option in options_of(Picky).items() if needed_by(option)} == {
        "heavier": "loaded"
    }


def test_a_game_is_frozen() -> None:
    with pytest.raises(AttributeError):
        Toy().sides = 8  # type: ignore[misc]
