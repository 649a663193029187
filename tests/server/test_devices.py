"""The devices of a guest: they are listed, and each can be signed out at once, wherever it is connected."""

from typing import Any, Final

import pytest
from tests.server.guest_client import GuestClient, TableClient, refused
from tests.server.house_in_process import OpenHouse, on_postgresql, on_sqlite

from tablee.server.http.device_labels import device_label
from tablee.server.http.sessions import hashed
from tablee.server.store.guests import SEEN_SECONDS, device_id

pytestmark = pytest.mark.anyio

FIREFOX: Final = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
IPHONE: Final = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)"
    " Version/18.5 Mobile/15E148 Safari/604.1"
)


async def with_phone(house: OpenHouse) -> tuple[GuestClient, GuestClient]:
    """Anne at her desk, and Anne's phone."""
    desk, phone = await house.guest(""), await house.guest("")
    desk.http.headers["User-Agent"], phone.http.headers["User-Agent"] = FIREFOX, IPHONE
    await desk.post("/api/me", {"name": "Anne"})
    house.timer.jump(60)
    token = (await desk.post("/api/me/link"))["token"]
    await phone.post("/api/me/come-back", {"token": token})
    return desk, phone


async def devices(person: GuestClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = await person.get("/api/me/devices")
    return found


def id_of(person: GuestClient) -> str:
    return device_id(hashed(next(iter(person.http.cookies.values()))))


async def is_signed_out(place: TableClient) -> None:
    await place.until(lambda there: there.closed is not None)
    assert place.closed == 4401
    assert place.told[-1]["code"] == "signed_out"


async def test_they_are_listed_with_what_they_are(house: OpenHouse) -> None:
    desk, phone = await with_phone(house)
    now = house.timer.now()
    assert await devices(desk) == [
        {"id": id_of(phone), "about": "Safari, iPhone", "added_at": now, "seen_at": now, "is_this": False},
        {"id": id_of(desk), "about": "Firefox, Linux", "added_at": now - 60, "seen_at": now - 60, "is_this": True},
    ]
    assert [device["is_this"] for device in await devices(phone)] == [True, False]
    kept = await desk.get("/api/me/data")
    assert kept["devices"][0] == {"about": "Safari, iPhone", "added_at": now, "seen_at": now}
    await refused("name_first", devices(await house.guest("")))


async def test_they_say_when_they_were_last_used(house: OpenHouse) -> None:
    desk, phone = await with_phone(house)
    house.timer.jump(SEEN_SECONDS - 60)
    await desk.get("/api/me")
    assert (await devices(phone))[0]["is_this"], "not noted yet"
    house.timer.jump(120)
    desk.http.headers["User-Agent"] = FIREFOX.replace("X11; Linux x86_64", "Windows NT 10.0; Win64; x64")
    await desk.get("/api/me")
    first, _ = await devices(phone)
    assert (first["id"], first["about"]) == (id_of(desk), "Firefox, Windows")
    assert first["seen_at"] == house.timer.now()


async def test_one_is_signed_out_at_once(house: OpenHouse) -> None:
    desk, phone = await with_phone(house)
    bernard = await house.guest("Bernard")
    table = await desk.create_table("toy_nim")
    elsewhere = await bernard.create_table("toy_nim")
    async with (
        phone.at(table) as theirs,
        phone.at(elsewhere) as watching,
        desk.at(table) as mine,
        bernard.at(table) as other,
    ):
        assert (await phone.http.delete("/api/me/devices/nowhere")).status_code == 404
        await refused_delete(bernard, id_of(phone))
        assert (await desk.http.delete(f"/api/me/devices/{id_of(phone)}")).status_code == 204
        await is_signed_out(theirs)
        await is_signed_out(watching)
        for place in (mine, other):
            assert (await place.ask("say", text="Still here"))["type"] == "done"
    await refused("name_first", phone.get("/api/me"))
    assert len(await devices(desk)) == 1
    await refused_delete(desk, id_of(phone))


async def refused_delete(person: GuestClient, device: str) -> None:
    answer = await person.http.delete(f"/api/me/devices/{device}", headers={"Accept-Language": "fr"})
    assert (answer.status_code, answer.json()["code"]) == (404, "no_such_device")
    assert answer.json()["sentence"] == "Vous n’avez pas cet appareil, ou il est déjà déconnecté."


async def test_all_others_are_signed_out(house: OpenHouse) -> None:
    desk, phone = await with_phone(house)
    bernard = await house.guest("Bernard")
    table = await desk.create_table("toy_nim")
    async with phone.at(table) as theirs:
        assert (await desk.http.delete("/api/me/devices")).status_code == 204
        await is_signed_out(theirs)
    assert [device["is_this"] for device in await devices(desk)] == [True]
    assert len(await devices(bernard)) == 1, "those of others stay"


async def test_a_device_signs_itself_out(house: OpenHouse) -> None:
    desk, phone = await with_phone(house)
    assert (await phone.http.delete(f"/api/me/devices/{id_of(phone)}")).status_code == 204
    assert not phone.http.cookies
    assert len(await devices(desk)) == 1


@on_sqlite
async def test_a_socket_that_is_just_being_opened(house: OpenHouse) -> None:
    """Its guest was found before the device was signed out."""
    desk, phone = await with_phone(house)
    table = await desk.create_table("toy_nim")
    house.house.revocations._recent.append(id_of(phone))
    async with phone.at(table) as theirs, desk.at(table) as mine:
        await is_signed_out(theirs)
        assert (await mine.ask("say", text="Still here"))["type"] == "done"


@on_sqlite
async def test_a_socket_that_is_closing_is_left_to_it(house: OpenHouse) -> None:
    desk, phone = await with_phone(house)
    table = await desk.create_table("toy_nim")
    async with phone.at(table) as theirs:
        live = await house.house.live(table)
        for reader in tuple(live.readers):
            reader.disconnect()
            reader.sign_out()
        await theirs.until(lambda there: there.closed is not None)
        assert theirs.closed == 1001


@on_postgresql
async def test_what_was_missed_is_found(house: OpenHouse) -> None:
    """Another process has signed the device out, and the notice was lost."""
    desk, phone = await with_phone(house)
    table = await desk.create_table("toy_nim")
    async with phone.at(table) as theirs, desk.at(table) as mine:
        guest = (await house.inside(table)).setup.host
        assert guest
        assert await house.house.store.guests.remove_devices(guest, only=id_of(phone)) == [id_of(phone)]
        house.house.catch_up_all()
        await is_signed_out(theirs)
        assert (await mine.ask("say", text="Still here"))["type"] == "done"


@pytest.mark.parametrize(
    ("agent", "label"),
    [
        ("", ""),
        ("python-httpx/0.28", ""),
        ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36", "Chrome, Windows"),
        ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Safari/605.1.15", "Safari, macOS"),
        ("Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 Chrome/140.0 Mobile Edg/140.0", "Edge, Android"),
        ("Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) CriOS/140.0 Mobile Safari/604.1", "Chrome, iPad"),
        ("something on Linux", "Linux"),
    ],
)
def test_what_a_device_is_called(agent: str, label: str) -> None:
    assert device_label(agent) == label
