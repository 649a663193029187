"""A WebSocket to one table, which reconnects when it breaks and goes on where it stopped."""

import asyncio
from collections.abc import AsyncIterator
from types import TracebackType
from typing import Any, Final, Self
from urllib.parse import quote, urlencode

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI

from tablee.core.texts import Lang
from tablee.remote.errors import RefusedByHouse, Unreachable

PATIENCE: Final = 60.0
"""For how many seconds it tries to reconnect."""
FIRST_PAUSE: Final = 0.05
LONGEST_PAUSE: Final = 5.0
FOR_GOOD: Final = (4400, 4401, 4403, 4404)
"""Close codes after which reconnecting would not help; the last message says why."""


class TableSocket:
    """`async for message in socket` gives the messages of the house, over as many connections as it takes.

    >>> TableSocket("https://house.example/", "abcdefghjk", seat="none").address
    'wss://house.example/api/tables/abcdefghjk/socket?lang=en&seat=none'
    """

    def __init__(
        self,
        url: str,
        table: str,
        *,
        token: str | None = None,
        cookie: str | None = None,
        seat: str | None = None,
        lang: Lang = "en",
        patience: float = PATIENCE,
    ) -> None:
        self._base = url.rstrip("/").replace("http", "ws", 1) + f"/api/tables/{quote(table, safe='')}/socket"
        self._headers = {"Authorization": f"Bearer {token}"} if token else {"Cookie": cookie} if cookie else {}
        self._query = {"lang": lang} | ({} if seat is None else {"seat": seat})
        self._patience = patience
        self._socket: ClientConnection | None = None
        self.version: int | None = None
        """The last version of the table that was received."""
        self.connections = 0
        """How many connections have been opened."""

    @property
    def address(self) -> str:
        since = {} if self.version is None else {"since": str(self.version)}
        return f"{self._base}?{urlencode(self._query | since)}"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.disconnect()

    async def disconnect(self) -> None:
        """Close the connection; a loop over the messages that still runs will reconnect."""
        if self._socket is not None:
            await self._socket.close()

    async def send(self, type: str, **fields: Any) -> bool:  # noqa: A002 - its name in the protocol
        """Send a message; False if there is no connection just now. Sending it again later is harmless."""
        if self._socket is None:
            return False
        try:
            await self._socket.send(msgspec.json.encode({"type": type, **fields}).decode())
        except ConnectionClosed:
            return False
        return True

    async def __aiter__(self) -> AsyncIterator[dict[str, Any]]:
        message: dict[str, Any] = {}
        backoff = _Backoff(self._patience)
        while True:
            self._socket = await self._connect(backoff)
            try:
                async for text in self._socket:
                    message = msgspec.json.decode(text)
                    if message["type"] == "table":
                        self.version = message["version"]
                        backoff.renew()
                    yield message
            except ConnectionClosed:
                pass
            finally:
                closed, self._socket = self._socket, None
                await closed.close()
            if closed.close_code in FOR_GOOD or not await backoff.wait():
                raise RefusedByHouse(closed.close_reason or "", message.get("sentence", ""))

    async def _connect(self, backoff: "_Backoff") -> ClientConnection:
        """A new connection; tries again, less and less often, until there is one."""
        while True:
            try:
                socket = await connect(self.address, additional_headers=self._headers, max_size=None)
            except InvalidURI as error:
                raise Unreachable(str(error)) from error
            except (OSError, TimeoutError, InvalidHandshake) as error:
                if isinstance(error, InvalidStatus) and error.response.status_code in (403, 404):
                    raise Unreachable(f"{self._base}: {error}") from error
                if not await backoff.wait():
                    raise Unreachable(f"{self._base}: {error}") from error
            else:
                self.connections += 1
                return socket


class _Backoff:
    """How long, and how often, to try again."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self.renew()

    def renew(self) -> None:
        """It worked: start over with short pauses."""
        self._pause = FIRST_PAUSE
        self._until: float | None = None

    async def wait(self) -> bool:
        """Pause before the next try; False if the time is up."""
        now = asyncio.get_running_loop().time()
        self._until = now + self._seconds if self._until is None else self._until
        if now + self._pause > self._until:
            return False
        await asyncio.sleep(self._pause)
        self._pause = min(2 * self._pause, LONGEST_PAUSE)
        return True
