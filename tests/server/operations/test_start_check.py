"""A database that a house cannot be opened with: one sentence says why, and nothing is changed."""

import ctypes
import shutil
import sqlite3
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Final

import psycopg
import pytest
from psycopg import sql
from sqlalchemy import make_url
from sqlalchemy.exc import DBAPIError
from tests.server.databases import PostgresServer, SqliteFiles
from tests.server.operations.serve_command import CommandResult, run_command

from tablee.core.texts import LANGS, Lang
from tablee.server.run import sqlite_lock
from tablee.server.settings import Settings
from tablee.server.store import database as databases
from tablee.server.store.start_check import start_refusal

both_languages = pytest.mark.parametrize("lang", LANGS)

SAID: Final = {
    "read_only": ("cannot be written to: it, or its folder, is read-only", "elle-même ou son dossier est en lecture"),
    "damaged": ("is damaged, or is not a database", "est endommagée, ou n’en est pas une"),
    "full": ("the disk is full", "le disque est plein"),
    "locked": ("Another program keeps the database", "Un autre programme garde la base de données"),
    "unreachable": ("cannot be reached or read", "ne répond pas ou ne peut pas être lue"),
    "newer": ("a newer version of Tablée", "version plus récente de Tablée"),
    "open": ("A house is open already with the database", "Une maison est déjà ouverte avec la base"),
    "folder": ("cannot be made or written to", "ne peut pas être créé ou écrit"),
    "token": ("admin-token cannot be read", "admin-token ne peut pas être lu"),
}


def says(ran: CommandResult, what: str, lang: Lang) -> None:
    """Check that a start was refused with one sentence."""
    assert SAID[what][lang == "fr"] in ran.err, ran.err
    assert "Traceback" not in ran.err
    assert ran.status == 2
    assert ran.out == ""


def start(data: Path, lang: Lang = "en", **settings: object) -> CommandResult:
    return run_command("serve", "--data-dir", data, "--port", "0", "--lang", lang, **settings)


@pytest.fixture
async def data(anyio_backend: object, sqlite_files: SqliteFiles, tmp_path: Path) -> Path:
    """A data folder with a database as a first start leaves it."""
    folder = tmp_path / "data"
    folder.mkdir()
    shutil.copy(make_url(await sqlite_files.fresh()).database or "", folder / "tablee.sqlite")
    return folder


@pytest.fixture
async def url(anyio_backend: object, postgres: PostgresServer) -> AsyncIterator[str]:
    """A database of PostgreSQL."""
    url = await postgres.fresh()
    yield url
    postgres.done_with(url)


def noise(file: Path) -> None:
    file.write_bytes(b"not a database " * 1000)


def cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:10_000])


def one_bad_page(file: Path) -> None:
    """The page of a table that nothing at the start reads."""
    with closing(sqlite3.connect(file)) as connection:
        page = connection.execute("SELECT rootpage FROM sqlite_master WHERE name = 'records'").fetchone()[0]
        size = connection.execute("PRAGMA page_size").fetchone()[0]
    content = bytearray(file.read_bytes())
    content[(page - 1) * size : page * size] = b"\xff" * size
    file.write_bytes(content)


@both_languages
@pytest.mark.parametrize("damage", [noise, cut_off, one_bad_page])
def test_a_damaged_file(data: Path, lang: Lang, damage: Callable[[Path], None]) -> None:
    file = data / "tablee.sqlite"
    damage(file)
    before = file.read_bytes()
    says(start(data, lang), "damaged", lang)
    assert file.read_bytes() == before


def test_a_folder_where_the_file_should_be(data: Path) -> None:
    (data / "tablee.sqlite").unlink()
    (data / "tablee.sqlite").mkdir()
    says(start(data), "unreachable", "en")


@contextmanager
def without_privileges() -> Iterator[None]:
    """Take the permissions of files seriously, as for everybody who is not root."""
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    held = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, held) == 0
    fewer = (ctypes.c_uint32 * 6)(*held)
    fewer[0] &= ~0b110  # CAP_DAC_OVERRIDE and CAP_DAC_READ_SEARCH are not in effect
    assert libc.capset(header, fewer) == 0
    try:
        yield
    finally:
        assert libc.capset(header, held) == 0


@both_languages
def test_a_file_that_is_read_only(data: Path, lang: Lang) -> None:
    (data / "tablee.sqlite").chmod(0o444)
    with without_privileges():
        says(start(data, lang), "read_only", lang)
    assert (data / "tablee.sqlite").stat().st_mode & 0o777 == 0o400, "others cannot read it any more"


