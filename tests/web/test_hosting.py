"""What a host does at a table: chat and who is muted, bots for the absent, seats for programs."""

import re

from playwright.sync_api import Page, expect
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.moves import ASKED, moves_of
from tests.web.test_pages import FIRST, FOR_TWO


def match_of(ada: Device, bob: Device) -> tuple[str, Page]:
    """A match that Ada has created and Bob plays too: its id, and the table as Ada sees it."""
    ada.come_back("Ada")
    bob.ask("POST", "/me", {"name": "Bob"})
    table = ada.ask("POST", "/tables", {"game": FIRST, "options": moves_of(FIRST).short, "seats": 1})["id"]
    bob.ask("POST", f"/tables/{table}/sit", {})
    ada.ask("POST", f"/tables/{table}/start")
    return table, ada.open(f"/t/{table}")


def test_read_chat_stays_read_and_its_badge_opens_it(devices: Devices) -> None:
    ada, bob = devices.open("en", "phone"), devices.open()
    table, page = match_of(ada, bob)
    his = bob.open(f"/t/{table}")
    his.get_by_role("tab", name="Chat").click()
    opener = page.get_by_role("button", name="Players and log")
    for words in ("Good evening", "Whose turn is it?"):
        his.get_by_role("textbox", name="Say something").fill(words)
        his.get_by_role("button", name="Send", exact=True).click()
        expect(opener.locator(".badge")).to_have_text("1")
        opener.click()
        expect(page.get_by_role("tab", name="Chat")).to_have_attribute("aria-selected", "true")
        expect(page.get_by_text(words)).to_be_visible()
        page.reload()


def test_the_host_mutes_somebody_and_gives_a_lost_seat_back(devices: Devices) -> None:
    ada, bob, phone = devices.open(), devices.open(), devices.open("fr", "phone")
    table, page = match_of(ada, bob)
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("button", name="For the host: Bob").click()
    page.get_by_role("button", name="Mute in the chat").click()
    expect(page.get_by_role("status").filter(has_text="Bob is muted")).to_be_visible()
    page.get_by_role("button", name="For the host: Bob").click()
    page.get_by_role("button", name="New link to the seat").click()
    link = page.get_by_role("textbox", name="Link to send").input_value()
    check_page(page)
    there = phone.open(link.removeprefix(phone.url))
    there.get_by_role("button", name="Prendre la place").click()
    there.locator(ASKED).wait_for()
    assert len(phone.ask("GET", f"/tables/{table}")["yours"]) == 1


def test_the_host_chooses_the_bot_that_plays_for_somebody(devices: Devices) -> None:
    ada, bob = devices.open("en", "phone"), devices.open()
    _, page = match_of(ada, bob)
    page.get_by_role("button", name="Players and log").click()
    page.get_by_role("tab", name="Players").click()
    page.get_by_role("button", name="Let a bot play").click()
    dialog = page.get_by_role("dialog", name="Let a bot play for Bob")
    dialog.get_by_label("Level of the bots").select_option("commis")
    expect(dialog).to_contain_text("Keen, but overlooks things")
    check_page(page)
    with page.expect_request("**/seats/*/bot?*") as asked:
        dialog.get_by_role("button", name="Let a bot play").click()
    assert asked.value.post_data_json == {"level": "commis"}
    expect(dialog).to_be_hidden()
    expect(page.get_by_text("a bot is filling in")).to_be_visible()


def test_the_host_mutes_whoever_only_watches(devices: Devices) -> None:
    """Also if he has taken the host's name."""
    ada, bob = devices.open(), devices.open()
    for somebody in (ada, bob):
        somebody.come_back("Ada")
    table = ada.ask("POST", "/tables", {"game": FIRST, "options": moves_of(FIRST).short, "seats": 2})["id"]
    ada.ask("POST", f"/tables/{table}/start")
    hers, his = ada.open(f"/t/{table}"), bob.open(f"/t/{table}")
    for page in (hers, his):
        page.get_by_role("tab", name="Chat").click()

    def say(text: str) -> None:
        his.get_by_role("textbox", name="Say something").fill(text)
        his.get_by_role("button", name="Send").click()

    say("Boo")
    hers.get_by_role("button", name="Mute Ada in the chat").click()
    expect(hers.get_by_role("button", name="Let Ada chat again")).to_be_visible()
    check_page(hers)
    say("Boo again")
    expect(his.get_by_role("status").filter(has_text="muted you")).to_be_visible()
    hers.get_by_role("button", name="Let Ada chat again").click()
    expect(hers.get_by_role("button", name="Mute Ada in the chat")).to_be_visible()
    say("Sorry")
    expect(hers.get_by_text("Sorry")).to_be_visible()
    expect(hers.get_by_text("Boo again")).to_have_count(0)


def test_a_program_is_given_a_seat(devices: Devices) -> None:
    ada = devices.open()
    page = ada.open(f"/g/{FOR_TWO}")
    page.get_by_role("button", name=re.compile("One less.*Bots")).click()
    page.get_by_role("button", name=re.compile("One more.*Friends")).click()
    page.get_by_role("button", name="Create the table").click()
    page.get_by_role("combobox").select_option("program")
    expect(page.get_by_label("Token")).to_have_value(re.compile(".{20,}"))
    check_page(page)
    page.get_by_role("dialog").get_by_role("button", name="Close").click()
    expect(page.get_by_role("button", name="Start the game")).to_be_enabled()
