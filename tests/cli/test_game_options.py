"""Options of a game as people write and read them."""

from dataclasses import dataclass
from typing import Any

import pytest
from tests.toy_auction import Lot, Ties, ToyAuction

from tablee.cli.game_options import allowed, is_idle, typed, value
from tablee.core.options import Choice, Flag, Integer, Integers, Option, flag
from tablee.core.texts import catalogue


@pytest.mark.parametrize(
    ("option", "text", "expected"),
    [
        (Integer(1, 5), "3", 3),
        (Integer(1, 5), "-3", -3),
        (Integer(1, 5), "3.5", "3.5"),
        (Integer(1, 5), "", ""),
        (Integers(1, 5, 1, 9), "1,2, 3", (1, 2, 3)),
        (Integers(1, 5, 1, 9), "1+2", (1, 2)),
        (Integers(1, 5, 1, 9), "1 2;", (1, 2)),
        (Integers(1, 5, 1, 9), "1,a", "1,a"),
        (Choice(Ties), "nobody", Ties.NOBODY),
        (Choice(Ties), "NOBODY", "NOBODY"),
        (Choice(Lot), "5", Lot.FIVE),
        (Flag(), "yes", True),
        (Flag(), "OUI", True),
        (Flag(), "true", True),
        (Flag(), "0", False),
        (Flag(), "off", False),
        (Flag(), "perhaps", "perhaps"),
    ],
)
def test_what_a_text_spells(option: Option, text: str, expected: Any) -> None:
    assert value(option, text) == expected
    assert type(value(option, text)) is type(expected)


@pytest.mark.parametrize(
    ("option", "held", "text"),
    [
        (Integer(1, 5), 3, "3"),
        (Integers(1, 5, 1, 9), (1, 2, 3), "1,2,3"),
        (Choice(Ties), Ties.NOBODY, "nobody"),
        (Choice(Lot), Lot.FIVE, "5"),
        (Flag(), True, "oui"),
        (Flag(), False, "non"),
    ],
)
def test_a_value_is_shown_as_it_is_typed(option: Option, held: Any, text: str) -> None:
    assert typed(held, catalogue("tablee.cli", "fr")) == text
    assert value(option, text) == held


def test_what_is_allowed_is_said_as_it_is_typed() -> None:
    say = catalogue("tablee.cli", "fr")
    assert allowed(Flag(), say) == "oui ou non"
    assert allowed(Integer(1, 5), say) == "un nombre entier de 1 à 5"
    assert allowed(Integer(2, 6, 2), say) == "un nombre entier de 2 à 6, de 2 en 2"
    assert allowed(Choice(Ties), say) == "nobody, all"


@dataclass(frozen=True)
class Picky(ToyAuction):
    """An auction with an option that needs another."""

    at_once: bool = flag(False, needs="refill")


def test_an_option_is_not_asked_for_without_the_one_it_needs() -> None:
    assert not is_idle(Picky, "at_once", {})
    assert is_idle(Picky, "at_once", {"refill": False})
    assert not is_idle(Picky, "at_once", {"refill": True})
    assert not is_idle(Picky, "refill", {})
