"""Members in the browser: a guest joins with two taps, comes in on a second device, and a host looks after all."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect
from tests.repetitions import every_second
from tests.server.house_process import HouseProcess
from tests.web.accessibility import check_page
from tests.web.devices import Device, Devices
from tests.web.matches import play_toy_nim

import tablee
from tablee.core.texts import Lang

FIRST = next(iter(tablee.GAMES))
PHRASE = "saucisse moutarde cornichon"


@pytest.fixture
def devices(browser: Browser, club: HouseProcess) -> Iterator[Devices]:
    """They reach the house under a name with which passkeys work."""
    with Devices(browser, club.url.replace("127.0.0.1", "localhost")) as devices:
        yield devices


class FingerReader:
    """Chromium's virtual authenticator on one device."""

    def __init__(self, device: Device) -> None:
        self._session: CDPSession = device.context.new_cdp_session(device.page)
        self._session.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        added: dict[str, Any] = self._session.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self._id = added["authenticatorId"]

    @property
    def passkeys(self) -> list[dict[str, Any]]:
        found: dict[str, Any] = self._session.send("WebAuthn.getCredentials", {"authenticatorId": self._id})
        return list(found["credentials"])

    def share(self, other: "FingerReader") -> None:
        """The system shares passkeys between the devices of a person."""
        for passkey in self.passkeys:
            other._session.send("WebAuthn.addCredential", {"authenticatorId": other._id, "credential": passkey})

    def refuse(self) -> None:
        """The person does not touch it, and closes the window of the browser."""
        self._session.send("WebAuthn.setUserVerified", {"authenticatorId": self._id, "isUserVerified": False})


def told(page: Page, words: str) -> None:
    expect(page.get_by_role("status").filter(has_text=words).first).to_be_visible()


def join_by_passphrase(visitor: Device, name: str) -> None:
    """Without the page."""
    visitor.ask("POST", "/me", {"name": name})
    visitor.ask("POST", "/me/member", {"name": name, "passphrase": PHRASE})
    visitor.open().evaluate("localStorage.setItem('tablee.guest', '1')")


def test_a_guest_plays_becomes_a_member_and_goes_on_elsewhere(devices: Devices) -> None:
    ada, phone = devices.open(), devices.open("fr", "phone")
    reader, other_reader = FingerReader(ada), FingerReader(phone)
    page = ada.open("/")
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_url("**/t/*")
    table = page.url.rpartition("/")[2]
    ada.ask("POST", f"/tables/{table}/leave", {})  # a bot plays on; the match stays hers
    played = play_toy_nim(ada).url.rpartition("/")[2]
    # Two taps: the name is there already.
    page = ada.open("/settings")
    page.get_by_role("link", name="Become a member").click()
    name = page.get_by_label("Your name").input_value()
    assert name
    check_page(page)
    page.get_by_role("button", name="Become a member with a passkey").click()
    codes = page.get_by_role("dialog").get_by_role("listitem")
    expect(codes).to_have_count(8)
    check_page(page)
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_text("Passkey for localhost")).to_be_visible()
    expect(page.get_by_text("Member of the house").first).to_be_visible()
    check_page(page)
    assert len(reader.passkeys) == 1
    assert ada.ask("GET", "/me") == {"name": name, "role": "member"}
    # The second device, by the passkey itself.
    reader.share(other_reader)
    there = phone.open("/sign-in")
    check_page(there)
    there.get_by_role("button", name="Se connecter avec une clé d’accès").click()
    told(there, f"Content de vous revoir, {name}")
    expect(there.get_by_role("heading", name="Vos parties")).to_be_visible()
    check_page(there)
    assert phone.ask("GET", "/me")["name"] == name
    assert table in [one["id"] for one in phone.ask("GET", "/my/tables")]
    book = phone.open("/book/me")
    expect(book.locator(f'a[href="/review/{played}"]')).to_be_visible()
    check_page(book)
    there = phone.open("/member")
    there.get_by_role("button", name="Se déconnecter ici").click()
    told(there, "déconnecté")
    assert phone.context.request.get(f"{phone.url}/api/me").status == 401
    ada.ask("DELETE", "/me")  # the name may be suggested again


