"""Inviting people and leaving them: links that can be copied and reached, a seat that is left for good."""

import json
from random import Random

import pytest
from playwright.sync_api import expect
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, moves_of, play_on

import tablee
from tablee.core.registry import manifest
from tablee.core.texts import Lang

GAME = next(name for name in tablee.GAMES if manifest(name).at_once)
PLAIN_HTTP = "delete Navigator.prototype.clipboard; delete Navigator.prototype.share;"
"""What a page lacks that does not come over HTTPS."""
SEND = {"en": "Send the link", "fr": "Envoyer le lien"}
SELECTED = {"en": "The link is selected", "fr": "Le lien est sélectionné"}
LINK = {"en": "Link to send", "fr": "Lien à envoyer"}
CODE = {"en": "QR code of the link", "fr": "Code QR du lien"}
ONLY_HERE = {"en": "Other devices cannot reach this house", "fr": "Les autres appareils ne peuvent pas encore"}
SELECTION = (
    "() => { const one = document.activeElement; return one.value.slice(one.selectionStart, one.selectionEnd); }"
)


def create_table(visitor: Device) -> str:
    visitor.ask("POST", "/me", {"name": "Ada"})
    table: str = visitor.ask("POST", "/tables", {"game": GAME})["id"]
    return table


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_link_is_sent_over_plain_http_too(devices: Devices, lang: Lang) -> None:
    visitor = devices.open(lang, "phone")
    visitor.page.add_init_script(PLAIN_HTTP)
    table = create_table(visitor)
    page = visitor.open(f"/t/{table}")
    page.get_by_role("button", name=SEND[lang]).click()
    expect(page.get_by_text(SELECTED[lang])).to_be_visible()
    assert page.evaluate(SELECTION) == f"{visitor.url}/t/{table}"
    check_page(page)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_house_that_others_cannot_reach_says_so_and_how_to_let_them_in(devices: Devices, lang: Lang) -> None:
    visitor = devices.open(lang)
    page = visitor.open(f"/t/{create_table(visitor)}")
    expect(page.get_by_text(ONLY_HERE[lang])).to_contain_text("tablee serve --host 0.0.0.0")
    # A code would lead a phone to itself.
    expect(page.get_by_role("img", name=CODE[lang])).to_have_count(0)


def test_a_link_leads_to_the_address_that_others_can_reach(devices: Devices) -> None:
    visitor = devices.open("en")
    told = {"address": "http://192.168.7.7:8642/", "is_loopback": False}
    visitor.page.route("**/api/house*", lambda route: route.fulfill(json=told))
    table = create_table(visitor)
    page = visitor.open(f"/t/{table}")
    expect(page.get_by_label(LINK["en"])).to_have_value(f"http://192.168.7.7:8642/t/{table}")
    expect(page.get_by_role("img", name=CODE["en"])).to_be_visible()
    expect(page.get_by_text(ONLY_HERE["en"])).to_have_count(0)


def test_who_leaves_for_good_is_asked_first_goes_home_and_the_others_are_told(devices: Devices) -> None:
    ada, bo = devices.open("en"), devices.open("en", "phone")
    ada.ask("POST", "/me", {"name": "Ada"})
    bo.ask("POST", "/me", {"name": "Bo"})
    table = ada.ask("POST", "/tables", {"game": GAME, "bots": ["plongeur"]})["id"]
    bo.ask("POST", f"/tables/{table}/sit", {})
    ada.ask("POST", f"/tables/{table}/start")
    hers, his = ada.open(f"/t/{table}"), bo.open(f"/t/{table}")
    hers.locator(ASKED).wait_for()
    his.locator(ASKED).wait_for()
    his.get_by_role("button", name="Menu").click()
    his.get_by_role("button", name="Leave for good…").click()
    dialog = his.get_by_role("dialog")
    check_page(his)
    dialog.get_by_role("button", name="Stay").click()
    expect(dialog).to_have_count(0)
    expect(his.locator(ASKED)).to_be_visible()
    his.get_by_role("button", name="Menu").click()
    his.get_by_role("button", name="Leave for good…").click()
    dialog.get_by_role("button", name="Leave for good", exact=True).click()
    his.wait_for_url(bo.url + "/")
    expect(hers.get_by_text("Bo has left. A bot plays on")).to_be_visible()

    his.goto(f"{bo.url}/t/{table}")
    his.locator("[data-state=waiting]").wait_for()
    seen = [json.loads(frame) for frame in bo.frames if '"view"' in frame][-1]
    assert seen.get("seat") is None, "the hand is no longer sent"
    expect(his.locator(".hand")).to_have_count(0)
    hers.get_by_role("tab", name="Players").click()
    hers.get_by_role("button", name="Give back").click()
    play_on(hers, moves_of(GAME).play, Random(1), choices=1)
    his.locator(ASKED).wait_for()
