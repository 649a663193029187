"""Whole matches over real sockets with a house in a process of its own: every byte that goes to anybody is kept, then
looked at with all that the house knew."""

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest
from tests.server.safety.ears import Ear, ear
from tests.server.serving import Served, served

import tablee
from tablee.core.seat import Seat
from tablee.remote import Guest
from tablee.server import telling, wire
from tablee.server.table import Row, Setup, Table

pytestmark = pytest.mark.anyio


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("house")) as found:
        yield found


@dataclass
class Evening:
    """A whole match and what went over the wire."""

    table: str
    setup: Setup
    rows: list[Row]
    heard: dict[str, list[bytes]]
    """By listener: what came over his socket."""
    read: list[bytes] = field(default_factory=list)
    """What came over HTTP, to anybody."""
    secrets: list[str] = field(default_factory=list)
    """What nobody may be told while the match is played."""


async def spend_an_evening(house: Served, name: str, rng: Random, stack: AsyncExitStack) -> Evening:
    """A match of two guests, a program and bots, with a guest and a stranger who watch."""
    game = tablee.game(name)
    ada, bo, cleo = people = [stack.enter_context(Guest(house.url, name)) for name in ("Ada", "Bo", "Cleo")]
    stranger = stack.enter_context(Guest(house.url))
    told = ada.put_up(name, open=True)
    table = told["id"]
    bo.sit(table, 1)
    token = ada.program(table, 2) if game.players > 2 else ""
    for seat in range(3, game.players):
        ada.ask("POST", f"/api/tables/{table}/seats/{seat}/bot", {"level": "random"})
    ada.start(table)
    cookies = {guest: {"Cookie": f"tablee_guest={guest.secret}"} for guest in people}

    async def listen(headers: dict[str, str], **query: str) -> Ear:
        return await stack.enter_async_context(ear(house.url, table, game, Random(rng.random()), headers, **query))

    ears = {
        "ada": await listen(cookies[ada]),
        "bo": await listen(cookies[bo]),
        "cleo watches": await listen(cookies[cleo]),
        "ada watches": await listen(cookies[ada], seat="none"),
        "a stranger": await listen({}),
    }
    if token:
        ears["a program"] = await listen({"Authorization": f"Bearer {token}"})
    playing = asyncio.gather(*(one.until_the_end() for one in ears.values()))
    read = []
    while not playing.done():
        for guest in (ada, cleo, stranger):
            for path in (f"/api/tables/{table}", "/api/tables", "/api/my/tables", "/api/me", "/metrics"):
                response = await asyncio.to_thread(guest._http.get, path)
                read.append(response.content + repr(response.headers.multi_items()).encode())
    await playing
    secret = house.column("SELECT secret FROM tables WHERE id = ?", table)[0]
    keys = [guest.secret or "" for guest in people] + [token] * bool(token)
    return Evening(
        table,
        Setup(table, game, bytes.fromhex(secret), is_open=True, created_at=told["created_at"]),
        [Row(number, kind, msgspec.json.decode(data), at) for number, kind, data, at in house.rows(table)],
        {who: one.heard for who, one in ears.items()},
        read,
        [
            secret,
            *keys,
            *(sha256(key.encode()).hexdigest() for key in keys),
            *house.column("SELECT id FROM guests"),
            *house.column("SELECT secret_hash FROM devices"),
            (house.folder / "admin-token").read_text(encoding="ascii"),
        ],
    )


def versions(evening: Evening) -> list[Table]:
    """The table after each row of its log."""
    table = Table(evening.setup)
    found = [table.twin()]
    for row in evening.rows:
        table.absorb(row)
        found.append(table.twin())
    return found


def said_again(table: Table, message: dict[str, Any]) -> bytes:
    """The message that a reader who heard this one would be sent about a table."""
    around = msgspec.convert(message.get("around"), wire.Around | None)
    return telling.told(table, message.get("seat"), message.get("since"), around, message["now"])


@pytest.mark.parametrize("name", list(tablee.GAMES))
async def test_whole_matches_tell_no_secrets(house: Served, name: str) -> None:
    rng = Random(4)
    async with AsyncExitStack() as stack:
        evening = await spend_an_evening(house, name, rng, stack)
    game, tables = evening.setup.game, versions(evening)
    assert len(tables) > 10

    for secret in evening.secrets:
        assert len(secret) > 15
        for who, heard in evening.heard.items():
            assert not any(secret.encode() in message for message in heard), who
        assert not any(secret.encode() in answer for answer in evening.read)

    told: set[tuple[str, int]] = set()
    for who, heard in evening.heard.items():
        seats: set[Seat | None] = set()
        for raw in heard:
            message = msgspec.json.decode(raw)
            if message["type"] != "table":
                assert message["type"] in ("done", "presence")
                continue
            seat = message.get("seat")
            seats.add(seat)
            told.add((who, message["version"]))
            table = tables[message["version"]]
            assert raw == said_again(table, message)
            if game.actors(table.state):
                other = table.twin()
                other.state = game.determinize(game.view(table.state, seat), rng)
                assert raw == said_again(other, message)
        assert len(seats) == 1
        assert (seats == {None}) == (who in ("cleo watches", "ada watches", "a stranger"))
    assert len(told) > len(evening.heard) * 5