@pytest.mark.parametrize(("lang", "size"), [("en", "desktop"), ("fr", "small")])
def test_without_passkeys_a_passphrase_does_by_keyboard_alone(
    browser: Browser, club: HouseProcess, lang: Lang, size: Any
) -> None:
    words = {
        "en": ("Become a member", "I have kept them", "Leave the house", "Zadie"),
        "fr": ("Devenir membre", "Je les ai gardés", "Quitter la maison", "Zélie"),
    }
    become, kept, leave, name = words[lang]
    with Devices(browser, club.url) as plain:  # a bare address
        visitor = plain.open(lang, size)
        page = visitor.open("/member")
        page.get_by_role("textbox").first.wait_for()
        check_page(page)
        page.get_by_role("textbox").first.focus()
        page.keyboard.press("Control+A")
        page.keyboard.type(name)
        page.keyboard.press("Tab")
        page.keyboard.type(PHRASE)
        page.keyboard.press("Enter")
        page.get_by_role("dialog").get_by_role("button", name=kept).focus()
        page.keyboard.press("Enter")
        expect(page.get_by_role("button", name=leave)).to_be_visible()
        assert visitor.ask("GET", "/me") == {"name": name, "role": "member"}
        check_page(page)
        assert page.get_by_role("button", name=become).count() == 0
        page.get_by_role("button", name=leave).focus()
        page.keyboard.press("Enter")
        dialog = page.get_by_role("dialog")
        check_page(page)
        dialog.get_by_role("button", name=leave).focus()
        page.keyboard.press("Enter")
        page.wait_for_url(visitor.url + "/")
        assert visitor.context.request.get(f"{visitor.url}/api/me").status == 401


def test_a_code_and_a_passphrase_sign_in_and_a_wrong_one_says_so(devices: Devices) -> None:
    ada, phone = devices.open(), devices.open("en", "phone")
    join_by_passphrase(ada, "Ada")
    page = ada.open("/member")
    page.get_by_role("button", name="A code").click()
    code = page.locator("code").inner_text()
    check_page(page)
    there = phone.open("/sign-in")
    there.get_by_label("Your name").fill("ada")
    there.get_by_label("Passphrase", exact=True).last.fill("something else")
    there.get_by_role("button", name="Sign in", exact=True).click()
    expect(there.get_by_text("do not go together")).to_be_visible()
    phone.faults = [fault for fault in phone.faults if "403" not in fault]
    there.get_by_role("radiogroup").get_by_text("Code", exact=True).click()
    there.get_by_role("textbox", name=re.compile("^Code")).fill(code.upper())
    check_page(there)
    there.get_by_role("button", name="Sign in", exact=True).click()
    told(there, "Hello again, Ada!")
    page.get_by_role("button", name="A link").click()
    link = page.get_by_role("textbox", name="A link").input_value()
    tablet = devices.open("fr", "small")
    back = tablet.open(link[link.index("/back") :])
    back.get_by_role("button", name="C’est bien moi").click()
    back.wait_for_url("**/my")
    assert tablet.ask("GET", "/me") == {"name": "Ada", "role": "member"}


def test_ways_to_sign_in_are_looked_after(devices: Devices) -> None:
    eve = devices.open("fr", "small")
    join_by_passphrase(eve, "Ève")
    reader = FingerReader(eve)
    page = eve.open("/member")
    page.get_by_role("button", name="Ajouter une clé d’accès").click()
    told(page, "La clé d’accès est ajoutée")
    page.get_by_role("button", name="Une autre phrase secrète").click()
    page.get_by_label("Phrase secrète").fill("une tout autre phrase")
    page.get_by_role("button", name="Enregistrer la phrase secrète").click()
    told(page, "La phrase secrète est enregistrée")
    page.get_by_role("button", name="Nouveaux codes de secours").click()
    expect(page.get_by_role("dialog").get_by_role("listitem")).to_have_count(8)
    page.get_by_role("button", name="Je les ai gardés").click()
    page.get_by_role("button", name=re.compile("Retirer la clé d’accès pour localhost")).click()
    told(page, "La clé d’accès est retirée")
    reader.refuse()
    page.get_by_role("button", name="Ajouter une clé d’accès").click()
    told(page, "La clé d’accès n’a pas été utilisée")
    check_page(page)
    assert eve.ask("GET", "/me/member")["passkeys"] == []


def test_members_are_marked_and_their_names_are_theirs(devices: Devices) -> None:
    marie, luc = devices.open(), devices.open("fr", "phone")
    join_by_passphrase(marie, "Marie")
    marie.ask("POST", "/tables", {"game": FIRST, "open": True})
    page = luc.open("/tables")
    row = page.get_by_role("link").filter(has_text="Marie")
    expect(row.get_by_title("Membre de la maison")).to_be_visible()
    check_page(page)
    row.click()
    expect(page.get_by_title("Membre de la maison").first).to_be_visible()
    check_page(page)
    page = luc.open("/settings")
    page.get_by_label("Votre nom").fill("MARIÉ")
    page.get_by_role("button", name="Enregistrer", exact=True).click()
    expect(page.get_by_text("est le nom d’un membre de la maison")).to_be_visible()
    luc.faults = [fault for fault in luc.faults if "409" not in fault]


