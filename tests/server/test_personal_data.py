"""What a guest takes along is all that the house keeps of him, and nothing of others."""

import asyncio
from typing import Any

import pytest
from sqlalchemy import text
from tests.server.guest_client import GuestClient
from tests.server.house_in_process import OpenHouse
from tests.server.test_replays import recorded

pytestmark = [pytest.mark.anyio]


async def kinds(person: GuestClient, table: str) -> list[str]:
    kept = await person.get("/api/me/data")
    return [row["kind"] for row in kept["log"] if row["table"] == table]


async def test_what_happened_to_his_seats_is_told(house: OpenHouse) -> None:
    zoe, anne = await house.guest("Zoé"), await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 60})
    for _ in range(2):
        await zoe.sit(table)
        await zoe.do(table, "stand")
    await zoe.sit(table)
    await anne.start(table)
    async with zoe.at(table) as hers, anne.at(table) as other:
        seat = hers.mine
        if seat == 1:
            await other.play_on()
        await hers.play_on()
        assert (await hers.ask("undo", seat=seat))["type"] == "done"  # nobody has chosen since
        await hers.play_on()
        await other.until_version(hers.version)  # not asked still for what was taken back
        await other.play_on()
        await hers.ask("undo", seat=seat)
        await other.ask("answer_undo", seat=other.mine, agree=True)
        await hers.until_asked()
    async with anne.at(table) as other:
        await house.until_absent()
        await anne.do(table, f"seats/{seat}/bot", {"level": "random"})
        await other.until_asked()
    async with zoe.at(table) as hers, anne.at(table) as other:
        await other.until(lambda place: not place.around["chairs"][seat].get("away"))
        await hers.ask("back", seat=seat)
        await other.play_on()
        await other.ask("undo", seat=other.mine)  # none of hers
    assert await kinds(zoe, table) == [
        *("sit", "stand") * 2,
        "sit",
        "undo",
        "ask_undo",
        "undo",
        "away",
        "stand_in",
        "here",
        "back",
    ]
    kept = await zoe.get("/api/me/data")
    # Also what was taken back, and what the bot played.
    rows = await house.house.store.tables.rows(table)
    assert [(move["number"], move["action"]) for move in kept["moves"]] == [
        (row.number, row.data["action"]) for row in rows if row.kind == "play" and row.data["seat"] == seat
    ]
    assert len(kept["moves"]) == 3
    assert "undo" in await kinds(anne, table)
    assert "stand_in" not in await kinds(anne, table)


async def test_a_seat_is_his_while_he_held_it(house: OpenHouse) -> None:
    zoe, anne, bernard = [await house.guest(name) for name in ("Zoé", "Anne", "Bernard")]
    table = await anne.create_table("toy_nim", options={"heap": 60})
    await zoe.sit(table)
    await anne.start(table)
    moves = dict.fromkeys(("zoe", "bernard"), 0)
    async with anne.at(table) as other:
        for name, person in (("zoe", zoe), ("bernard", bernard)):
            async with person.at(table) as place:
                if name == "bernard":
                    await house.until_absent()
                    token = (await anne.do(table, f"seats/{1 - other.mine}/link"))["token"]
                    await bernard.post("/api/take-seat", {"token": token})
                    await place.ask("look", seat=1 - other.mine)
                for _ in range(2):
                    await place.until(lambda there: there.seat is not None)
                    if other.prompt:
                        await other.play_on()
                    await place.play_on()
                    moves[name] += 1
                    await other.until_asked()
    for name, person in (("zoe", zoe), ("bernard", bernard)):
        assert len((await person.get("/api/me/data"))["moves"]) == moves[name]
    assert await kinds(zoe, table) == ["sit", "away", "link"]
    assert await kinds(bernard, table) == ["hand_over"]
    assert "Bernard" not in str(await zoe.get("/api/me/data"))


async def played_out(person: GuestClient, **given: Any) -> str:
    table = await person.create_table("toy_nim", options={"heap": 5}, seats=2, **given)
    await person.start(table)
    async with person.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))
    return table


async def test_tables_that_cannot_be_read_are_not_left_out(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    anne = await house.guest("Anne")
    table = await played_out(anne)
    before = await anne.get("/api/me/data")
    assert before["moves"]
    async with house.house.store._engine.begin() as connection:
        broken = {"table": table, "number": 1000}
        await connection.execute(text("INSERT INTO entries VALUES (:table, :number, 'chat', '{', 0.0)"), broken)
    monkeypatch.setattr("tests.toy_nim.ToyNim.rules_version", 99)
    assert await anne.get("/api/me/data") == before


async def test_records_are_taken_along_as_they_came(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    brought = [recorded("toy_auction", players=2), recorded("toy_nim", seed=2)]
    ids = []
    for record in brought:
        ids.append((await anne.post("/api/records", record))["id"])
        house.timer.jump(1)
    await bernard.post("/api/records", brought[0])
    kept = (await anne.get("/api/me/data"))["records"]
    assert [(taken["id"], taken["record"]) for taken in kept] == list(zip(ids, brought, strict=True))[::-1]
    assert [taken["game"] for taken in kept] == ["toy_nim", "toy_auction"]


async def test_links_that_still_work_are_told(house: OpenHouse) -> None:
    anne, phone = await house.guest("Anne"), await house.guest("")
    used, _ = [(await anne.post("/api/me/link"))["token"] for _ in range(2)]
    await phone.post("/api/me/come-back", {"token": used})
    response = await anne.http.get("/api/me/data")
    assert response.headers["content-type"].startswith("application/json")
    assert response.json() == {
        "name": "Anne",
        "devices": [{"about": "", "added_at": house.timer.now(), "seen_at": house.timer.now()}] * 2,
        "links": [house.timer.now() + 3600],
        "tables": [],
        "moves": [],
        "log": [],
        "records": [],
    }
