"""Links that work once: to come back on another device, to give a lost seat to somebody."""

import pytest
from tests.server.houses import OpenHouse
from tests.server.people import refused

pytestmark = pytest.mark.anyio
HOUR = 3600


async def test_a_guest_comes_back_on_another_device(house: OpenHouse) -> None:
    anne, phone = await house.person("Anne"), await house.person("")
    table = await anne.put_up("rathot", seats=2)
    link = await anne.post("/api/me/link")
    assert link["seconds"] == HOUR
    assert await phone.post("/api/me/come-back", {"token": link["token"]}) == {"name": "Anne"}
    assert (await phone.table(table))["yours"] == [0, 1]
    assert (await anne.table(table))["yours"] == [0, 1]  # the first device keeps what it had
    await phone.start(table)
    async with anne.at(table, seat=0) as at_home, phone.at(table, seat=0) as on_the_way:
        assert (await on_the_way.play_on())["type"] == "done"
        await at_home.until_version(on_the_way.version)
        assert at_home.table["view"] == on_the_way.table["view"]


async def test_a_link_to_come_back_by_works_once(house: OpenHouse) -> None:
    anne, phone, thief = await house.person("Anne"), await house.person(""), await house.person("")
    token = (await anne.post("/api/me/link"))["token"]
    await phone.post("/api/me/come-back", {"token": token})
    await refused("bad_link", thief.post("/api/me/come-back", {"token": token}))
    await refused("name_first", thief.get("/api/me"))


async def test_a_link_to_come_back_by_works_for_an_hour(house: OpenHouse) -> None:
    anne, phone = await house.person("Anne"), await house.person("")
    first = (await anne.post("/api/me/link"))["token"]
    second = (await anne.post("/api/me/link"))["token"]
    house.timer.jump(HOUR)
    await phone.post("/api/me/come-back", {"token": first})
    house.timer.jump(1)
    await refused("bad_link", phone.post("/api/me/come-back", {"token": second}))


async def test_the_host_gives_a_lost_seat_to_another_device(house: OpenHouse) -> None:
    anne, bernard, again = await house.person("Anne"), await house.person("Bernard"), await house.person("Bernie")
    table = await anne.put_up("hotdog", options={"players": 2, "hands": 1})
    await bernard.sit(table)
    await refused("not_started", anne.do(table, "seats/1/link"))
    await anne.start(table)
    async with bernard.at(table) as lost:
        seat = lost.mine
        await lost.play_on()
        await refused("host_only", bernard.do(table, f"seats/{seat}/link"))
        await refused("not_a_person", anne.do(table, "seats/9/link"))
        token = (await anne.do(table, f"seats/{seat}/link"))["token"]
        assert (await again.post("/api/take-seat", {"token": token}))["yours"] == [seat]
        # Whoever had the seat sees the table as a spectator from now on, on the same socket.
        await lost.until(lambda place: place.seat is None)
        assert lost.around["yours"] == []
        assert lost.prompt is None
        assert lost.table["view"]["seat"] is None
        assert all(event["event"].get("bid") is None for event in lost.events if event["event"]["type"] == "chosen")
        assert (await lost.ask("play", seat=seat, prompt=1, action={}))["code"] == "not_your_seat"
        assert (await lost.ask("look", seat=seat))["code"] == "not_your_seat"
    async with again.at(table) as found:
        assert found.around["chairs"][seat]["name"] == "Bernie"
        assert found.prompt is not None
        assert found.prompt["replace"]  # what was chosen is chosen
        assert (await found.play())["type"] == "done"
    assert (await bernard.table(table))["yours"] == []
    await refused("bad_link", bernard.post("/api/take-seat", {"token": token}))


async def test_a_link_to_a_seat_works_for_an_hour_and_is_no_link_to_a_guest(house: OpenHouse) -> None:
    anne, bernard = await house.person("Anne"), await house.person("Bernard")
    table = await anne.put_up("rathot", seats=2)
    await anne.start(table)
    token = (await anne.do(table, "seats/0/link"))["token"]
    await refused("bad_link", bernard.post("/api/me/come-back", {"token": token}))
    token = (await anne.do(table, "seats/0/link"))["token"]
    house.timer.jump(HOUR + 1)
    await refused("bad_link", bernard.post("/api/take-seat", {"token": token}))
    mine = (await anne.post("/api/me/link"))["token"]
    await refused("bad_link", bernard.post("/api/take-seat", {"token": mine}))


async def test_a_seat_taken_over_is_played_by_its_person_again(house: OpenHouse, nim: None) -> None:
    anne, bernard = await house.person("Anne"), await house.person("Bernard")
    table = await anne.put_up("nim", options={"heap": 100}, seats=2, pace={"seconds": 30})
    await anne.start(table)
    await anne.do(table, "seats/1/bot", {"level": "random"})
    house.timer.jump(20)
    token = (await anne.do(table, "seats/1/link"))["token"]
    told = await bernard.post("/api/take-seat", {"token": token})
    assert not told["chairs"][1].get("absent")
    assert told["yours"] == [1]
    async with anne.at(table, seat=0) as hers, bernard.at(table) as his:
        await hers.play_on()
        await his.until_asked()
        assert not (await house.inside(table)).bots_to_play()
