"""A Swiss tournament of eight over three rounds, from its announcement to the printed page."""

from collections.abc import Iterator
from contextlib import ExitStack
from random import Random

import httpx
import pytest
from playwright.sync_api import Page, expect
from tests.patience import PATIENCE
from tests.server.house_process import HouseProcess
from tests.web.accessibility import check_page
from tests.web.devices import Devices
from tests.web.test_evening import SHORT, play


@pytest.fixture
def others(toy_house: HouseProcess) -> Iterator[list[httpx.Client]]:
    """Six more who have joined by their phones and are somewhere in the hall."""
    with ExitStack() as stack:
        # There is nothing to verify, and to read the certificates of the world takes long.
        clients = [httpx.Client(base_url=f"{toy_house.url}/api", timeout=PATIENCE, verify=False) for _ in range(6)]  # noqa: S501
        found = [stack.enter_context(client) for client in clients]
        for number, guest in enumerate(found, start=3):
            guest.post("/me", json={"name": f"Player {number}"}).raise_for_status()
        yield found


def announce(page: Page) -> str:
    """Returns the tournament's id."""
    page.get_by_label("Name of the tournament").fill("Spring Cup")
    page.get_by_role("combobox", name="Game").select_option(SHORT)
    for _ in range(3):
        page.get_by_role("button", name="More: Rounds").click()
    page.get_by_role("button", name="Announce").click()
    page.wait_for_url("**/tournament/*")
    return page.url.rpartition("/")[2]


def test_eight_players_three_rounds(club_devices: Devices, others: list[httpx.Client]) -> None:
    organiser, phone = club_devices.open(), club_devices.open("fr", "phone", dark=True)
    page = organiser.open("/evenings")
    cup = announce(page)
    there = phone.open(f"/tournament/{cup}")
    there.get_by_label("Votre nom").fill("Bob")
    there.get_by_role("button", name="S’inscrire").click()
    for guest in others:
        guest.post(f"/tournaments/{cup}/join").raise_for_status()
    expect(page.get_by_text("8 players")).to_be_visible()
    expect(there.get_by_role("row", name="Bob")).to_be_visible()
    check_page(page)
    check_page(there)
    page.get_by_role("button", name="Begin", exact=True).click()
    for number in (1, 2, 3):
        page.wait_for_url("**/t/*")
        there.wait_for_url("**/t/*")
        told = organiser.ask("GET", f"/tournaments/{cup}")
        assert len(told["rounds"]) == number
        seats = [seat for table in told["rounds"][-1]["tables"] for seat in table["seats"]]
        assert sorted(seats) == list(range(1, 9))
        if page.url == there.url:
            play([page, there], Random(number))
        # Those who are not at their tables lose; then they are back.
        organiser.ask("POST", f"/tournaments/{cup}/start")
        for one in (page, there):
            one.locator('[data-state="over"]').wait_for()
        page.get_by_role("link", name="Back to the tournament").click()
        there.get_by_role("link", name="Retour au tournoi").click()
        expect(page.get_by_text("playing", exact=True)).to_have_count(0)
        # Whoever comes back after the next round has begun is shown a link to the table and not sent there.
        expect(there.get_by_role("heading", name="Spring Cup")).to_be_visible()
        if number < 3:
            for guest in others:
                guest.post(f"/tournaments/{cup}/join").raise_for_status()
            page.get_by_role("button", name=f"Begin round {number + 1}").click()
    expect(page.get_by_text("· Over")).to_be_visible()
    told = organiser.ask("GET", f"/tournaments/{cup}")
    met = [table["seats"] for one in told["rounds"] for table in one["tables"]]
    assert len({frozenset(pair) for pair in met}) == 12  # nobody met twice
    best = told["players"][0]["name"]
    expect(page.get_by_text(f"{best} wins.")).to_be_visible()
    check_page(page)
    check_page(there)
    assert best in organiser.context.request.get(f"{organiser.url}/api/tournaments/{cup}/results.csv").text()
    page.emulate_media(media="print")
    expect(page.get_by_role("heading", name="Standings")).to_be_visible()
    expect(page.get_by_role("button", name="Print")).to_be_hidden()
    expect(page.get_by_role("navigation")).to_be_hidden()
