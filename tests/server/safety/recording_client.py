"""A client at a table that records every byte it receives, and plays when it is asked to."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

import msgspec
from tests.patience import PATIENCE, SOCKET
from websockets.asyncio.client import ClientConnection, connect

from tablee.core.game import Game


class RecordingClient:
    """A socket at a table."""

    def __init__(self, socket: ClientConnection, game: Game[Any, Any, Any], rng: Random) -> None:
        self.heard: list[bytes] = []
        """All messages, byte for byte."""
        self._socket = socket
        self._game = game
        self._rng = rng
        self._answered: int | None = None

    async def until_the_end(self, chats: bool = False) -> None:
        """Listen, and play what is asked, until the match is over."""
        if chats:
            await self._socket.send('{"type":"say","text":"Bon appétit !"}')
        await self.play(None)

    async def play(self, times: int | None) -> None:
        """Listen, and play what is asked so many times (None: always); returns when asked once more or at the end."""
        async with asyncio.timeout(4 * PATIENCE):
            while True:
                raw = await self._socket.recv(decode=False)
                self.heard.append(raw)
                message = msgspec.json.decode(raw)
                if message.get("status") == "over":
                    return
                if (prompt := message.get("prompt")) and prompt["id"] != self._answered:
                    if not prompt["replace"]:
                        if times == 0:
                            return
                        times = None if times is None else times - 1
                        await self._play(prompt, message["view"])
                    self._answered = prompt["id"]

    async def _play(self, prompt: dict[str, Any], view: dict[str, Any]) -> None:
        possible = self._game.determinize(self._game.view_from(view), self._rng)
        action = self._game.plain(self._game.random_action(possible, prompt["seat"], self._rng))
        play = {"type": "play", "seat": prompt["seat"], "prompt": prompt["id"], "action": action}
        await self._socket.send(msgspec.json.encode(play).decode())


@asynccontextmanager
async def recording_client(
    url: str, table: str, game: Game[Any, Any, Any], rng: Random, headers: dict[str, str], **query: str
) -> AsyncIterator[RecordingClient]:
    address = f"{url.replace('http', 'ws', 1)}/api/tables/{table}/socket?{urlencode(query)}"
    async with connect(address, additional_headers=headers, **SOCKET, max_size=None) as socket:
        yield RecordingClient(socket, game, rng)
