"""The first page: one clear thing to do, all games at hand, and a name for everybody."""

import re

import pytest
from playwright.sync_api import Page, expect
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED

import tablee
from tablee.core.texts import Lang

GAMES = list(tablee.GAMES)
PLAY = {"en": "Play", "fr": "Jouer"}
FRIENDS = {"en": "With friends", "fr": "Entre amis"}
FIRST = {"en": "Show me", "fr": "Montrez-moi"}
GO_ON = {"en": "Continue", "fr": "Continuer"}
CREATE = {"en": "Create the table and get the link", "fr": "Créer la table et obtenir le lien"}
RENAME = {"en": "Change my name", "fr": "Changer de nom"}
IDEA = {"en": "Another idea", "fr": "Une autre idée"}
MINE = {"en": "That’s me", "fr": "C’est moi"}
SMALL = {"width": 390, "height": 664}
"""A phone with the bars of its browser."""


def small(visitor: Device) -> Page:
    visitor.page.set_viewport_size({"width": 390, "height": 664})
    return visitor.open()


def in_sight(page: Page) -> None:
    """The first four games, which are all that the house has by itself, can be played and shared without scrolling."""
    for ways in (page.locator(".game .button.main"), page.locator(".game .friends")):
        expect(ways).to_have_count(len(GAMES))
        for way in ways.all()[:4]:
            box = way.bounding_box()
            assert box is not None
            assert box["y"] >= 0
            assert box["y"] + box["height"] <= SMALL["height"]
            assert min(box["width"], box["height"]) >= 44


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_there_is_one_first_thing_to_do_and_all_games_are_in_sight(devices: Devices, lang: Lang) -> None:
    visitor = devices.open(lang, "phone")
    page = small(visitor)
    expect(page.get_by_role("link", name=FIRST[lang])).to_have_attribute("href", f"/learn/{GAMES[0]}")
    in_sight(page)
    check_page(page)
    # Whoever plays without a word has a name all the same.
    page.get_by_role("button", name=PLAY[lang], exact=True).first.click()
    page.locator(ASKED).wait_for()
    assert visitor.ask("GET", "/me")["name"] not in ("Guest", "Invité", "")
    page = small(visitor)
    table = visitor.ask("GET", "/my/tables")[0]["id"]
    expect(page.get_by_role("link", name=GO_ON[lang])).to_have_attribute("href", f"/t/{table}")
    expect(page.get_by_role("link", name=FIRST[lang])).to_have_count(0)
    in_sight(page)
    check_page(page)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_a_name_is_suggested_and_changed_in_a_moment(devices: Devices, lang: Lang) -> None:
    visitor = devices.open(lang, "phone")
    page = visitor.open()
    name = page.get_by_role("button", name=RENAME[lang])
    suggested = name.locator("strong").inner_text()
    visitor.open()
    expect(name.locator("strong")).to_have_text(suggested)
    name.click()
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("textbox")).to_have_value(suggested)
    dialog.get_by_role("button", name=IDEA[lang]).click()
    expect(dialog.get_by_role("textbox")).not_to_have_value(suggested)
    check_page(page)
    dialog.get_by_role("textbox").fill("Zoé")
    dialog.get_by_role("button", name=MINE[lang]).click()
    expect(name).to_contain_text("Zoé")
    assert visitor.ask("GET", "/me") == {"name": "Zoé"}


def test_who_was_a_guest_is_given_a_name(devices: Devices) -> None:
    visitor = devices.open()
    visitor.come_back("Guest")
    page = visitor.open()
    expect(page.get_by_role("button", name=RENAME["en"])).not_to_contain_text("Guest")
    page.get_by_role("button", name=PLAY["en"], exact=True).first.click()
    page.locator(ASKED).wait_for()
    assert visitor.ask("GET", "/me")["name"] != "Guest"


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_with_friends_begins_with_how_many_they_are(devices: Devices, lang: Lang) -> None:
    page = small(devices.open(lang, "phone"))
    page.get_by_role("link", name=FRIENDS[lang]).first.click()
    create = page.get_by_role("button", name=CREATE[lang])
    first = page.get_by_role("group").filter(has=page.get_by_role("button")).nth(1)
    expect(first).to_have_accessible_name(re.compile("Friends|Amis"))
    box = create.bounding_box()
    assert box is not None
    assert box["y"] + box["height"] <= SMALL["height"]
    check_page(page)
    create.click()
    expect(page.get_by_label(re.compile("Link to send|Lien à envoyer"))).to_be_visible()
