"""What the tests of the house share: databases of both kinds, a house on virtual time, houses as processes."""

import os
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Final

import pytest
from tests.server.databases import Databases, PostgresServer, SqliteFiles
from tests.server.house_in_process import OpenHouse, generous_settings, open_house, open_two
from tests.toys import register_toys

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
    """What is tested of a house holds on either kind of database, and for two processes on one."""
    marks = metafunc.definition.iter_markers("parametrize")
    if "databases" in metafunc.fixturenames and not any("databases" in mark.args[0] for mark in marks):
        more = [TWO] if "house" in metafunc.fixturenames else []
        metafunc.parametrize("databases", ["sqlite", "postgresql", *more], indirect=True)


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


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """The toy games in the house."""
    register_toys(monkeypatch)
