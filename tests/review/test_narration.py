"""What a reader is told of a match."""

from typing import Any

import pytest
from tests.core.toy import Rolled, ToyWords
from tests.review.dice_match import NAMES, dice_match

from tablee.core.seat import Seat
from tablee.core.texts import You
from tablee.review import ReviewSettings, review
from tablee.review.narration import MatchNarrator

TINY = ReviewSettings(iterations=2, worlds=2, playouts=2)


@pytest.fixture(autouse=True)
def _spoken(monkeypatch: pytest.MonkeyPatch) -> None:
    def event(_: object, event: Any, names: list[str], *__: object) -> str:
        who = "you" if isinstance(names[0], You) else names[0]
        return f"{who} rolled {event.pips}" if isinstance(event, Rolled) else ""

    monkeypatch.setattr(ToyWords, "event", event)


@pytest.mark.parametrize(
    ("reader", "revealed", "told_as"),
    [
        (None, False, "Anne rolled None"),
        (Seat(0), False, "you rolled 6"),
        (Seat(1), False, "Anne rolled None"),
        (None, True, "Anne rolled 6"),
        (Seat(0), True, "Anne rolled 6"),
    ],
)
def test_draws_are_told_as_the_reader_saw_them(reader: Seat | None, revealed: bool, told_as: str) -> None:
    match = dice_match((6, False), (1, True))
    told = review(match, TINY)
    narrator = MatchNarrator(match, NAMES, "en", reader, revealed)
    assert narrator.happened(told.moments[0]) == [told_as]
    assert narrator.happened(told.moments[1]) == []


def test_choices_are_told_in_the_words_of_the_game() -> None:
    match = dice_match((6, False), (1, True))
    told = review(match, TINY)
    everybody, second = MatchNarrator(match, NAMES, "en"), MatchNarrator(match, NAMES, "en", Seat(1))
    first = everybody.visible(told).decisions[0]
    assert (everybody.chosen(first), everybody.best(first)) == ("leave", "take")
    hidden = second.visible(told).decisions[0]
    assert (second.chosen(hidden), second.best(hidden)) == ("leave", None)
    assert MatchNarrator(match, NAMES, "en", Seat(1), is_revealed=True).visible(told) == told


@pytest.mark.parametrize(("reader", "seen_by"), [(None, Seat(0)), (Seat(0), Seat(0)), (Seat(1), Seat(1))])
def test_the_table_before_a_choice_is_that_of_the_reader_or_of_whoever_chose(
    reader: Seat | None, seen_by: Seat
) -> None:
    match = dice_match((6, False), (1, True))
    told = review(match, TINY)
    choice = told.moments[1]
    view = MatchNarrator(match, NAMES, "en", reader).view_before(choice, choice.decisions[0])
    assert view == match.at(1).view(seen_by)
    everything = MatchNarrator(match, NAMES, "en", reader, is_revealed=True).view_before(choice, choice.decisions[0])
    assert everything == match.at(1).revealed(Seat(0))


def test_what_a_reader_cannot_see_at_all_is_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    match = dice_match((6, False), (1, True))
    told = review(match, TINY)
    monkeypatch.setattr(Rolled, "seen_by", lambda *_: None)
    assert MatchNarrator(match, NAMES, "en").happened(told.moments[0]) == []
