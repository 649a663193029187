"""Between classes and plain data: what is written, what is read, what is refused and why."""

import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, make_dataclass
from enum import Enum, IntEnum
from typing import Any, ClassVar, NewType, Optional

import pytest
from tests.core.toy import Leave, Roll, Take, Toy
from tests.toy_auction import ToyAuction

from tablee.core import codec
from tablee.core.errors import BadData
from tablee.core.game import Action
from tablee.core.seat import Seat
from tablee.core.texts import Lang


class Size(IntEnum):
    FIVE = 5
    SEVEN = 7
    NINE = 9


@dataclass(frozen=True, slots=True)
class Order(Action):
    """The order of the items does not matter."""

    tag: ClassVar[str] = "order"
    size: Size
    items: tuple[int, ...]
    price: int = 0
    urgent: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "items", tuple(sorted(self.items, reverse=True)))


class Shop(Toy):
    """A game with this one action."""

    action_types = (Order,)  # type: ignore[assignment]


SHOP = Shop()
ORDER = {"type": "order", "size": 5, "items": [4, 1], "price": 2, "urgent": False}


class Colour(Enum):
    RED = "red"
    BLUE = "blue"


Age = NewType("Age", int)


@dataclass(frozen=True)
class Everything:
    """A field of every kind we use."""

    tag: ClassVar[str] = "everything"
    number: int
    age: Age
    flag: bool
    text: str
    colour: Colour
    maybe: int | None
    perhaps: Optional[Colour]  # noqa: UP045 - the old way to say it is read as well
    numbers: tuple[int, ...]
    grid: tuple[tuple[int, ...], ...]
    names: frozenset[str]
    by_seat: dict[Seat, int]
    inner: Take
    rate: float = 0.5


EVERYTHING = Everything(
    number=1,
    age=Age(7),
    flag=True,
    text="ça",
    colour=Colour.RED,
    maybe=None,
    perhaps=Colour.BLUE,
    numbers=(3, 1, 2),
    grid=((1,), (), (2, 3)),
    names=frozenset({"c", "a", "b"}),
    by_seat={Seat(2): 5, Seat(0): 4},
    inner=Take(Seat(1)),
)
PLAIN = {
    "type": "everything",
    "number": 1,
    "age": 7,
    "flag": True,
    "text": "ça",
    "colour": "red",
    "maybe": None,
    "perhaps": "blue",
    "numbers": [3, 1, 2],
    "grid": [[1], [], [2, 3]],
    "names": ["a", "b", "c"],
    "by_seat": {"0": 4, "2": 5},
    "inner": {"friend": 1},
    "rate": 0.5,
}


def test_everything_becomes_plain_and_comes_back() -> None:
    assert codec.plain_tagged(EVERYTHING) == PLAIN
    assert next(iter(codec.plain_tagged(EVERYTHING))) == "type"
    assert codec.read_tagged(PLAIN, [Leave, Everything]) == EVERYTHING


def test_what_is_sent_is_the_same_plain_data() -> None:
    for thing in (EVERYTHING, Leave(), Roll(3), Order(Size.FIVE, (1,))):
        assert json.loads(bytes(codec.tagged_json(thing))) == codec.plain_tagged(thing)


def test_a_view_has_no_type() -> None:
    assert "type" not in codec.plain_tagged(Toy().view(Toy().start(), None))


def test_a_field_with_a_default_may_be_left_out() -> None:
    left_out = {name: value for name, value in PLAIN.items() if name not in ("type", "rate")}
    assert codec.read(left_out, Everything) == EVERYTHING
    assert SHOP.action({"type": "order", "size": 5, "items": [1, 4]}) == Order(Size.FIVE, (4, 1))


@pytest.mark.parametrize("data", [None, 3, "order", [ORDER], [["type", "order"]]])
def test_what_is_no_object_is_refused(data: Any) -> None:
    with pytest.raises(BadData, match="Expected an object with named fields"):
        SHOP.action(data)
    with pytest.raises(BadData, match="Expected an object with named fields"):
        SHOP.view_from(data)


@pytest.mark.parametrize("kind", ["sell", "Order", "", None, 3, ["order"], {}, True])
def test_an_unknown_type_is_named(kind: Any) -> None:
    with pytest.raises(BadData) as caught:
        SHOP.action({**ORDER, "type": kind})
    assert caught.value.code == "unknown_type"
    assert str(caught.value) == f"There is no type “{kind}”. Allowed: order."


def test_a_missing_type_is_named() -> None:
    with pytest.raises(BadData, match=r"There is no type “None”\. Allowed: order\."):
        SHOP.action({"size": 5, "items": [1]})


@pytest.mark.parametrize("field", ["cost", "Size", "", "seat", 3])
def test_an_unknown_field_is_named(field: Any) -> None:
    with pytest.raises(BadData) as caught:
        SHOP.action({**ORDER, field: 1})
    assert caught.value.code == "unknown_field"
    assert str(caught.value) == f"Unknown field “{field}”. Allowed: size, items, price, urgent."


def test_a_kind_without_fields_says_so() -> None:
    with pytest.raises(BadData, match=r"Unknown field “pips”\. Allowed: –\."):
        Toy().action({"type": "leave", "pips": 1})


MISSING: list[tuple[str, Lang, str]] = [
    ("size", "en", "The field “size” is missing. Expected: one of 5, 7, 9."),
    ("items", "en", "The field “items” is missing. Expected: a list: each item a whole number."),
]


