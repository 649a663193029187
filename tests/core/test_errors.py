"""Errors: data first, a sentence in the reader's language second."""

import pickle

import pytest

from tablee.core import errors
from tablee.core.errors import BadData, BadOption, BadRecord, IllegalAction, TableeError, UnknownGame, Unreadable
from tablee.core.texts import Phrase

KINDS = [UnknownGame, BadOption, BadData, BadRecord, Unreadable, IllegalAction]


def test_an_error_names_its_rule() -> None:
    error = IllegalAction("no_cards", rule="TA-03", texts="tests.toy_auction")
    assert (error.code, error.rule, error.details) == ("no_cards", "TA-03", {})
    assert str(error) == "[TA-03] A bid has at least one card."
    assert error.say("fr").startswith("[TA-03] Une mise a")


def test_an_error_without_a_rule_is_its_sentence() -> None:
    error = BadOption("unknown_option", {"game": "toy", "option": "x", "allowed": "a, b"})
    assert str(error) == "toy has no option “x”. Its options are: a, b."
    assert error.phrase == Phrase("errors.unknown_option", error.details, "tablee.core")


def test_an_error_tells_of_another_in_the_same_language() -> None:
    inner = IllegalAction("no_cards", rule="TA-03", texts="tests.toy_auction")
    outer = BadRecord("record_entry", {"number": 3, "problem": inner.phrase})
    assert outer.say("en") == f"Entry 3 of the record does not hold. {inner.say('en')}"
    assert outer.say("fr").endswith(inner.say("fr"))


@pytest.mark.parametrize("kind", KINDS)
def test_every_error_is_one_of_ours_and_travels(kind: type[TableeError]) -> None:
    error = kind("not_possible", {"a": 1}, rule="TA-01", texts="tablee.core")
    assert isinstance(error, TableeError)
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own bytes
    assert type(again) is kind
    assert (again.code, again.details, again.rule, again.texts) == ("not_possible", {"a": 1}, "TA-01", "tablee.core")
    assert str(again) == str(error)


def test_details_are_the_errors_own() -> None:
    details = {"a": 1}
    error = BadData("not_an_object", details)
    details["a"] = 2
    assert error.details == {"a": 1}


def test_a_refusal_has_a_code_and_maybe_a_rule() -> None:
    assert errors.Refusal("x") == errors.Refusal("x", None, {})
    assert errors.Refusal("x", "TA-01") != errors.Refusal("x")
