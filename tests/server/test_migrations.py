"""The database comes up to date by itself, and what was there is copied first."""

import asyncio
import shutil
import signal
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text
from tests.patience import PATIENCE
from tests.server.databases import Databases, SqliteFiles
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house

from tablee.server.store import database as databases_of_the_house
from tablee.server.store import schema
from tablee.server.table.rows import Row

pytestmark = pytest.mark.anyio
migrate, open_engine = databases_of_the_house.migrate, databases_of_the_house.engine


def head() -> str | None:
    return ScriptDirectory(str(Path(databases_of_the_house.__file__).parent / "migrations")).get_current_head()


def revision(connection: Connection) -> str | None:
    return MigrationContext.configure(connection).get_current_revision()


async def test_an_empty_database_comes_up_to_date(databases: Databases) -> None:
    url = await databases.empty()
    engine = open_engine(url)
    assert await migrate(engine, url) is None
    async with engine.connect() as connection:
        assert await connection.run_sync(revision) == head()
        tables = await connection.run_sync(lambda sync: set(inspect(sync).get_table_names()))
    assert tables == {*schema.metadata.tables, "alembic_version"}
    assert await migrate(engine, url) is None
    await engine.dispose()


async def test_the_migrations_make_the_tables_the_house_expects(database: str) -> None:
    engine = open_engine(database)
    async with engine.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(
                MigrationContext.configure(sync, opts={"compare_type": True}), schema.metadata
            )
        )
    await engine.dispose()
    assert not differences


async def test_several_processes_may_start_at_once(databases: Databases) -> None:
    url = await databases.empty()
    engines = [open_engine(url) for _ in range(4 if url.startswith("postgresql") else 1)]
    await asyncio.gather(*(migrate(engine, url) for engine in engines))
    async with engines[0].connect() as connection:
        assert await connection.run_sync(revision) == head()
    for engine in engines:
        await engine.dispose()


async def test_a_file_that_has_to_change_is_copied_first(sqlite_files: SqliteFiles) -> None:
    url = await sqlite_files.fresh()
    file = databases_of_the_house.sqlite_file(url)
    assert file is not None
    with closing(sqlite3.connect(file)) as connection:
        connection.execute("INSERT INTO guests VALUES ('g', 'Anne', 1.0)")
        connection.execute("UPDATE alembic_version SET version_num = '0000'")  # as another version might leave it
        connection.commit()
    engine = open_engine(url)
    with pytest.raises(Exception, match="0000"):  # no such version: but the copy was made before it was tried
        await migrate(engine, url)
    await engine.dispose()
    (copy,) = file.parent.glob(f"{file.stem}-before-migration-*.sqlite")
    with closing(sqlite3.connect(copy)) as connection:
        assert connection.execute("SELECT name FROM guests").fetchall() == [("Anne",)]


async def test_what_an_earlier_version_left_is_still_there(databases: Databases) -> None:
    url = await databases.empty()
    engine = open_engine(url)
    async with engine.begin() as connection:
        await connection.run_sync(lambda sync: command.upgrade(databases_of_the_house._alembic(sync), "0001"))
        await connection.execute(text("INSERT INTO guests VALUES ('g', 'Anne', 1.0)"))
    copy = await migrate(engine, url)
    assert (copy is not None) == url.startswith("sqlite")
    async with engine.connect() as connection:
        assert await connection.run_sync(revision) == head()
        assert (await connection.execute(text("SELECT name FROM guests"))).scalars().all() == ["Anne"]
    async with engine.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(databases_of_the_house._alembic(sync), "base"))
        left = await connection.run_sync(lambda sync: inspect(sync).get_table_names())
    assert left == ["alembic_version"]
    await engine.dispose()


BROKEN_OFF = {
    "an error": "raise RuntimeError",
    "killed": "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
}
NEXT_VERSION = """
import sqlalchemy as sa
from alembic import op

revision, down_revision = "next", "{head}"


def upgrade():
    op.create_table("tables_more", sa.Column("id", sa.String(16), primary_key=True))
    with op.batch_alter_table("tables", recreate="always") as batch:
        batch.add_column(sa.Column("more", sa.Integer()))
    {then}
"""
MIGRATE = """
import asyncio, sys
from pathlib import Path
from tablee.server.store import database
database.MIGRATIONS = Path(sys.argv[1])
asyncio.run(database.migrate(database.engine(sys.argv[2]), sys.argv[2]))
"""


