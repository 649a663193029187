"""While the database is gone people are told so, and go on as soon as it is back."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from sqlalchemy import text
from tests.server.houses import OpenHouse, on_sqlite
from websockets.asyncio.client import connect

pytestmark = pytest.mark.anyio


@asynccontextmanager
async def without(house: OpenHouse, table: str) -> AsyncIterator[None]:
    """A part of the database cannot be had for a while."""
    for old, new in ((table, "elsewhere"), ("elsewhere", table)):
        async with house.house.store._engine.begin() as connection:
            await connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))
        if old == table:
            yield


async def test_a_socket_outlives_what_the_database_cannot_answer(house: OpenHouse) -> None:
    anne = await house.person("Anne")
    table = await anne.put_up("rathot", seats=2)
    async with anne.at(table) as hers:
        async with without(house, "guests"):
            answer = await hers.ask("say", text="Is anybody there?")
        assert answer["type"] == "refused"
        # One database says that it cannot be asked, the other that it was asked for what there is not.
        assert answer["code"] in ("not_saved", "fault")
        assert answer["sentence"]
        assert (await hers.ask("say", text="I am back"))["type"] == "done"
        await hers.until(lambda place: [line["text"] for line in place.chat] == ["I am back"])


@on_sqlite
async def test_whoever_comes_while_the_database_is_gone_is_told_to_come_again(house: OpenHouse) -> None:
    anne = await house.person("Anne")
    table = await anne.put_up("rathot", seats=2)
    url = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?lang=fr"
    cookies = {"Cookie": "; ".join(f"{name}={value}" for name, value in anne.http.cookies.items())}
    async with without(house, "devices"), connect(url, additional_headers=cookies, proxy=None) as socket:
        told = json.loads(await socket.recv())
        assert (told["code"], told["sentence"]) == ("not_ready", "La maison n’est pas encore prête.")
        await socket.wait_closed()
    assert socket.close_code == 4503