@pytest.mark.parametrize(("lock", "what"), [(True, "read_only"), (False, "folder")])
def test_a_folder_that_is_read_only(data: Path, lock: bool, what: str) -> None:
    (data / "admin-token").write_text("secret")
    if lock:
        (data / "tablee.sqlite.lock").touch()
    data.chmod(0o500)
    try:
        with without_privileges():
            says(start(data), what, "en")
    finally:
        data.chmod(0o700)


@both_languages
def test_a_token_that_cannot_be_read(data: Path, lang: Lang) -> None:
    (data / "admin-token").write_text("secret")
    (data / "admin-token").chmod(0)
    with without_privileges():
        says(start(data, lang), "token", lang)


def test_the_address_cannot_be_written(data: Path) -> None:
    (data / "address").mkdir()
    says(start(data), "folder", "en")


@both_languages
def test_a_file_that_another_program_has_locked(data: Path, lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(databases, "BUSY_MILLISECONDS", 10)
    with closing(sqlite3.connect(data / "tablee.sqlite", isolation_level=None)) as other:
        other.execute("BEGIN EXCLUSIVE")
        says(start(data, lang), "locked", lang)


@both_languages
def test_a_disk_that_is_full(data: Path, lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    prepare = databases._prepare_sqlite

    def without_room(connection: sqlite3.Connection, record: object) -> None:
        prepare(connection, record)
        connection.execute("CREATE TEMP TABLE taken (x)")
        connection.execute("PRAGMA temp.max_page_count = 1")
        connection.execute(
            "CREATE TEMP TRIGGER full BEFORE UPDATE ON main.alembic_version"
            " BEGIN INSERT INTO taken VALUES (zeroblob(1000000)); END"
        )

    monkeypatch.setattr(databases, "_prepare_sqlite", without_room)
    says(start(data, lang), "full", lang)


@both_languages
def test_a_newer_database_is_not_copied_either(data: Path, lang: Lang) -> None:
    with closing(sqlite3.connect(data / "tablee.sqlite")) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        connection.commit()
    says(start(data, lang), "newer", lang)
    assert not [file.name for file in data.iterdir() if "migration" in file.name]


@both_languages
def test_a_second_house_by_another_path(data: Path, tmp_path: Path, lang: Lang) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "tablee.sqlite").symlink_to(data / "tablee.sqlite")
    with sqlite_lock(Settings(data_dir=str(data))):
        says(start(elsewhere, lang), "open", lang)


@contextmanager
def changed_database(url: str, change: str, back: str) -> Iterator[None]:
    """A database with another setting for a while."""
    name = sql.Identifier(make_url(url).database or "")
    with ExitStack() as stack:
        connection = stack.enter_context(psycopg.connect(url.replace("+psycopg", ""), autocommit=True))
        connection.execute(sql.SQL(change).format(name))
        try:
            yield
        finally:
            connection.execute("SET default_transaction_read_only = off")
            connection.execute(sql.SQL(back).format(name))


@both_languages
def test_postgresql_that_is_read_only(url: str, tmp_path: Path, lang: Lang) -> None:
    setting = "ALTER DATABASE {} SET default_transaction_read_only = "
    with changed_database(url, f"{setting} on", f"{setting} off"):
        says(start(tmp_path / "data", lang, database=url), "read_only", lang)


@both_languages
def test_postgresql_that_is_newer(url: str, tmp_path: Path, lang: Lang) -> None:
    with psycopg.connect(url.replace("+psycopg", ""), autocommit=True) as connection:
        before = connection.execute("SELECT version_num FROM alembic_version").fetchone()
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
        says(start(tmp_path / "data", lang, database=url), "newer", lang)
        connection.execute("UPDATE alembic_version SET version_num = %s", before)


@pytest.mark.parametrize(
    ("cause", "code"),
    [
        (psycopg.errors.DiskFull(), "database_full"),
        (psycopg.errors.DataCorrupted(), "database_damaged"),
        (psycopg.errors.InsufficientPrivilege(), "database_read_only"),
        (psycopg.errors.LockNotAvailable(), "database_locked"),
        (psycopg.OperationalError(), "database_unreachable"),
        (OSError(), "database_unreachable"),
    ],
)
def test_other_words_of_postgresql(cause: Exception, code: str) -> None:
    url = "postgresql+psycopg://anne:hunter2@house.example/tablee"
    refused = start_refusal(DBAPIError("UPDATE", {}, cause), url)
    assert refused.code == code
    assert "hunter2" not in refused.say("en")


@both_languages
def test_a_migration_that_fails_says_why(data: Path, lang: Lang, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object) -> None:
        raise DBAPIError("CREATE TABLE", {}, psycopg.errors.DiskFull())

    monkeypatch.setattr(databases, "migrate", fail)
    says(start(data, lang), "full", lang)
