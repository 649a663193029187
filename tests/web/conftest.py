"""A house with the browser client, and a browser to look at it through."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright
from tests.server.house_process import HouseProcess, house_process
from tests.web.browser import opened
from tests.web.devices import Devices


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = opened(playwright)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_process(tmp_path_factory.mktemp("house")) as house:
        yield house
        assert house.faults == []


@pytest.fixture
def devices(browser: Browser, house: HouseProcess) -> Iterator[Devices]:
    """People with browsers of their own; nothing may go wrong in any of them."""
    with Devices(browser, house.url) as devices:
        yield devices