def test_a_stranger_whose_suggested_name_is_a_members_gets_another(devices: Devices) -> None:
    visitor = devices.open()
    page = visitor.open()
    suggested = page.locator(".me strong").inner_text()
    member = devices.open()
    join_by_passphrase(member, suggested)
    page.get_by_role("button", name="Play", exact=True).first.click()
    page.wait_for_url("**/t/*")
    assert re.fullmatch(r".+ \d\d", visitor.ask("GET", "/me")["name"])
    visitor.faults = [fault for fault in visitor.faults if "409" not in fault]
    member.ask("DELETE", "/me")  # the name may be suggested again


@pytest.mark.parametrize(("lang", "size"), every_second([("en", "desktop"), ("fr", "small")]))
def test_the_host_looks_after_the_house(devices: Devices, club: HouseProcess, lang: Lang, size: Any) -> None:
    words = {
        "en": ("I run this house", "Administrator’s token", "Become the host", "By invitation", "Everybody"),
        "fr": ("Je tiens cette maison", "Jeton d’administration", "Tenir la maison", "Sur invitation", "Tout le monde"),
    }[lang]
    more = {
        "en": (
            "Make an invitation",
            "Link to send",
            "Role of",
            "Remove",
            "is no longer a member",
            "Members of the house",
        ),
        "fr": (
            "Créer une invitation",
            "Lien à envoyer",
            "Rôle :",
            "Retirer",
            "n’est plus membre",
            "Membres de la maison",
        ),
    }[lang]
    boss, guest = devices.open(lang, size), devices.open(lang, size)
    names = {"en": ("Boss", "Newbie"), "fr": ("Patronne", "Petit nouveau")}[lang]
    join_by_passphrase(boss, names[0])
    page = boss.open("/members")
    expect(page.get_by_role("main").get_by_role("paragraph")).to_be_visible()
    check_page(page)
    boss.faults = [fault for fault in boss.faults if "403" not in fault]
    page = boss.open("/member")
    page.get_by_text(words[0]).click()
    page.get_by_label(words[1]).fill((club.folder / "admin-token").read_text())
    page.get_by_role("button", name=words[2]).click()
    page.get_by_role("link", name=more[5]).click()
    page.get_by_text(words[3]).click()
    page.get_by_role("button", name=more[0]).click()
    link = page.get_by_label(more[1]).input_value()
    check_page(page)
    there = guest.open("/member")
    expect(there.get_by_role("main").get_by_role("textbox")).to_have_count(0)
    check_page(there)
    FingerReader(guest)
    there = guest.open(link[link.index("/join") :])
    there.get_by_role("textbox").first.fill(names[1])
    check_page(there)
    there.get_by_role("main").locator(".button.main").click()
    there.get_by_role("dialog").locator(".button.main").click()
    assert guest.ask("GET", "/me") == {"name": names[1], "role": "member"}
    page = boss.open("/members")
    page.get_by_label(f"{more[2]} {names[1]}").select_option("helper")
    page.get_by_role("status").first.wait_for()
    expect(page.get_by_label(f"{more[2]} {names[1]}")).to_have_value("helper")
    assert guest.ask("GET", "/me")["role"] == "helper"
    there = guest.open("/members")
    expect(there.get_by_text(names[0])).to_be_visible()
    check_page(there)
    page.get_by_role("listitem").filter(has_text=names[1]).get_by_role("button").click()
    check_page(page)
    page.get_by_role("dialog").get_by_role("button", name=more[3], exact=True).click()
    told(page, more[4])
    assert guest.context.request.get(f"{guest.url}/api/me").status == 401
    page.get_by_text(words[4]).click()
    expect(page.get_by_role("radio", name=words[4])).to_be_checked()


def test_a_match_played_to_its_end_is_on_the_page(devices: Devices) -> None:
    nell = devices.open()
    nell.ask("POST", "/me", {"name": "Nell"})
    table = nell.ask("POST", "/tables", {"game": "toy_nim", "options": {"heap": 5}, "bots": ["random"]})["id"]
    nell.ask("POST", f"/tables/{table}/start")
    nell.ask("POST", f"/tables/{table}/leave", {})  # a bot plays to the end for her
    while nell.ask("GET", f"/tables/{table}")["status"] != "over":
        pass  # each look is a request
    join_by_passphrase(nell, "Nell")
    page = nell.open("/member")
    row = page.get_by_role("row").nth(1)
    expect(row).to_contain_text(re.compile("[12] of 2"))
    expect(row.get_by_role("link")).to_have_attribute("href", f"/replay/{table}")
    check_page(page)
