"""Houses that run inside the process of the tests, on virtual time."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from litestar import Litestar
from litestar.datastructures import State
from litestar.types import ASGIApp
from tests.patience import PATIENCE, until
from tests.server.guest_client import GuestClient, guest_client
from tests.server.virtual_time import SharedVirtualTimer, VirtualTimer

from tablee.server.app import application_without_house, give_house
from tablee.server.bots.worker_pool import WorkerPool
from tablee.server.house.house import House
from tablee.server.house.timer import Timer
from tablee.server.http.http_protocol import HttpProtocol
from tablee.server.ops.maintenance import Maintenance
from tablee.server.peers.limit_news import LimitExchange
from tablee.server.peers.listener import Listener
from tablee.server.settings import Settings
from tablee.server.socket.websocket import FrameSocket
from tablee.server.table.table import Table

on_sqlite = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
"""For tests to which the kind of database does not matter."""
on_postgresql = pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
"""For tests of several processes on one database."""


def generous_settings(database: str, data_dir: Path, **settings: Any) -> Settings:
    """Settings without limits that a fast test would exceed."""
    generous: dict[str, Any] = {
        "requests_per_second": 1e6,
        "messages_per_second": 1e6,
        "share_per_address": 1e6,
        "sockets_per_address": 100_000,
        "sockets_per_guest": 100_000,
        "guests_per_hour": 1e6,
        "tables_per_hour": 1e6,
        "megabytes_per_day": 1e6,
        "tables_per_guest": 100_000,
        "bot_workers": 1,
    }
    return Settings(database=database, data_dir=str(data_dir), **generous | settings)


@dataclass
class OpenHouse:
    """A house that guests reach over the network and whose inside the test can look at."""

    url: str
    house: House
    timer: VirtualTimer
    stack: AsyncExitStack
    admin_token: str
    pool: WorkerPool
    listener: Listener | None = None
    """Where other processes reach it."""
    limit_exchange: LimitExchange | None = None
    """What it tells them about limits."""
    next_door: str | None = None
    """Where another process of the same house is reached, if there is one."""
    neighbour: House | None = None
    """The inside of that other process."""
    _seeds: "count[int]" = field(default_factory=lambda: count(1))

    @property
    def houses(self) -> list[House]:
        """The inside of every process."""
        return [self.house] if self.neighbour is None else [self.house, self.neighbour]

    @property
    def urls(self) -> list[str]:
        """Where each process is reached."""
        return [self.url] if self.next_door is None else [self.url, self.next_door]

    async def guest(self, name: str) -> GuestClient:
        """A new guest with a name."""
        return await self.stack.enter_async_context(guest_client(self.url, name, next(self._seeds), self.next_door))

    async def until_absent(self) -> None:
        """So much time passes that all who are not connected are absent."""
        await self.timer.let_pass(self.house.absences.seconds)

    async def leave_tables(self) -> None:
        """Leave all tables to processes that open later, as if this house were closed."""
        for house in self.houses:
            if house.homes is not None:
                await house.homes.leave()

    async def inside(self, table_id: str) -> Table:
        """The table as the house has it."""
        return (await self.house.live(table_id)).table


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[OpenHouse]:
    """A house in this process, on virtual time."""
    timer = VirtualTimer()
    async with serve_app(settings, timer) as (url, app), AsyncExitStack() as stack:
        await until_awake(app.state.house)
        state = app.state
        peers = state.listener, state.limit_exchange
        yield OpenHouse(url, state.house, timer, stack, state.admin_token, state.pool, *peers)


@asynccontextmanager
async def open_two(settings: Settings) -> AsyncIterator[OpenHouse]:
    """A house of two applications that share a database, a folder and the time; the test looks into the first."""
    async with (
        open_house(settings) as house,
        serve_app(settings, SharedVirtualTimer(house.timer)) as (url, app),
        house.stack,
    ):
        await until_awake(app.state.house)
        yield replace(house, next_door=url, neighbour=app.state.house)


async def until_awake(house: House) -> None:
    """Wait until a house has loaded all tables that were being played when it opened."""
    await until(lambda: house.has_resumed)


class PromptServer(uvicorn.Server):
    """A server that closes at once, where uvicorn's own looks ten times a second whether it should."""

    def __init__(self, app: Litestar) -> None:
        super().__init__(
            uvicorn.Config(app, http=HttpProtocol, ws=FrameSocket, log_config=None, timeout_graceful_shutdown=5)
        )
        self.opened = asyncio.Event()
        self.closing = asyncio.Event()

    async def main_loop(self) -> None:
        self.opened.set()
        await self.on_tick(0)
        await self.closing.wait()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for listening in (*self.servers, *(sockets or ())):
            listening.close()
        for connection in tuple(self.server_state.connections):
            connection.shutdown()
        await until(lambda: not (self.server_state.connections or self.server_state.tasks))
        await self.lifespan.shutdown()


_FREE: list[tuple[Litestar, ASGIApp]] = []
"""Applications whose houses are closed, with what answers before it is given limits. To read the signatures of all that
is answered takes longer than most tests."""


def _application() -> tuple[Litestar, ASGIApp]:
    app = application_without_house()
    return app, app.asgi_handler


@asynccontextmanager
async def serve_app(settings: Settings, timer: Timer) -> AsyncIterator[tuple[str, Litestar]]:
    """An application that listens on a port: its address, and itself."""
    app, answer = _FREE.pop() if _FREE else _application()
    app.state, app.asgi_handler = State(), answer
    give_house(app, settings, timer)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = PromptServer(app)
    running = asyncio.create_task(server.serve(sockets=[listening]))
    opened = asyncio.create_task(server.opened.wait())
    await asyncio.wait((running, opened), timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
    opened.cancel()
    assert server.started
    assert not running.done()
    try:
        yield f"http://127.0.0.1:{listening.getsockname()[1]}", app
    finally:
        # After a failed test, too: with a server still open, the loop would never close.
        server.closing.set()
        await running
    _FREE.append((app, answer))


def maintenance_of(house: House) -> Maintenance:
    """What the house does in quiet moments."""
    return Maintenance(house.clean_up, house.timer.now, lambda: house.is_idle)
