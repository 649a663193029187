"""What the tests of the house share: databases of both kinds, a house on virtual time, houses as processes."""

import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from argon2 import PasswordHasher
from tests.patience import PATIENCE
from tests.repetitions import repetitions
from tests.server.databases import Databases, PostgresServer, SqliteFiles
from tests.server.guest_client import on_another_device
from tests.server.house_in_process import OpenHouse, generous_settings, open_house, open_two
from tests.server.two_houses import TwoHouses, homes_of
from tests.toys import register_toys

from tablee.server.bots import worker_pool
from tablee.server.house import homes as homes_of_the_house
from tablee.server.http import passphrases
from tablee.server.peers import calls, listener
from tablee.server.store import homes as homes_in_store
from tablee.server.store import log, outages, store

WORKER = os.environ.get("PYTEST_XDIST_WORKER", "alone")


@pytest.fixture(scope="session")
def anyio_backend() -> tuple[str, dict[str, bool]]:
    return "asyncio", {"use_uvloop": True}


@pytest.fixture(scope="session")
def sqlite_files(tmp_path_factory: pytest.TempPathFactory) -> SqliteFiles:
    return SqliteFiles(tmp_path_factory.mktemp("sqlite"))


@pytest.fixture(scope="session")
def postgres() -> Iterator[PostgresServer]:
    """One server for all workers of a run; it ends with the last of them."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid()))
    server = PostgresServer(Path(tempfile.gettempdir()) / f"tablee-postgres-{run}", WORKER)
    yield server
    server.close()


TWO: Final = "postgresql x2"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What is tested of a house holds on either kind of database, and for two processes on one.

    By night all of that, by day one of them: half of the tests on SQLite, half on two processes, by the sum of the
    letters of their names; those on SQLite only that ask the database nothing that others do not (`two_by_night`).
    """
    marks = metafunc.definition.iter_markers("parametrize")
    if "databases" in metafunc.fixturenames and not any("databases" in mark.args[0] for mark in marks):
        is_two = (
            metafunc.definition.get_closest_marker("two_by_night") is None
            and sum(metafunc.function.__name__.encode()) % 2
        )
        kinds = ["sqlite", TWO, "postgresql"] if repetitions(1, by_day=0) else [TWO if is_two else "sqlite"]
        if "house" not in metafunc.fixturenames:
            kinds = ["sqlite", "postgresql"]
        metafunc.parametrize("databases", kinds, indirect=True)


@pytest.fixture
def databases(request: pytest.FixtureRequest) -> Databases:
    """Databases of a kind."""
    found: Databases = request.getfixturevalue("sqlite_files" if request.param == "sqlite" else "postgres")
    return found


@pytest.fixture
async def database(databases: Databases) -> AsyncIterator[str]:
    """The URL of a database, up to date and empty of people."""
    url = await databases.fresh()
    yield url
    databases.done_with(url)


@pytest.fixture
async def house(database: str, tmp_path: Path, request: pytest.FixtureRequest, toys: None) -> AsyncIterator[OpenHouse]:
    """A house on virtual time, with the toy games: one process, or two that guests reach in turn."""
    settings = generous_settings(database, tmp_path)
    is_two = request.node.callspec.params["databases"] == TWO
    async with open_two(settings) if is_two else open_house(settings) as opened:
        yield opened


@pytest.fixture
def quick_passphrases(monkeypatch: pytest.MonkeyPatch) -> None:
    """Passphrases that are hashed in no time."""
    monkeypatch.setattr(passphrases, "_HASHER", PasswordHasher(time_cost=1, memory_cost=8, parallelism=1))


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games in the house."""
    register_toys(monkeypatch)


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine that is busy with tests may take its time: its database is not silent, its bots are not late, and its
    processes are not gone."""
    for module in (log, outages):
        monkeypatch.setattr(module, "SILENT_SECONDS", PATIENCE)
    monkeypatch.setattr(outages, "RETRY_SECONDS", PATIENCE)
    monkeypatch.setattr(store, "PING_SECONDS", PATIENCE)
    monkeypatch.setattr(worker_pool, "_max_seconds", lambda _level: PATIENCE)
    monkeypatch.setattr(worker_pool, "MAX_BOT_SECONDS", PATIENCE)
    monkeypatch.setattr(calls, "CONNECT_SECONDS", PATIENCE)
    for leases in (homes_of_the_house, homes_in_store):
        monkeypatch.setattr(leases, "LEASE_SECONDS", PATIENCE)


@pytest.fixture
def doors() -> dict[str, Any]:
    """Settings by which the processes reach each other."""
    return {}


@pytest.fixture
async def two(
    database: str, tmp_path: Path, doors: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[TwoHouses]:
    """Their leases are renewed only when a test does it."""
    monkeypatch.setattr(homes_of_the_house, "RENEW_SECONDS", 3600.0)
    async with (
        open_house(generous_settings(database, tmp_path / "one", **doors)) as one,
        open_house(generous_settings(database, tmp_path / "two", **doors)) as other,
    ):
        await homes_of(one)._refresh_processes()
        anne = await one.guest("Anne")
        yield TwoHouses(one, other, anne, await on_another_device(anne, other.url, other.stack), database)


@pytest.fixture(params=["the same machine", "another machine", "a wall"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, doors: dict[str, Any]) -> str:
    """How the processes reach each other: by Unix sockets, over the network, or only through the log."""
    if request.param != "the same machine":
        monkeypatch.setattr(listener, "HAS_UNIX_SOCKETS", False)
    if request.param == "another machine":
        doors["internal_address"] = "127.0.0.1"
    return str(request.param)
