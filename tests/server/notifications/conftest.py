"""A house with a mail server and a push service of its own."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from tests.server.house_in_process import OpenHouse, generous_settings, open_house
from tests.server.notifications.notified_house import Receivers
from tests.server.receivers import (
    push_service,
    smtp_server,
)


@pytest.fixture
async def receivers(database: str, tmp_path: Path) -> AsyncIterator[Receivers]:
    async with push_service() as push, smtp_server() as mail:
        settings = generous_settings(
            database,
            tmp_path,
            smtp=mail.url,
            mail_from="house@example.org",
            push_networks="127.0.0.0/8",
            public_url="https://house.example.org/",
        )
        yield Receivers(push, mail, settings)


@pytest.fixture
async def house(receivers: Receivers) -> AsyncIterator[OpenHouse]:
    """Here a house with receivers."""
    async with open_house(receivers.settings) as opened:
        yield opened
