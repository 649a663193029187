"""What the tests of safety share."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from tests.server.databases import SqliteFiles
from tests.server.house_in_process import OpenHouse, generous_settings, open_house

Opening = Callable[..., Awaitable[OpenHouse]]


@pytest.fixture
async def opened(sqlite_files: SqliteFiles, tmp_path: Path) -> AsyncIterator[Opening]:
    """Opens a house on virtual time, with settings of one's own."""
    async with AsyncExitStack() as stack:

        async def opening(**settings: Any) -> OpenHouse:
            url = await sqlite_files.fresh()
            return await stack.enter_async_context(open_house(generous_settings(url, tmp_path, **settings)))

        yield opening