@pytest.mark.parametrize(("field", "lang", "said"), MISSING)
def test_a_missing_field_is_named(field: str, lang: Lang, said: str) -> None:
    with pytest.raises(BadData) as caught:
        SHOP.action({name: value for name, value in ORDER.items() if name != field})
    assert caught.value.code == "missing_field"
    assert caught.value.say(lang) == said
    assert caught.value.say("fr") != said


MISTYPED: list[tuple[str, Any, str]] = [
    ("size", 6, "one of 5, 7, 9"),
    ("size", "5", "one of 5, 7, 9"),
    ("size", 5.0, "one of 5, 7, 9"),
    ("size", None, "one of 5, 7, 9"),
    ("size", [5], "one of 5, 7, 9"),
    ("size", True, "one of 5, 7, 9"),
    ("size", 10**30, "one of 5, 7, 9"),
    ("size", float("nan"), "one of 5, 7, 9"),
    ("items", 4, "a list: each item a whole number"),
    ("items", "41", "a list: each item a whole number"),
    ("items", ["4"], "a list: each item a whole number"),
    ("items", [4.0], "a list: each item a whole number"),
    ("items", [True], "a list: each item a whole number"),
    ("items", [[4]], "a list: each item a whole number"),
    ("items", None, "a list: each item a whole number"),
    ("items", {"4": 1}, "a list: each item a whole number"),
    ("price", "2", "a whole number"),
    ("price", 2.5, "a whole number"),
    ("price", None, "a whole number"),
    ("price", False, "a whole number"),
    ("urgent", "no", "true or false"),
    ("urgent", 0, "true or false"),
    ("urgent", None, "true or false"),
]


@pytest.mark.parametrize(("field", "value", "expected"), MISTYPED)
def test_a_mistyped_field_is_named(field: str, value: Any, expected: str) -> None:
    with pytest.raises(BadData) as caught:
        SHOP.action({**ORDER, field: value})
    assert caught.value.code == "bad_field"
    assert str(caught.value) == f"The field “{field}” cannot be {value}. Expected: {expected}."


KINDS: list[tuple[str, str]] = [
    ("number", "a whole number"),
    ("age", "a whole number"),
    ("flag", "true or false"),
    ("text", "a text"),
    ("colour", "one of red, blue"),
    ("maybe", "a whole number (or nothing)"),
    ("perhaps", "one of red, blue (or nothing)"),
    ("numbers", "a list: each item a whole number"),
    ("grid", "a list: each item a list: each item a whole number"),
    ("by_seat", "an object"),
    ("inner", "an object"),
]


@pytest.mark.parametrize(("field", "expected"), KINDS)
def test_what_a_field_expects_is_said_in_words(field: str, expected: str) -> None:
    data = {name: value for name, value in PLAIN.items() if name != "type"}
    with pytest.raises(BadData) as caught:
        codec.read({**data, field: object()}, Everything)
    assert caught.value.code == "bad_field"
    assert str(caught.value).endswith(f"Expected: {expected}.")


def test_a_huge_number_is_only_a_number() -> None:
    """It is for the rules to refuse it."""
    game = ToyAuction()
    bid = game.action({"type": "bid", "lot": 5, "cards": [-(10**30)], "coins": 10**30})
    assert game.refusal(game.start(), Seat(0), bid) is not None


def test_actions_of_other_games_are_unknown() -> None:
    with pytest.raises(BadData, match="There is no type “roll”"):
        SHOP.action(Toy().plain(Roll(1)))


@dataclass(frozen=True)
class Span:
    low: int
    high: int = 9

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError("low is above high")


def test_fields_that_are_fine_alone_may_not_go_together() -> None:
    assert codec.read({"low": 3}, Span) == Span(3)
    with pytest.raises(BadData, match="These fields do not go together: low, high"):
        codec.read({"low": 3, "high": 1}, Span)
    with pytest.raises(BadData, match="“low” is missing"):
        codec.read({"high": 1}, Span)
    with pytest.raises(BadData, match="“low” cannot be x"):
        codec.read({"low": "x"}, Span)


def test_equal_things_give_equal_bytes() -> None:
    assert codec.to_json({10: "b", 9: "a"}) == b'{"10":"b","9":"a"}'
    assert codec.to_json(frozenset([3, 1, 2])) == b"[1,2,3]"


def test_what_no_action_can_be_is_refused_before_it_is_read() -> None:
    deep: object = 0
    for _ in range(50_000):
        deep = [deep]
    for value in (10**41, -(10**4300), deep, [1] * 2000, {"a": {str(number): 0 for number in range(2000)}}):
        with pytest.raises(BadData, match="too large"):
            SHOP.action({"type": "order", "size": 5, "items": [1], "price": value})
    assert SHOP.action({"type": "order", "size": 5, "items": [1] * 1000}).items == (1,) * 1000


@dataclass(frozen=True)
class Pair:
    first: int = 1
    second: int = 2


def test_the_fault_is_found_behind_fields_that_were_left_out() -> None:
    with pytest.raises(BadData, match="“second” cannot be x"):
        codec.read({"second": "x"}, Pair)


def test_classes_that_were_met_are_read_in_several_threads() -> None:
    """msgspec falls over a class that two threads show it first at the same time."""
    kinds = [make_dataclass(f"Kind{number}", [("value", int)], frozen=True) for number in range(50)]
    codec.prepare(kinds)
    with ThreadPoolExecutor(4) as threads:
        for kind in kinds:
            read = list(threads.map(lambda value, kind=kind: codec.read({"value": value}, kind), range(8)))
            assert read == [kind(value) for value in range(8)]
