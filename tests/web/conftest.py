"""A house with the browser client, and a browser to look at it through."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.server.house_process import HouseProcess, house_process
from tests.web.browser import NONE, found, is_required, opened
from tests.web.devices import PATIENCE, Devices

expect.set_options(timeout=PATIENCE)
collect_ignore = ["packages"]
"""They are not of this package: a house finds them as it finds others that are installed."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = found()
    if path is None:
        (pytest.fail if is_required() else pytest.skip)(NONE)
    with sync_playwright() as playwright:
        browser = opened(playwright, path)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_process(tmp_path_factory.mktemp("house"), absence_seconds=0) as house:
        yield house
        assert house.faults == []


@pytest.fixture
def devices(browser: Browser, house: HouseProcess) -> Iterator[Devices]:
    """People with browsers of their own; nothing may go wrong in any of them."""
    with Devices(browser, house.url) as devices:
        yield devices
