"""A whole match over real sockets, with all the traffic recorded."""

import asyncio
from base64 import b64encode, urlsafe_b64encode
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from hashlib import sha256
from random import Random
from typing import Any

import msgspec
from tests.server.house_process import HouseProcess
from tests.server.safety.recording_client import RecordingClient, recording_client

import tablee
from tablee.core.game import Game
from tablee.remote import HouseClient
from tablee.server.table.clocks import TimeLimits
from tablee.server.table.rows import Row
from tablee.server.table.setup import Setup
from tablee.server.table.table import Table

TIME_LIMITS = {"seconds": 3600.0, "reserve": 60.0}


@dataclass
class RecordedTraffic:
    """A match and its traffic."""

    table: str
    setup: Setup
    rows: list[Row]
    heard: dict[str, list[bytes]]
    """By client: what came over its socket."""
    read: list[bytes] = field(default_factory=list)
    """What came over HTTP, to anybody."""
    secrets: list[str] = field(default_factory=list)
    """What nobody may be told while the match is played."""

    @classmethod
    def of(
        cls, house: HouseProcess, told: dict[str, Any], game: Game[Any, Any, Any], heard: dict[str, list[bytes]]
    ) -> "RecordedTraffic":
        """What the house keeps of a table."""
        table = told["id"]
        secret = bytes.fromhex(house.column("SELECT secret FROM tables WHERE id = ?", table)[0])
        limits = msgspec.convert(told["time_limits"], TimeLimits)
        rows = [Row(number, kind, msgspec.json.decode(data), at) for number, kind, data, at in house.rows(table)]
        setup = Setup(table, game, secret, is_open=told["open"], time_limits=limits, created_at=told["created_at"])
        return cls(table, setup, rows, heard)


def secrets_of(house: HouseProcess, secret: str, keys: list[str]) -> list[str]:
    """What a match was drawn from, people's keys, and what the house knows them by."""
    seed = bytes.fromhex(secret)
    return [
        secret,
        secret.upper(),
        b64encode(seed).decode(),
        urlsafe_b64encode(seed).decode(),
        *keys,
        *(sha256(key.encode()).hexdigest() for key in keys),
        *house.column("SELECT id FROM guests"),
        *house.column("SELECT secret_hash FROM devices"),
        (house.folder / "admin-token").read_text(encoding="ascii"),
    ]


async def record_match_traffic(house: HouseProcess, name: str, rng: Random, stack: AsyncExitStack) -> RecordedTraffic:
    """A match of two guests, a program and bots, with a guest and a stranger who watch; some want it in words."""
    game = tablee.game(name)
    ada, bo, cleo = people = [stack.enter_context(HouseClient(house.url, name)) for name in ("Ada", "Bo", "Cleo")]
    stranger = stack.enter_context(HouseClient(house.url))
    told = ada.create_table(name, open=True, time_limits=TIME_LIMITS)
    table = told["id"]
    bo.sit(table, 1)
    token = ada.program(table, 2) if game.players > 2 else ""
    for seat in range(3, game.players):
        ada.ask("POST", f"/api/tables/{table}/seats/{seat}/bot", {"level": "random"})
    ada.start(table)
    cookies = {guest: {"Cookie": f"tablee_guest={guest.secret}"} for guest in people}

    async def listen(headers: dict[str, str], **query: str) -> RecordingClient:
        return await stack.enter_async_context(
            recording_client(house.url, table, game, Random(rng.random()), headers, **query)
        )

    clients = {
        "ada": await listen(cookies[ada]),
        "bo": await listen(cookies[bo], words="fr"),
        "cleo watches": await listen(cookies[cleo], words="en"),
        "ada watches": await listen(cookies[ada], seat="none"),
        "a stranger": await listen({}),
    }
    if token:
        clients["a program"] = await listen({"Authorization": f"Bearer {token}"}, words="en")
    playing = asyncio.gather(*(one.until_the_end(chats=who in ("ada", "cleo watches")) for who, one in clients.items()))
    read = []
    while not playing.done():
        for guest in (ada, cleo, stranger):
            for path in (f"/api/tables/{table}", "/api/tables", "/api/my/tables", "/api/me", "/metrics"):
                response = await asyncio.to_thread(guest._http.get, path)
                read.append(response.content + repr(response.headers.multi_items()).encode())
    await playing
    traffic = RecordedTraffic.of(house, told, game, {who: one.heard for who, one in clients.items()})
    keys = [guest.secret or "" for guest in people] + [token] * bool(token)
    traffic.read, traffic.secrets = read, secrets_of(house, traffic.setup.secret.hex(), keys)
    return traffic


def table_versions(traffic: RecordedTraffic) -> list[Table]:
    """The table after each row of its log."""
    table = Table(traffic.setup)
    found = [table.copy()]
    for row in traffic.rows:
        table.apply_row(row)
        found.append(table.copy())
    return found