def next_version(folder: Path, then: str) -> Path:
    """The migrations, and one more that changes tables and then does something else."""
    migrations = databases_of_the_house.MIGRATIONS
    shutil.copytree(migrations, folder, ignore=shutil.ignore_patterns("__pycache__"))
    (folder / "versions" / "next.py").write_text(NEXT_VERSION.format(head=head(), then=then))
    return folder


def as_it_is(url: str) -> list[str]:
    """All that an SQLite file has: its tables, its version, its rows."""
    file = databases_of_the_house.sqlite_file(url)
    assert file is not None
    with closing(sqlite3.connect(file)) as connection:
        return list(connection.iterdump())


async def house_with_a_match(sqlite_files: SqliteFiles, folder: Path) -> tuple[str, str, list[Row]]:
    """The database of a house that was closed while a match was played: its URL, and the table with its log."""
    url = await sqlite_files.fresh()
    async with open_house(generous_settings(url, folder)) as house:
        anne = await house.guest("Anne")
        table = await anne.create_table("toy_nim", seats=2)
        await anne.start(table)
        return url, table, await house.house.store.tables.rows(table)


@pytest.mark.parametrize("how", BROKEN_OFF)
async def test_a_migration_that_is_broken_off_leaves_everything_as_it_was(
    how: str, sqlite_files: SqliteFiles, tmp_path: Path
) -> None:
    url, table, _ = await house_with_a_match(sqlite_files, tmp_path)
    before = as_it_is(url)
    folder = next_version(tmp_path / "migrations", BROKEN_OFF[how])
    ended = subprocess.run(
        [sys.executable, "-c", MIGRATE, folder, url], capture_output=True, timeout=PATIENCE, check=False
    )
    assert ended.returncode == (-signal.SIGKILL if how == "killed" else 1)
    assert as_it_is(url) == before
    async with open_house(generous_settings(url, tmp_path)) as house:
        stranger = await house.guest("")
        assert (await stranger.table(table))["status"] == "playing"


async def test_a_table_made_anew_by_a_migration_keeps_all_that_belongs_to_it(
    sqlite_files: SqliteFiles, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url, table, rows = await house_with_a_match(sqlite_files, tmp_path)
    monkeypatch.setattr(databases_of_the_house, "MIGRATIONS", next_version(tmp_path / "migrations", "pass"))
    async with open_house(generous_settings(url, tmp_path)) as house:
        assert await house.house.store.tables.rows(table) == rows


@on_sqlite
async def test_a_copy_is_whole_although_the_file_is_written_to(house: OpenHouse, database: str, tmp_path: Path) -> None:
    file = databases_of_the_house.sqlite_file(database)
    assert file is not None
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 3}, seats=2)
    await anne.start(table)
    async with anne.at_all(table) as places:
        playing = asyncio.gather(*(place.play_out() for place in places))
        await places[0].until_version(6)
        copies = [
            await asyncio.to_thread(databases_of_the_house.backup_sqlite, file, tmp_path / f"{number}.sqlite")
            for number in range(5)
        ]
        await playing
    for copy in copies:
        with closing(sqlite3.connect(copy)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        async with open_house(generous_settings(f"sqlite+aiosqlite:///{copy}", tmp_path / "other")) as other:
            stranger = await other.guest("")
            assert (await stranger.table(table))["status"] in ("playing", "over")


async def test_a_commit_survives_a_power_cut(sqlite_files: SqliteFiles) -> None:
    """As far as SQLite can promise it: every commit is written through to the disk."""
    engine = open_engine(await sqlite_files.fresh())
    async with engine.connect() as connection:
        assert (await connection.execute(text("PRAGMA synchronous"))).scalar_one() == 2
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        assert (await connection.execute(text("PRAGMA foreign_keys"))).scalar_one() == 1
    await engine.dispose()
