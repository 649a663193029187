"""A table is the fold of its log: whoever reads the log has the same table, whatever happened at it."""

from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.positions import examples, games
from tests.server.logged_table import LoggedTable, snapshot
from tests.server.random_commands import random_commands
from tests.toy_auction import ToyAuction
from tests.toy_nim import ToyNim

import tablee
from tablee.core import registry
from tablee.core.manifest import Manifest
from tablee.core.seat import Seat
from tablee.server.table import commands
from tablee.server.table.chairs import Author
from tablee.server.table.clocks import OnTimeout, TimeLimits
from tablee.server.table.table import CHAT_KEPT, Table
from tablee.server.table.table_parts import Status

every_game = pytest.mark.parametrize("name", [*tablee.GAMES, ToyNim.name])
seeds = st.integers(0, 2**32 - 1)
time_limits = st.builds(
    TimeLimits, st.sampled_from([None, 10.0, 86400.0]), st.sampled_from([0.0, 30.0]), st.sampled_from(list(OnTimeout))
)


@pytest.fixture(scope="module", autouse=True)
def toy_nim() -> Iterator[None]:
    """One game more in the house, in which people can undo choices of others if they agree."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.manifests(), ToyNim.name, Manifest(ToyNim))
        yield


@every_game
@examples(200)
@given(data=st.data(), seed=seeds, limits=time_limits)
def test_the_log_tells_the_same_table_to_whoever_reads_it(name: str, data: Any, seed: int, limits: TimeLimits) -> None:
    game = data.draw(games(name))
    logged = LoggedTable(game, limits, seed).all_sit(bots=seed % 2)
    before = snapshot(logged.table)
    for refused in random_commands(logged, data.draw(st.integers(0, 70))):
        after = snapshot(logged.table)
        assert after == snapshot(logged.elsewhere)
        if refused is not None:
            assert after == before
        before = after
    assert snapshot(logged.read_back()) == before
    assert [row.number for row in logged.rows] == list(range(1, len(logged.rows) + 1))


@every_game
@examples(125)
@given(data=st.data(), seed=seeds, limits=time_limits)
def test_a_twin_goes_its_own_way(name: str, data: Any, seed: int, limits: TimeLimits) -> None:
    logged = LoggedTable(data.draw(games(name)), limits, seed).all_sit()
    list(random_commands(logged, 20))
    kept, before = logged.table, snapshot(logged.table)
    logged.table = kept.copy()
    assert snapshot(logged.table) == before
    list(random_commands(logged, 20))
    assert snapshot(kept) == before


def asked_of(table: Table, seat: Seat) -> list[Any] | None:
    """What a seat may do, if it is asked."""
    return None if table.prompts[seat] is None else list(table.match.legal(seat))


@every_game
@examples(200)
@given(data=st.data(), seed=seeds)
def test_a_prompt_changes_when_the_seats_own_choice_does_and_only_then(name: str, data: Any, seed: int) -> None:
    game = data.draw(games(name))
    logged = LoggedTable(game, seed=seed).all_sit()
    prompts, asked = list(logged.table.prompts), [asked_of(logged.table, seat) for seat in game.seats]
    for _ in random_commands(logged, data.draw(st.integers(1, 30))):
        now, rows = logged.table, logged.rows
        for seat in game.seats:
            ask = asked_of(now, seat)
            if ask is not None and asked[seat] is not None and ask != asked[seat]:
                assert now.prompts[seat] != prompts[seat]
            if now.prompts[seat] != prompts[seat]:
                assert rows[-1].kind in ("play", "undo")
                last = now.match.log[-1] if now.match.log else None
                laid_by_another = last is not None and last.face_down and last.seat != seat
                assert rows[-1].kind == "undo" or not laid_by_another
        prompts, asked = list(now.prompts), [asked_of(now, seat) for seat in game.seats]


@every_game
@examples(125)
@given(data=st.data(), seed=seeds)
def test_who_is_asked_is_told_so_and_nobody_else(name: str, data: Any, seed: int) -> None:
    game = data.draw(games(name))
    logged = LoggedTable(game, seed=seed).all_sit()
    for _ in random_commands(logged, data.draw(st.integers(1, 60))):
        table = logged.table
        if table.status is Status.PLAYING:
            expected = {*table.match.actors(), *table.match.may_replace()}
            assert {seat for seat in game.seats if table.prompts[seat] is not None} == expected
            assert set(table.awaited) == set(table.match.actors())
        else:
            assert not table.awaited


def test_chat_keeps_the_last_lines_only() -> None:
    logged = LoggedTable(ToyAuction(players=2))
    for number in range(CHAT_KEPT + 20):
        logged.now += 60
        logged.do(commands.chat, f"line {number}", name="G", author=Author("g"), seat=None)
    assert [line.text for line in logged.table.chat] == [f"line {number}" for number in range(20, CHAT_KEPT + 20)]
    assert snapshot(logged.read_back()) == snapshot(logged.table)


def test_the_first_seat_is_drawn_from_the_tables_secret() -> None:
    """Who begins is drawn, and everybody can check it: all turns occur, and the same secret turns alike."""
    turns = set()
    for seed in range(40):
        logged = LoggedTable(ToyAuction(players=2), seed=seed).all_sit()
        again = LoggedTable(ToyAuction(players=2), seed=seed).all_sit()
        assert logged.rows == again.rows
        turns.add(logged.table.chairs[0].name)
    assert turns == {"G0", "G1"}
