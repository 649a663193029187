"""Taking back: at once while nobody is concerned, with consent if somebody is, never past what came to light."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.positions import examples, games
from tests.server.logged_table import LoggedTable, snapshot
from tests.server.random_commands import random_commands
from tests.toy_auction import ToyAuction
from tests.toy_nim import Take, ToyNim

import tablee
from tablee.core import registry
from tablee.core.manifest import Manifest
from tablee.core.seat import Seat
from tablee.server.table import commands

ONE, TWO, THREE = Seat(0), Seat(1), Seat(2)


@pytest.fixture(scope="module", autouse=True)
def toy_nim() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.manifests(), ToyNim.name, Manifest(ToyNim))
        yield


def toy_nim_table(players: int = 3, bots: int = 0) -> LoggedTable:
    return LoggedTable(ToyNim(players=players, heap=30)).all_sit(bots)


def test_the_last_choice_is_taken_back_at_once() -> None:
    logged = toy_nim_table()
    before = logged.table.match.state
    logged.play(ONE, Take(3))
    logged.do(commands.undo, ONE)
    assert logged.table.match.state == before
    assert logged.table.awaited == (ONE,)
    assert not logged.table.match.log
    assert snapshot(logged.read_back()) == snapshot(logged.table)


def test_a_choice_that_lies_face_down_is_simply_made_anew() -> None:
    logged = LoggedTable(ToyAuction(players=3)).all_sit()
    logged.play(TWO)
    assert logged.tries(commands.undo, TWO) == "undo_replace"
    logged.play(TWO)
    logged.play(ONE)
    logged.play(THREE)
    assert logged.tries(commands.undo, THREE) == "undo_revealed"


def test_whoever_has_not_chosen_has_nothing_to_take_back() -> None:
    logged = toy_nim_table()
    assert logged.tries(commands.undo, ONE) == "undo_nothing"
    logged.play(ONE)
    assert logged.tries(commands.undo, TWO) == "undo_nothing"


def test_those_who_acted_since_must_agree_all_of_them() -> None:
    logged = toy_nim_table()
    before = logged.table.match.state
    for seat in (ONE, TWO, THREE):
        logged.play(seat, Take(1))
    logged.do(commands.undo, ONE)
    assert logged.table.undo is not None
    assert logged.table.undo.waiting == {TWO, THREE}
    assert len(logged.table.match.log) == 3
    assert logged.tries(commands.answer_undo, ONE, True) == "undo_not_asked"
    logged.do(commands.answer_undo, THREE, True)
    assert logged.table.undo.waiting == {TWO}
    logged.do(commands.answer_undo, TWO, True)
    assert logged.table.undo is None
    assert logged.table.match.state == before
    assert snapshot(logged.read_back()) == snapshot(logged.table)


def test_one_who_does_not_agree_is_enough() -> None:
    logged = toy_nim_table()
    for seat in (ONE, TWO, THREE):
        logged.play(seat, Take(1))
    logged.do(commands.undo, ONE)
    logged.do(commands.answer_undo, TWO, False)
    assert logged.table.undo is None
    assert len(logged.table.match.log) == 3
    assert logged.tries(commands.answer_undo, THREE, True) == "undo_not_asked"


def test_whoever_plays_on_has_not_agreed() -> None:
    logged = toy_nim_table()
    for seat in (ONE, TWO, THREE):
        logged.play(seat, Take(1))
    logged.do(commands.undo, TWO)
    logged.play(ONE, Take(1))
    assert logged.table.undo is None
    assert logged.tries(commands.answer_undo, THREE, True) == "undo_not_asked"


def test_a_bot_is_not_asked() -> None:
    logged = toy_nim_table(players=2, bots=1)
    person = next(seat for seat in (ONE, TWO) if logged.table.chairs[seat].guest)
    bot = ONE if person is TWO else TWO
    if person is TWO:
        logged.play(bot)
    before = logged.table.match.state
    logged.play(person)
    logged.play(bot)
    logged.do(commands.undo, person)
    assert logged.table.match.state == before


def rated_table(bots: int = 0) -> LoggedTable:
    return LoggedTable(ToyNim(players=3, heap=30), rated=True).all_sit(bots)


def test_nobody_switches_the_rating_off_alone() -> None:
    logged = rated_table(bots=2)
    for seat in (ONE, TWO, THREE):
        logged.play(seat, Take(1))
    person = next(seat for seat in (ONE, TWO, THREE) if logged.table.chairs[seat].guest)
    assert not logged.table.may_take_back(person)
    assert logged.tries(commands.undo, person) == "rated_no_undo"
    assert logged.table.counts_for_ratings


def test_whoever_is_absent_from_a_rated_match_is_asked_too_but_not_who_left() -> None:
    logged = rated_table()
    logged.do(commands.stand_in, TWO, "random", "time")
    logged.do(commands.leave, THREE, "random")
    logged.play(ONE)
    assert logged.table.may_take_back(ONE)
    logged.do(commands.undo, ONE)
    assert logged.table.undo is not None
    assert logged.table.undo.waiting == {TWO}
    assert logged.table.counts_for_ratings
    logged.do(commands.answer_undo, TWO, True)
    assert not logged.table.counts_for_ratings
    assert not logged.read_back().counts_for_ratings
    logged.play(ONE)
    logged.do(commands.undo, ONE)
    assert logged.table.undo is None, "without a rating it is as everywhere"


def test_the_last_one_who_stays_does_not_switch_the_rating_off() -> None:
    logged = rated_table()
    for seat in (TWO, THREE):
        logged.do(commands.leave, seat, "random")
    logged.play(ONE)
    assert logged.tries(commands.undo, ONE) == "rated_no_undo"


def test_a_choice_taken_back_is_not_made_by_a_late_copy_of_it() -> None:
    logged = toy_nim_table()
    prompt, action = logged.play(ONE, Take(3))
    logged.do(commands.undo, ONE)
    assert logged.tries(commands.play, ONE, prompt, action) == "stale_prompt"
    logged.play(ONE, action)
    assert [play.action for play in logged.table.match.log] == [action]


@pytest.mark.parametrize("name", [*tablee.GAMES, ToyNim.name])
@examples(200)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_act_and_undo_leave_everybody_as_wise_as_before(name: str, data: Any, seed: int) -> None:
    """What is undone is undone to the byte, and nothing that was undone had shown anything hidden."""
    game = data.draw(games(name))
    logged = LoggedTable(game, seed=seed).all_sit()
    readers = [*game.seats, None]
    # After so many plays: what everybody knew.
    known = {len(logged.table.match.log): [logged.table.match.view(reader) for reader in readers]}
    played = list(logged.table.match.log)
    for _ in random_commands(logged, 60):
        table = logged.table
        if logged.rows[-1].kind == "undo" and len(table.match.log) < len(played):
            assert [table.match.view(reader) for reader in readers] == known[len(table.match.log)]
            assert not any(play.reveals for play in played[len(table.match.log) :])
        known[len(table.match.log)] = [table.match.view(reader) for reader in readers]
        played = list(table.match.log)
