"""Links that work once: to come back on another device, to give a lost seat to somebody."""

import asyncio
from base64 import urlsafe_b64decode
from typing import Any

import pytest
from tests.server.database_dump import database_bytes, database_text
from tests.server.guest_client import TableClient, refused
from tests.server.house_in_process import OpenHouse

from tablee.server.http.sessions import hashed

pytestmark = pytest.mark.anyio
HOUR = 3600


async def test_a_guest_comes_back_on_another_device(house: OpenHouse) -> None:
    anne, phone = await house.guest("Anne"), await house.guest("")
    table = await anne.create_table("toy_nim", seats=2)
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
    anne, phone, thief = await house.guest("Anne"), await house.guest(""), await house.guest("")
    token = (await anne.post("/api/me/link"))["token"]
    await phone.post("/api/me/come-back", {"token": token})
    await refused("bad_link", thief.post("/api/me/come-back", {"token": token}))
    await refused("name_first", thief.get("/api/me"))


async def test_a_link_to_come_back_by_works_for_an_hour(house: OpenHouse) -> None:
    anne, phone = await house.guest("Anne"), await house.guest("")
    first = (await anne.post("/api/me/link"))["token"]
    second = (await anne.post("/api/me/link"))["token"]
    house.timer.jump(HOUR)
    await phone.post("/api/me/come-back", {"token": first})
    house.timer.jump(1)
    await refused("bad_link", phone.post("/api/me/come-back", {"token": second}))


def changes(place: TableClient) -> list[dict[str, Any]]:
    """What happened to the chairs, as far as this client was told."""
    return [change for told in place.told for change in told.get("chair_changes", [])]


async def test_the_host_gives_a_lost_seat_to_another_device(house: OpenHouse) -> None:
    anne, bernard, again = await house.guest("Anne"), await house.guest("Bernard"), await house.guest("Bernie")
    table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 3})
    await bernard.sit(table)
    await refused("not_started", anne.do(table, "seats/1/link"))
    await anne.start(table)
    async with bernard.at(table) as lost:
        seat = lost.mine
        await lost.play_on()
        await refused("host_only", bernard.do(table, f"seats/{seat}/link"))
        await refused("not_a_person", anne.do(table, "seats/9/link"))
        token = (await anne.do(table, f"seats/{seat}/link"))["token"]
        # Whoever is there keeps the seat, and is told of the link.
        await refused("still_here", again.post("/api/take-seat", {"token": token}))
        await lost.until(lambda place: any(told["kind"] == "link" for told in changes(place)))
        assert changes(lost)[-1] == {**changes(lost)[-1], "kind": "link", "seat": seat, "by": "host", "name": "Bernard"}
    await house.until_absent()
    assert (await anne.table(table))["chairs"][seat]["away"]
    assert (await again.post("/api/take-seat", {"token": token}))["yours"] == [seat]
    async with bernard.at(table) as lost:
        # Whoever had the seat sees the table as a spectator from now on.
        assert lost.seat is None
        assert changes(lost)[-1] == {**changes(lost)[-1], "kind": "hand_over", "by": "host", "to": "Bernie"}
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
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", seats=2)
    await anne.start(table)
    token = (await anne.do(table, "seats/0/link"))["token"]
    await refused("bad_link", bernard.post("/api/me/come-back", {"token": token}))
    token = (await anne.do(table, "seats/0/link"))["token"]
    house.timer.jump(HOUR + 1)
    await refused("bad_link", bernard.post("/api/take-seat", {"token": token}))
    mine = (await anne.post("/api/me/link"))["token"]
    await refused("bad_link", bernard.post("/api/take-seat", {"token": mine}))


async def test_a_seat_taken_over_is_played_by_its_person_again(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 100}, seats=2, time_limits={"seconds": 30})
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


async def test_of_keys_only_hashes_are_kept(house: OpenHouse, database: str) -> None:
    """Whoever has the database can play nobody's seat: no cookie, no token and no link is in any byte of it."""
    anne, bernard, phone = [await house.guest(name) for name in ("Anne", "Bernard", "")]
    table = await anne.create_table("toy_nim", options={"players": 3, "heap": 30}, open=True)
    await bernard.sit(table)
    token = (await anne.do(table, "seats/2/program", {"name": "Deep Fork"}))["token"]
    used = (await anne.post("/api/me/link"))["token"]
    await phone.post("/api/me/come-back", {"token": used})
    await anne.start(table)
    names = [chair["name"] for chair in (await anne.table(table))["chairs"]]
    asked = ("me/link", f"tables/{table}/seats/{names.index('Bernard')}/link")
    links = [(await anne.post(f"/api/{path}"))["token"] for path in asked]
    cookies = [person.http.cookies["tablee_guest"] for person in (anne, bernard, phone)]
    async with anne.at(table) as hers, bernard.at(table) as his, phone.at(table, token=token) as program:
        await asyncio.gather(*(place.play_out() for place in (hers, his, program)))
        await program.ask("say", text="well played")
    kept, raw = database_text(database), database_bytes(database)
    for key in (*cookies, token, *links):
        assert hashed(key) in kept  # this is where it would be
        for written in (key, urlsafe_b64decode(f"{key}=").hex()):
            assert written not in kept
            assert written.encode() not in raw
        assert urlsafe_b64decode(f"{key}=") not in raw
    assert used not in kept
    assert used.encode() not in raw
    assert house.admin_token not in kept
