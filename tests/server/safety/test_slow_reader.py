"""Somebody who does not read what he is sent: he is let go, nobody else notices, and he can come back."""

import asyncio
import contextlib
import json
import socket
import sys

import pytest
from tests.patience import PATIENCE, SOCKET
from tests.server.safety.conftest import Opening
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from tablee.server import run
from tablee.server.settings import Settings
from tablee.server.socket.connection import MAX_UNSENT_BYTES, Connection
from tablee.server.socket.websocket import FrameSocket

pytestmark = pytest.mark.anyio


async def test_a_slow_reader_is_let_go_and_can_come_back(opened: Opening) -> None:
    house = await opened()
    ada, bo = await house.guest("Ada"), await house.guest("Bo")
    table = await ada.create_table(options={"players": 2})
    await bo.sit(table)
    await ada.start(table)
    async with ada.at(table) as place:
        for number in range(100):
            await place.ask("say", text=f"{number} " + "味" * 490)

        port = int(house.url.rsplit(":", 1)[1])
        narrow = socket.socket()
        narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        narrow.connect(("127.0.0.1", port))
        narrow.setblocking(False)
        address = house.url.replace("http", "ws") + f"/api/tables/{table}/socket"
        cookie = {"Cookie": "; ".join(f"{name}={value}" for name, value in bo.http.cookies.items())}
        async with connect(
            address, sock=narrow, max_queue=1, compression=None, additional_headers=cookie, **SOCKET
        ) as slow:
            await place.until(lambda there: there.told[-1] == {"type": "presence", "present": [True, True]})
            gone = house.house.metrics.dropped._value
            async with asyncio.timeout(PATIENCE):
                while not gone.get():
                    await slow.send(json.dumps({"type": "look", "seat": None}))
                    await asyncio.sleep(0)
                while house.house.metrics.sockets._value.get() != 1:
                    await asyncio.sleep(0)
            assert len((await house.house.live(table)).readers) == 1
            only_ada = [seat == place.seat for seat in range(2)]
            await place.until(lambda there: there.told[-1] == {"type": "presence", "present": only_ada})

            assert (await place.play_on())["type"] == "done"

            heard = 0
            async with asyncio.timeout(PATIENCE):
                with contextlib.suppress(ConnectionClosed):
                    async for text in slow:
                        heard = json.loads(text).get("version", heard)
            assert slow.close_code == 1013

        async with connect(f"{address}?since={heard}", max_size=None, **SOCKET) as back:
            message = json.loads(await back.recv())
            assert message["since"] == heard
            assert message["version"] == place.version
            assert len(message["events"]) == 1


async def test_whoever_is_let_go_while_he_asks_nothing_is_not_there_any_more(
    opened: Opening, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = await opened()
    ada, bo = await house.guest("Ada"), await house.guest("Bo")
    table = await ada.create_table("toy_nim")
    await bo.sit(table)
    async with bo.at(table) as his, ada.at(table) as hers:
        with monkeypatch.context() as narrow:
            narrow.setattr(
                FrameSocket, "unsent_bytes", property(lambda socket: MAX_UNSENT_BYTES + 1 if socket.is_his else 0)
            )
            narrow.setattr(FrameSocket, "is_his", False, raising=False)
            for reader in (await house.house.live(table)).readers:
                if isinstance(reader, Connection) and reader.own_seats() == (1,):
                    narrow.setattr(reader._out, "is_his", True, raising=False)
            await hers.ask("say", text="Is Bo still there?")
            await hers.until(lambda place: {"type": "presence", "present": [True, False]} in place.told)
            await his.until(lambda place: place.closed == 1013)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux can do this")
def test_a_client_that_never_answers_is_cut_off_by_the_system() -> None:
    settings, listening = run.listen(Settings(port=0))
    with listening, socket.create_connection(("127.0.0.1", settings.port)):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == run.TCP_TIMEOUT_MILLISECONDS
