"""Engines, migrations and backups of the database."""

import os
import sqlite3
import time
from contextlib import closing, suppress
from functools import cache
from itertools import chain, count
from pathlib import Path
from tempfile import mkstemp
from typing import Any, Final

from alembic import command
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_MILLISECONDS: Final = 3_500
"""How long to wait for another writer of the same SQLite file."""
POLL_MILLISECONDS: Final = 1
"""How often the writer of the log looks whether it is its turn. SQLite itself would look after 1, 2, 5, 10 … 100 ms:
one guest who kept the file busy made everybody's moves wait for a tenth of a second."""
CONNECTION_SETTINGS: Final = {
    "connect_timeout": "3",
    "tcp_user_timeout": "4000",
    "keepalives_idle": "2",
    "keepalives_interval": "1",
    "keepalives_count": "3",
}
"""Of PostgreSQL's client: a server that cannot be reached any more is given up after some seconds, not hours."""
MIGRATIONS: Final = Path(__file__).parent / "migrations"


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None for any other."""
    parsed = make_url(url)
    if not parsed.drivername.startswith("sqlite") or not parsed.database or parsed.database == ":memory:":
        return None
    return Path(parsed.database)


def with_timeouts(url: str) -> URL:
    """The URL with settings for lost connections, where it has none of its own."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "postgresql":
        return parsed
    return parsed.update_query_dict(
        {key: value for key, value in CONNECTION_SETTINGS.items() if key not in parsed.query}
    )


def engine(url: str) -> AsyncEngine:
    """An engine for `sqlite+aiosqlite:///…` or `postgresql+psycopg://…`."""
    # No parameters in error messages: they may contain what people typed.
    made = create_async_engine(with_timeouts(url), pool_pre_ping=not url.startswith("sqlite"), hide_parameters=True)
    if url.startswith("sqlite"):
        event.listen(made.sync_engine, "connect", _prepare_sqlite)
    return made


def writing_engine(url: str) -> Engine:
    """A synchronous engine for the same database, for the thread that writes the log. See `lock_for_writing`."""
    made = create_engine(
        with_timeouts(url.replace("+aiosqlite", "")), pool_pre_ping=not url.startswith("sqlite"), hide_parameters=True
    )
    if url.startswith("sqlite"):
        event.listen(made, "connect", _prepare_sqlite)
    return made


def lock_for_writing(connection: Connection) -> None:
    """Begin a transaction of SQLite as soon as nobody else writes; raises `OperationalError` if that takes too long."""
    raw: Any = connection.connection.driver_connection
    if "polls" not in connection.info:
        raw.execute(f"PRAGMA busy_timeout={POLL_MILLISECONDS}")
        connection.info["polls"] = True
    until = time.monotonic() + BUSY_MILLISECONDS / 1000
    while time.monotonic() < until:
        with suppress(sqlite3.OperationalError):
            raw.execute("BEGIN IMMEDIATE")
            return
    connection.exec_driver_sql("BEGIN IMMEDIATE")


def _migrating_engine(url: str) -> AsyncEngine:
    """An engine on which a migration of SQLite is a single transaction."""
    made = engine(url)
    if url.startswith("sqlite"):
        event.listen(made.sync_engine, "connect", _disable_driver_transactions)
        event.listen(made.sync_engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return made


def _disable_driver_transactions(connection: Any, _record: object) -> None:
    # The driver's own transactions cover changes of rows only, not of tables.
    connection.isolation_level = None
    cursor = connection.cursor()
    # Altering a table drops it and creates it again: rows that refer to it must not be deleted with it.
    cursor.execute("PRAGMA foreign_keys=OFF")
    cursor.close()


def _prepare_sqlite(connection: Any, _record: object) -> None:
    cursor = connection.cursor()
    # FULL: a commit that was acknowledged survives a power cut, not only a crash of the process.
    # secure_delete: deleted data must not stay in free pages of the file.
    settings = ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "secure_delete=ON")
    for pragma in (*settings, f"busy_timeout={BUSY_MILLISECONDS}"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _alembic(connection: Connection) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    return config


@cache
def _head(migrations: Path) -> str | None:
    """The newest version of the schema: to find it, all migrations are read."""
    return ScriptDirectory(str(migrations)).get_current_head()


def is_current(connection: Connection) -> bool:
    """Whether the database has the schema of this version of the house."""
    return MigrationContext.configure(connection).get_current_revision() == _head(MIGRATIONS)


def revision(connection: Connection) -> str | None:
    """The version of the schema that the database has; none if it is empty. Raises `CommandError` if it is newer."""
    found = MigrationContext.configure(connection).get_current_revision()
    if found is not None:
        ScriptDirectory.from_config(_alembic(connection)).get_revision(found)
    return found


async def migrate(database: AsyncEngine, url: str) -> Path | None:
    """Migrate the database if needed. An existing SQLite file is backed up before; returns the backup."""
    async with database.connect() as connection:
        if await connection.run_sync(is_current):
            return None
        is_new = await connection.run_sync(lambda sync: MigrationContext.configure(sync).get_current_revision() is None)
    file = sqlite_file(url)
    backup = None
    if file is not None and not is_new:
        backup = backup_sqlite(file, _unused(file, f"{file.stem}-before-migration-{time.strftime('%Y%m%d-%H%M%S')}"))
    migrating = _migrating_engine(url)
    try:
        async with migrating.begin() as connection:
            if database.dialect.name == "postgresql":
                # Several processes may start at once: one migrates, the others wait and then have nothing to do.
                await connection.exec_driver_sql("SELECT pg_advisory_xact_lock(7461626)")
            await connection.run_sync(lambda sync: command.upgrade(_alembic(sync), "head"))
    finally:
        await migrating.dispose()
    return backup


def _unused(file: Path, name: str) -> Path:
    """A path beside a file that nothing has yet; two starts may fall into one second."""
    names = chain([name], (f"{name}-{number}" for number in count(2)))
    return next(path for path in (file.with_name(f"{one}.sqlite") for one in names) if not path.exists())


def backup_sqlite(file: Path, target: Path) -> Path:
    """A consistent copy of an SQLite database, even while it is in use; only its owner can read the file.

    Nothing that is there already is replaced: raises `FileExistsError`.
    """
    descriptor, part = mkstemp(dir=target.parent, prefix=f"{target.name}-", suffix=".part")
    os.close(descriptor)
    try:
        with closing(sqlite3.connect(file)) as source, closing(sqlite3.connect(part)) as copy:
            source.backup(copy)
        _rename_without_replacing(part, target)
    finally:
        Path(part).unlink(missing_ok=True)
    return target


def _rename_without_replacing(part: str, target: Path) -> None:
    try:
        os.link(part, target)
    except FileExistsError:
        raise
    except OSError:  # a disk without hard links
        target.touch(exist_ok=False)
        os.replace(part, target)
