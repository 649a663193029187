"""A house with the browser client, and a browser to look at it through."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright
from tests.patience import PATIENCE_MS
from tests.server.house_process import HouseProcess, house_process
from tests.web.browser import NONE, found, is_required, opened
from tests.web.devices import Devices

expect.set_options(timeout=PATIENCE_MS)
collect_ignore = ["packages"]
"""They are not of this package: a house finds them as it finds others that are installed."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    path = found()
    if path is None:
        (pytest.fail if is_required() else pytest.skip)(NONE)
    with sync_playwright() as playwright:
        browser = opened(playwright.chromium, path)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_process(tmp_path_factory.mktemp("house"), absence_seconds=0) as house:
        yield house
        assert house.faults == []


@pytest.fixture(scope="session")
def toy_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house with games that are over soon."""
    with house_process(tmp_path_factory.mktemp("toy_house"), toys=True) as house:
        yield house
        assert house.faults == []


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    """A house for the tests of one file: the names of members are taken for all."""
    with house_process(tmp_path_factory.mktemp("club"), toys=True) as house:
        yield house
        assert house.faults == []


@pytest.fixture
def club_devices(browser: Browser, toy_house: HouseProcess) -> Iterator[Devices]:
    """People who play such games."""
    with Devices(browser, toy_house.url) as devices:
        yield devices


@pytest.fixture
def devices(browser: Browser, house: HouseProcess) -> Iterator[Devices]:
    """People with browsers of their own; nothing may go wrong in any of them."""
    with Devices(browser, house.url) as devices:
        yield devices
