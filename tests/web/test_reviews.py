"""A review of each game of the house, read by keyboard alone."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.repetitions import repetitions
from tests.server.house_process import house_process
from tests.web.accessibility import check_page
from tests.web.devices import Devices
from tests.web.matches import finished_match, with_a_turning_point
from tests.web.moves import ASKED, known_games, moves_of, tab_to

GAMES = known_games()[: repetitions(1_000, by_day=1)]


@pytest.fixture(scope="module")
def quick_house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with house_process(tmp_path_factory.mktemp("house"), quick_reviews=True, absence_seconds=0) as house:
        yield house.url
        assert house.faults == []


@pytest.fixture
def devices(browser: Browser, quick_house: str) -> Iterator[Devices]:
    with Devices(browser, quick_house) as devices:
        yield devices


def read_as(page: Page, key: str, reader: str) -> None:
    """Choose another reader: the focus is where they are chosen."""
    page.keyboard.press(key)
    expect(page.locator(".as option:checked")).to_have_text(reader)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_read_by_keyboard_alone(devices: Devices, game: str) -> None:
    ada = devices.open("en", "phone", dark=True)
    table = finished_match(ada, game, dict(moves_of(game).short))
    page = ada.open(f"/t/{table}")
    page.route("**/review?**", with_a_turning_point)
    expect(page.locator("#ending")).to_be_visible()
    tab_to(page, 'a[href^="/review/"]')
    page.keyboard.press("Enter")
    expect(page.locator("[data-review=there]")).to_be_visible()
    point, picture = page.locator("li.panel"), page.get_by_role("img", name="The table before this choice")
    # With her own eyes first: what she chose, what would have been better, and the table as she saw it.
    expect(point).to_contain_text("You chose:")
    expect(point).to_contain_text("Better:")
    expect(picture.locator(".table-area > *")).to_be_visible()
    expect(picture).to_contain_text("You are about to choose.")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert page.evaluate("scrollY") == 0, "a picture that shows the better choice moves the page away from its reader"
    tab_to(page, "figure summary")
    page.keyboard.press("Enter")
    expect(page.locator("figure li").first).to_be_visible()
    # Everything that was chosen and drawn; draws can be left out.
    tab_to(page, "summary:has(h2)")
    page.keyboard.press("Enter")
    check_page(page)
    course = page.locator("details:has(h2) li")
    entries = course.count()
    draws = page.locator("details:has(h2) li.draw").count()
    tab_to(page, "details input")
    page.keyboard.press("Space")
    expect(course).to_have_count(entries - draws)
    # A spectator is not told what would have been better; with everything revealed it is.
    tab_to(page, ".as select")
    read_as(page, "ArrowDown", "A spectator")
    expect(point).not_to_contain_text("Better:")
    expect(picture.locator(".table-area > *")).to_be_visible()
    check_page(page)
    read_as(page, "End", "Everything revealed")
    expect(point).to_contain_text("Ada chose:")
    expect(point).to_contain_text("Better:")
    # As it was before that choice: it is hers again.
    tab_to(page, ".verdict button")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/*")
    page.locator(ASKED).wait_for()
