"""A connection between a house and its database that a test can cut and mend."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy import make_url


class CuttableConnection:
    """Carries bytes from a port of this computer to a PostgreSQL server behind a Unix socket."""

    def __init__(self, url: str) -> None:
        self._target = make_url(url)
        self._open: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None
        self._port = 0
        self._speaks = asyncio.Event()
        self._speaks.set()

    @property
    def url(self) -> str:
        """The database as it is reached over this connection."""
        return f"postgresql://{self._target.username}@127.0.0.1:{self._port}/{self._target.database}"

    async def mend(self) -> None:
        self._server = await asyncio.start_server(self._carry, "127.0.0.1", self._port)
        self._port = self._server.sockets[0].getsockname()[1]

    async def cut(self) -> None:
        assert self._server is not None
        self._server.close()
        for writer in tuple(self._open):
            writer.transport.abort()
        await self._server.wait_closed()

    def silence(self) -> None:
        """Nothing arrives any more at either end, and nobody is told."""
        self._speaks.clear()

    def speak(self) -> None:
        """Everything arrives, also what was held up."""
        self._speaks.set()

    async def _carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(f"{self._target.query['host']}/.s.PGSQL.5432")
        self._open |= {writer, back}
        with contextlib.suppress(OSError):
            await asyncio.gather(self._copy(reader, back), self._copy(there, writer))
        for end in (writer, back):
            self._open.discard(end)
            end.close()

    async def _copy(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65_536):
            await self._speaks.wait()
            writer.write(data)
            await writer.drain()
        writer.close()


@asynccontextmanager
async def cuttable_connection(url: str) -> AsyncIterator[CuttableConnection]:
    connection = CuttableConnection(url)
    await connection.mend()
    try:
        yield connection
    finally:
        connection.speak()
        await connection.cut()
