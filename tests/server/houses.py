"""Houses for the tests: one in this process on virtual time, others as processes of their own."""

import asyncio
import socket
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from tests.server.people import PATIENCE, Person, person
from tests.server.virtual_time import VirtualTimer

from tablee.server.app import create_app
from tablee.server.botroom import BotRoom
from tablee.server.house import House
from tablee.server.house_socket import HouseSocket
from tablee.server.settings import Settings
from tablee.server.table import Table

on_sqlite = pytest.mark.parametrize("databases", ["sqlite"], indirect=True)
"""For tests to which the kind of database does not matter."""
on_postgresql = pytest.mark.parametrize("databases", ["postgresql"], indirect=True)
"""For tests of several processes on one database."""


def unhurried(database: str, data_dir: Path, **settings: Any) -> Settings:
    """Settings without budgets that a fast test would exceed."""
    generous: dict[str, Any] = {
        "requests_per_second": 1e6,
        "messages_per_second": 1e6,
        "sockets_per_address": 100_000,
        "tables_per_guest": 100_000,
        "bot_workers": 1,
    }
    return Settings(database=database, data_dir=str(data_dir), **generous | settings)


@dataclass
class OpenHouse:
    """A house that people can come to over the network, with its inside in view."""

    url: str
    house: House
    timer: VirtualTimer
    stack: AsyncExitStack
    admin_token: str
    bots: BotRoom
    _seeds: "count[int]" = field(default_factory=lambda: count(1))

    async def person(self, name: str) -> Person:
        """Somebody who comes in and gives a name."""
        return await self.stack.enter_async_context(person(self.url, name, next(self._seeds)))

    async def inside(self, table_id: str) -> Table:
        """The table as the house has it."""
        return (await self.house.live(table_id)).table


@asynccontextmanager
async def open_house(settings: Settings) -> AsyncIterator[OpenHouse]:
    """A house in this process, on virtual time."""
    timer = VirtualTimer()
    app = create_app(settings, timer)
    listening = socket.socket()
    listening.bind(("127.0.0.1", 0))
    server = uvicorn.Server(uvicorn.Config(app, ws=HouseSocket, log_config=None, timeout_graceful_shutdown=5))
    serving = asyncio.create_task(server.serve(sockets=[listening]))
    async with asyncio.timeout(PATIENCE):
        while not server.started:
            assert not serving.done()
            await asyncio.sleep(0)
    async with AsyncExitStack() as stack:
        url = f"http://127.0.0.1:{listening.getsockname()[1]}"
        yield OpenHouse(url, app.state.house, timer, stack, app.state.admin_token, app.state.bots)
    server.should_exit = True
    await serving
