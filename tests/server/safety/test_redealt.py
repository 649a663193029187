"""What a reader is told does not depend on what he cannot know: dealt again, every byte stays the same."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.repetitions import repetitions
from tests.server.safety.conftest import Opening

import tablee
from tablee.bots.bot import Budget
from tablee.bots.judgement import Judgement
from tablee.bots.levels import BOTS
from tablee.core.errors import TableeError
from tablee.core.match import Match
from tablee.core.registry import manifest
from tablee.core.seat import Seat
from tablee.server.bots import worker
from tablee.server.bots.worker_pool import Worker
from tablee.server.http.hints import HINT_LEVEL
from tablee.server.socket.connection import refusal
from tablee.server.table import commands, deal_commands, updates
from tablee.server.table.setup import Setup
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

Reader = Seat | None
every_game = pytest.mark.parametrize("name", list(tablee.GAMES))
NOW = 1_000.0


def started(name: str, rng: Random) -> Table:
    """A table at which the match has begun."""
    game = tablee.game(name)
    table = Table(Setup("abcdefghjk", game, rng.randbytes(32), host="guest 0"))
    for seat in game.seats:
        table.apply_draft(commands.sit(table, seat, f"Person {seat}", NOW, guest=f"guest {seat}"))
    table.apply_draft(deal_commands.start(table, NOW))
    return table


def redealt(table: Table, reader: Reader, rng: Random) -> Table:
    """The table with all that the reader does not know dealt again."""
    other = table.copy()
    other.match._state = table.game.determinize(table.match.view(reader), rng)
    return other


def told(table: Table, reader: Reader, since: int | None) -> bytes:
    return updates.update_message(
        table, reader, since, updates.table_info(table, (), False, (True,) * table.game.players), NOW, words="en"
    )


def refused(table: Table, seat: Seat, action: Any) -> bytes:
    """What a seat is answered when it tries something."""
    try:
        commands.play(table, seat, table.prompts[seat] or 0, action, NOW)
    except TableeError as error:
        return msgspec.json.encode(refusal(error, "fr"))
    return b"allowed"


def readers(table: Table) -> list[Reader]:
    return [*table.game.seats, None]


def play_any(table: Table, rng: Random) -> None:
    seat = rng.choice(table.awaited)
    action = table.game.random_action(table.match.state, seat, rng)
    table.apply_draft(commands.play(table, seat, table.prompts[seat] or 0, action, NOW))


@every_game
@settings(max_examples=repetitions(50, 1))
@given(seed=st.integers(0, 2**32 - 1))
def test_no_byte_of_a_whole_match_depends_on_what_the_reader_cannot_know(name: str, seed: int) -> None:
    rng = Random(seed)
    table = started(name, rng)
    tried: list[Any] = []
    while table.status is Status.PLAYING:
        for reader in readers(table):
            other = redealt(table, reader, rng)
            for since in (None, table.version - 1):
                assert told(other, reader, since) == told(table, reader, since)
            if reader is not None:
                for action in tried[-6:]:
                    assert refused(other, reader, action) == refused(table, reader, action)
        play_any(table, rng)
        tried.append(table.match.log[-1].action)
    assert table.scores()


@every_game
@settings(max_examples=repetitions(50, 2))
@given(seed=st.integers(0, 2**32 - 1))
def test_what_happens_is_told_alike_to_whoever_cannot_tell_it_apart(name: str, seed: int) -> None:
    """Somebody plays at the table and, with the unknown dealt again, something else perhaps: a reader whose view is the
    same afterwards has been told the same bytes."""
    rng = Random(seed)
    table = started(name, rng)
    alike = 0
    while table.status is Status.PLAYING:
        seat = rng.choice(table.awaited)
        prompt = table.prompts[seat] or 0
        ahead = table.copy()
        ahead.apply_draft(
            commands.play(ahead, seat, prompt, table.game.random_action(ahead.match.state, seat, rng), NOW)
        )
        for reader in readers(table):
            other = redealt(table, reader, rng)
            same = ahead.match.log[len(table.match.log)].action
            action = same if reader == seat else table.game.random_action(other.match.state, seat, rng)
            other.apply_draft(commands.play(other, seat, prompt, action, NOW))
            if other.match.view(reader) == ahead.match.view(reader):
                alike += 1
                assert told(other, reader, table.version) == told(ahead, reader, table.version)
        table = ahead
    assert alike


def last_to_choose(name: str, rng: Random) -> Match:
    """A match in its middle, where only the choice of seat 0 is awaited: whoever chooses at once with it has chosen."""
    entries = 20
    while True:
        match = Match(tablee.game(name), rng)
        while not match.over and (len(match.log) < entries or match.actors() != (Seat(0),)):
            seat = match.actors()[-1]
            match.play(seat, match.game.random_action(match.state, seat, rng))
        if not match.over:
            return match
        entries = min(entries, len(match.log) // 2)  # the middle of a short game comes sooner


@pytest.mark.anyio
@every_game
async def test_no_byte_of_a_hint_depends_on_what_the_seat_cannot_know(
    opened: Opening, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A chef who thinks as long and draws alike says the same at tables that differ in what the seat cannot know."""

    async def advise(_: Worker, game: Any, view: Any, level: str) -> Judgement:
        return worker.advise(game, view, level, 5)

    monkeypatch.setattr(Worker, "advise", advise)
    adviser = replace(BOTS[HINT_LEVEL], budget=Budget(iterations=3))
    monkeypatch.setattr(worker, "BOTS", {**BOTS, HINT_LEVEL: adviser})
    house, rng = await opened(), Random(9)
    anne = await house.guest("Anne")
    different = 0
    for _ in range(3):
        match = last_to_choose(name, rng)
        record = (await anne.post("/api/records", match.record()))["id"]
        here = {"step": len(match.log), "seat": 0, "bots": "random"}
        table = (await anne.post(f"/api/records/{record}/from-here", here))["id"]
        live = await house.house.live(table)
        hints = set()
        for other in (live.table, *(redealt(live.table, Seat(0), rng) for _ in range(4))):
            different += other.match.state != match.state
            live.table = other
            hints.add((await anne.http.post(f"/api/tables/{table}/seats/0/hint")).content)
        (hint,) = hints
        assert msgspec.json.decode(hint)["choices"]
    assert bool(different) == manifest(name).hidden
