"""`tablee replay`: stepping through a match."""

import re
from pathlib import Path

import pytest
from tests.cli.conftest import Run
from tests.toy_auction import Bid, Lot, ToyAuction

from tablee.core.match import Match
from tablee.core.record import Player, dumps
from tablee.core.seat import Seat
from tablee.core.texts import Lang


@pytest.fixture
def whole(run: Run) -> str:
    """A match of one round."""
    game = ToyAuction(players=2, rounds=1, cards=(1, 2))
    match = Match(game, players=[Player("Anne"), Player("Bernard")])
    match.play(Seat(0), Bid(Lot.FIVE, (2, 1), 1))
    match.play(Seat(1), Bid(Lot.SEVEN, (1,)))
    assert match.over
    Path("whole.json").write_text(dumps(match.record()), encoding="utf-8")
    return "whole.json"


@pytest.fixture
def unfinished(run: Run) -> str:
    match = Match(ToyAuction(players=2))
    match.play(Seat(0), Bid(Lot.FIVE, (2, 1), 1))
    Path("unfinished.json").write_text(dumps(match.record()), encoding="utf-8")
    return "unfinished.json"


def steps(out: str) -> list[int]:
    return [int(number) for number in re.findall(r"^Step (\d+) of 2$", out, re.MULTILINE)]


@pytest.mark.parametrize(
    ("typed", "seen"),
    [
        ("", [0]),
        ("q", [0]),
        ("quit", [0]),
        ("\nn\nq", [0, 1, 2]),
        ("\n\n\n\n\n", [0, 1, 2]),
        ("next\nb\nback\nb\nq", [0, 1, 0, 0, 0]),
        ("2\n0\n1\nq", [0, 2, 0, 1]),
        ("3\n-1\nx\n2\nq", [0, 2]),
    ],
)
def test_stepping(run: Run, whole: str, typed: str, seen: list[int]) -> None:
    ran = run("replay", whole, typed=typed)
    assert ran.status == 0
    assert steps(ran.out) == seen


def test_a_step_that_is_not_there(run: Run, whole: str) -> None:
    assert "“3” is no step. The steps go from 0 to 2." in run("replay", whole, typed="3").said


def test_each_reader_sees_his_own(run: Run, whole: str) -> None:
    bid = "5, 2+1"
    anne = run("replay", whole, "--seat", "1", typed="\nq").said
    bernard = run("replay", whole, "--seat", "2", typed="\nq").said
    spectator = run("replay", whole, "--spectator", typed="\nq").said
    everything = run("replay", whole, "--all", typed="\nq").said
    assert "as Anne saw it (seat 1)" in anne
    assert f"Anne bids lot {bid}" in anne
    for said in (bernard, spectator):
        assert "Anne has chosen." in said
        assert bid not in said
    assert f"Anne chooses: lot {bid}" in everything
    assert run("replay", whole, typed="\nq").said == spectator


def test_the_end_is_shown(run: Run, whole: str, unfinished: str) -> None:
    assert "Result" in run("replay", whole, typed="2").out
    assert "Result" in run("replay", whole, "--text").out
    for words in ((), ("--text",)):
        ran = run("replay", unfinished, *words, typed="1")
        assert "The match is not finished." in ran.out
        assert "Result" not in ran.out


def test_a_seat_that_is_not_there(run: Run, whole: str) -> None:
    ran = run("replay", whole, "--seat", "3")
    assert ran.status == 2
    assert "There is no seat 3. The seats go from 1 to 2." in ran.said


def test_text_is_not_wrapped(run: Run, whole: str) -> None:
    out = run("replay", whole, "--all", "--text").out
    assert re.search(r"^   1  Anne chooses: lot 5, 2\+1 with 1 coin$", out, re.MULTILINE)
    assert max(map(len, out.splitlines())) > 80


@pytest.mark.parametrize(("lang", "said"), [("en", "Bot 1 and Bot 2 win!"), ("fr", "Robot 1 et Robot 2 gagnent !")])
def test_seats_without_a_name_are_called_something(run: Run, lang: Lang, said: str) -> None:
    """Bots of a house have none in the record."""
    game = ToyAuction(players=2, rounds=1, cards=(1, 2))
    match = Match(game, players=[Player("", "greedy"), Player("", "greedy")])
    match.play(Seat(0), Bid(Lot.FIVE, (1,)))
    match.play(Seat(1), Bid(Lot.FIVE, (1,)))
    Path("nameless.json").write_text(dumps(match.record()), encoding="utf-8")
    ran = run("replay", "nameless.json", "--text", lang=lang)
    assert ran.status == 0
    assert said in ran.said
