"""The example game, installed for the programs that the tests start."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.examples.packages import NIM, install, on_path


@pytest.fixture(scope="session")
def nim_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the package is installed."""
    folder = tmp_path_factory.mktemp("installed")
    install(NIM, folder)
    return folder


@pytest.fixture
def nim(nim_folder: Path) -> Iterator[Path]:
    """The package is installed for whatever the test starts."""
    with on_path(nim_folder):
        yield nim_folder
