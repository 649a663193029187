"""Names and chat are text: what is shown to others has been cleaned, and stays text everywhere."""

import pytest
from tests.server.guest_client import RequestRefused
from tests.server.house_in_process import OpenHouse
from tests.server.safety.conftest import Opening

from tablee.server.plain_text import cleaned, is_visible

pytestmark = pytest.mark.anyio

CLEANED = [
    ("Ada", "Ada"),
    ("  Ada \t Lovelace\r\n", "Ada Lovelace"),
    ("A\0d\x1ba\x7f", "A d a"),
    ("<script>alert(1)</script>", "<script>alert(1)</script>"),
    ("{seat} %s [bold]", "{seat} %s [bold]"),
    ("safe\u202eexe.txt", "safeexe.txt"),
    ("\u2066A\u2069\u200f\u200e\ufeffB", "AB"),
    ("A\u200bd\u200da\u2060", "Ada"),
    ("a\u2028b\u2029c\u00a0d", "a b c d"),
    ("e\u0301", "é"),
    ("x" + "\u0336" * 50, "x" + "\u0336" * 4),
    ("\u3164\u2800\u115f", ""),
    ("👩\u200d🍳", "👩\u200d🍳"),
    ("❤️\u200d🔥", "❤️\u200d🔥"),
    ("🍳\u200d", "🍳"),
    ("\u200d🍳", "🍳"),
    ("שלום", "שלום"),
    ("नमस्ते", "नमस्ते"),
]


@pytest.mark.parametrize(("written", "shown"), CLEANED)
def test_what_is_written_and_what_is_shown(written: str, shown: str) -> None:
    assert cleaned(written) == shown
    assert cleaned(shown) == shown


def test_only_chat_has_lines() -> None:
    assert cleaned(" one \r\n\n two ") == "one two"
    assert cleaned(" one \r\n\n two ", lines=True) == "one\n\ntwo"


def test_accents_alone_are_not_to_be_seen() -> None:
    assert not is_visible("\u0301\ufe0f")
    assert not is_visible(" \n")
    assert is_visible("é")
    assert is_visible("!")


@pytest.fixture
async def house(opened: Opening) -> OpenHouse:
    return await opened()


@pytest.mark.parametrize("name", ["", " \n\t", "\u202e\u200b", "\u3164", "\u0301", "x" * 31])
async def test_a_name_can_be_seen_and_is_short(house: OpenHouse, name: str) -> None:
    ada = await house.guest("Ada")
    table = await ada.create_table()
    asked = {
        "/api/me": {"name": name},
        f"/api/tables/{table}/sit": {"name": name},
        f"/api/tables/{table}/seats/1/program": {"name": name or " "},
        "/api/tables": {"game": "toy_nim", "names": [name]},
    }
    for path, data in asked.items():
        with pytest.raises(RequestRefused) as caught:
            await ada.post(path, data)
        assert (caught.value.status, caught.value.code) in ((400, "name_empty"), (400, "name_too_long"))
    assert (await ada.get("/api/me"))["name"] == "Ada"


async def test_names_and_chat_reach_others_as_clean_text(house: OpenHouse) -> None:
    mallory = await house.guest("<img src=x>\u202e\0")
    table = await mallory.create_table()
    assert (await mallory.table(table))["chairs"][0]["name"] == "<img src=x>"
    ada = await house.guest("Ada")
    async with mallory.at(table) as mine, ada.at(table) as hers:
        assert (await mine.ask("say", text="<b>\u202eone\0</b>\n\x1b[31mtwo"))["type"] == "done"
        await hers.until(lambda place: place.chat)
        assert hers.chat[0]["text"] == "<b>one </b>\n[31mtwo"
        assert hers.chat[0]["name"] == "<img src=x>"
        for text in ("", " \n ", "\u200b\u202e", "\u3164", "x" * 501):
            answer = await mine.ask("say", text=text)
            assert (answer["type"], answer["code"]) == ("refused", "bad_text")
    lobby = await ada.http.get(f"/api/tables/{table}")
    assert lobby.headers["Content-Type"] == "application/json"
    assert lobby.headers["X-Content-Type-Options"] == "nosniff"


async def test_a_stranger_does_not_chat(house: OpenHouse) -> None:
    ada, stranger = await house.guest("Ada"), await house.guest("")
    table = await ada.create_table()
    async with stranger.at(table) as place:
        assert (await place.ask("say", text="hello"))["code"] == "name_first"
