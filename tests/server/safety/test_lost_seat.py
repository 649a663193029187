"""Whoever gives up a seat, or loses it, sees nothing more of what it sees, on sockets that are open too."""

import pytest
from tests.server.guest_client import TableClient, refused
from tests.server.house_in_process import OpenHouse
from tests.server.safety.conftest import Opening

pytestmark = pytest.mark.anyio


@pytest.fixture
async def house(opened: Opening) -> OpenHouse:
    return await opened()


def has_left(place: TableClient) -> bool:
    return place.seat is None and "prompt" not in place.table and place.around["yours"] == []


async def test_a_chair_given_up_before_the_start(house: OpenHouse) -> None:
    ada, bo, cleo = [await house.guest(name) for name in ("Ada", "Bo", "Cleo")]
    table = await ada.create_table(options={"players": 2})
    await bo.sit(table)
    async with bo.at(table) as place:
        assert place.seat == 1
        await bo.do(table, "stand", {"seat": 1})
        await cleo.sit(table)
        await ada.start(table)
        await place.until(lambda there: there.table["status"] == "playing")
        assert has_left(place)
        assert (await place.ask("look", seat=1))["code"] == "not_your_seat"


async def test_a_seat_handed_over_during_the_match(house: OpenHouse) -> None:
    ada, bo, cleo = [await house.guest(name) for name in ("Ada", "Bo", "Cleo")]
    table = await ada.create_table("toy_auction", options={"players": 2})
    await bo.sit(table)
    await ada.start(table)
    seat = (await bo.table(table))["yours"][0]
    link = await ada.do(table, f"seats/{seat}/link")
    async with bo.at(table) as place:
        assert place.seat == seat
        await refused("still_here", cleo.post("/api/take-seat", {"token": link["token"]}))
        assert place.seat == seat
    await house.until_absent()
    await cleo.post("/api/take-seat", {"token": link["token"]})
    async with bo.at(table) as place:
        assert has_left(place)
        known = (await house.inside(table)).match.view(None)
        assert place.game.view_from(place.table["view"]) == known
        assert (await place.ask("undo", seat=seat))["code"] == "not_your_seat"


async def test_somebody_who_wants_to_be_forgotten(house: OpenHouse) -> None:
    ada, bo = await house.guest("Ada"), await house.guest("Bo")
    table = await ada.create_table(options={"players": 2})
    await bo.sit(table)
    await ada.start(table)
    async with bo.at(table) as place:
        assert (await bo.http.delete("/api/me")).status_code == 204
        await place.until(has_left)


async def test_a_programs_seat_taken_away(house: OpenHouse) -> None:
    ada = await house.guest("Ada")
    table = await ada.create_table(options={"players": 2})
    token = (await ada.do(table, "seats/1/program", {}))["token"]
    async with ada.at(table, token=token) as place:
        assert place.seat == 1
        await ada.do(table, "seats/1/person")
        await place.until(lambda there: there.seat is None)
        assert (await place.ask("look", seat=1))["code"] == "not_your_seat"
