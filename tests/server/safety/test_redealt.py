"""What a reader is told does not depend on what he cannot know: dealt again, every byte stays the same."""

from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.server.repetitions import repetitions

import tablee
from tablee.core.errors import TableeError
from tablee.core.seat import Seat
from tablee.server.socket.connection import refusal
from tablee.server.table import commands, updates
from tablee.server.table.table import Setup, Status, Table

Reader = Seat | None
every_game = pytest.mark.parametrize("name", list(tablee.GAMES))
NOW = 1_000.0


def started(name: str, rng: Random) -> Table:
    """A table at which the match has begun."""
    game = tablee.game(name)
    table = Table(Setup("abcdefghjk", game, rng.randbytes(32), host="guest 0"))
    for seat in game.seats:
        table.adopt(commands.sit(table, seat, f"GuestClient {seat}", NOW, guest=f"guest {seat}"))
    table.adopt(commands.start(table, NOW))
    return table


def redealt(table: Table, reader: Reader, rng: Random) -> Table:
    """The table with all that the reader does not know dealt again."""
    other = table.twin()
    other.match._state = table.game.determinize(table.match.view(reader), rng)
    return other


def told(table: Table, reader: Reader, since: int | None) -> bytes:
    return updates.told(
        table, reader, since, updates.around(table, (), False, (True,) * table.game.players), NOW, words="en"
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
    table.adopt(commands.play(table, seat, table.prompts[seat] or 0, action, NOW))


@every_game
@settings(max_examples=repetitions(50, 2))
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
@settings(max_examples=repetitions(50, 3))
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
        ahead = table.twin()
        ahead.adopt(commands.play(ahead, seat, prompt, table.game.random_action(ahead.match.state, seat, rng), NOW))
        for reader in readers(table):
            other = redealt(table, reader, rng)
            same = ahead.match.log[len(table.match.log)].action
            action = same if reader == seat else table.game.random_action(other.match.state, seat, rng)
            other.adopt(commands.play(other, seat, prompt, action, NOW))
            if other.match.view(reader) == ahead.match.view(reader):
                alike += 1
                assert told(other, reader, table.version) == told(ahead, reader, table.version)
        table = ahead
    assert alike
