"""Links that work once, whatever goes wrong and however many have them: one gets in, and nothing is lost before."""

import asyncio
from pathlib import Path

import pytest
from tests.server.guest_client import GuestClient, RequestRefused, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_postgresql, open_house
from tests.server.test_lost_database import without
from tests.server.test_races import settle

pytestmark = pytest.mark.anyio


# To come back by


@pytest.mark.parametrize("part", ["devices", "guests"])
async def test_a_link_to_come_back_by_is_not_lost_when_something_fails(house: OpenHouse, part: str) -> None:
    anne, phone = await house.guest("Anne"), await house.guest("")
    token = (await anne.post("/api/me/link"))["token"]
    async with without(house, part):
        with pytest.raises(RequestRefused):
            await phone.post("/api/me/come-back", {"token": token})
    assert await phone.post("/api/me/come-back", {"token": token}) == {"name": "Anne"}


async def come_back_at_once(anne: GuestClient, devices: list[GuestClient]) -> None:
    """Many have the same link of a guest."""
    before = len((await anne.get("/api/me/data"))["devices"])
    token = (await anne.post("/api/me/link"))["token"]
    answers = await settle([device.post("/api/me/come-back", {"token": token}) for device in devices])
    assert [answer for answer in answers if answer != {"name": "Anne"}] == ["bad_link"] * (len(devices) - 1)
    assert len((await anne.get("/api/me/data"))["devices"]) == before + 1


async def test_of_many_devices_that_come_back_by_one_link_one_does(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    for _ in range(3):
        await come_back_at_once(anne, [await house.guest("") for _ in range(8)])


@on_postgresql
async def test_one_device_comes_back_by_a_link_also_through_two_processes(
    house: OpenHouse, database: str, tmp_path: Path
) -> None:
    anne = await house.guest("Anne")
    async with open_house(generous_settings(database, tmp_path / "two")) as other:
        await come_back_at_once(anne, [await where.guest("") for where in (house, other) * 4])


# To take a seat


async def lost_seat(house: OpenHouse) -> tuple[str, str]:
    """A table being played, and a link to one of its seats."""
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    await anne.start(table)
    return table, (await anne.do(table, "seats/0/link"))["token"]


async def test_a_link_to_a_seat_is_not_lost_when_the_seat_is_not_saved(house: OpenHouse) -> None:
    table, token = await lost_seat(house)
    bernard = await house.guest("Bernard")
    async with without(house, "entries"):
        with pytest.raises(RequestRefused):
            await bernard.post("/api/take-seat", {"token": token})
    assert (await bernard.table(table))["yours"] == []
    assert (await bernard.post("/api/take-seat", {"token": token}))["yours"] == [0]


async def test_a_link_to_a_seat_that_was_used_and_not_thrown_away_works_no_more(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As if the process had been killed between the two: the log of the table knows better than the list of links."""
    table, token = await lost_seat(house)
    bernard, claire = await house.guest("Bernard"), await house.guest("Claire")
    with monkeypatch.context() as killed:
        killed.setattr(house.house.store.guests, "delete_link", lambda *_: asyncio.sleep(0))
        await bernard.post("/api/take-seat", {"token": token})
    await house.house.reload(table)
    assert (await refused("bad_link", claire.post("/api/take-seat", {"token": token}))).status == 404
    assert (await bernard.table(table))["yours"] == [0]


async def take_at_once(people: list[GuestClient], table: str, token: str) -> None:
    """Many have the same link to a seat."""
    answers = await settle([person.post("/api/take-seat", {"token": token}) for person in people])
    assert [answer for answer in answers if isinstance(answer, str)] == ["bad_link"] * (len(people) - 1)
    assert [seat for person in people for seat in (await person.table(table))["yours"]] == [0]


async def test_of_many_who_have_a_link_to_a_seat_one_takes_it(house: OpenHouse) -> None:
    table, token = await lost_seat(house)
    await take_at_once([await house.guest("P") for _ in range(8)], table, token)


@on_postgresql
async def test_one_takes_a_seat_by_a_link_also_through_two_processes(
    house: OpenHouse, database: str, tmp_path: Path
) -> None:
    table, token = await lost_seat(house)
    async with open_house(generous_settings(database, tmp_path / "two")) as other:
        await take_at_once([await where.guest("P") for where in (house, other) * 4], table, token)
