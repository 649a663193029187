"""Playing on from a step of a record against bots: the log says what was copied, and the new record holds."""

import asyncio

import pytest
from tests.server.guest_client import refused
from tests.server.house_in_process import OpenHouse, on_sqlite
from tests.server.test_replays import finished, recorded

import tablee
from tablee.core import record as records
from tablee.core.errors import BadRecord
from tablee.core.verify import verify
from tablee.server.table.table import table_from_log

pytestmark = [pytest.mark.anyio, pytest.mark.two_by_night]


@on_sqlite
@pytest.mark.parametrize("name", list(tablee.GAMES))
async def test_a_finished_match_goes_on_otherwise(house: OpenHouse, name: str) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    old = await finished(anne, name)
    record = await anne.get(f"/api/tables/{old}/record")
    step = len(record["entries"]) // 2
    told = await bernard.do(old, "from-here", {"step": step, "seat": 1, "bots": "random"})
    new = told["id"]
    assert told["status"] == "playing"
    assert told["yours"] == [1]
    assert not told["open"]
    assert told["origin"] == {"kind": "table", "id": old, "step": step}
    assert (await bernard.table(old))["origin"] is None
    assert [chair["kind"] for chair in told["chairs"]] == [
        "person" if seat == 1 else "bot" for seat in range(len(told["chairs"]))
    ]
    async with bernard.at(new) as place:
        await place.play_out()
    again = await bernard.get(f"/api/tables/{new}/record")
    assert again["entries"][:step] == record["entries"][:step]
    assert again["fairness"]["copied"] == step
    verified = verify(again)
    assert verified.copied == step
    drawn = sum(entry["seat"] == "chance" for entry in again["entries"][step:])
    assert verified.chance_checked == drawn
    # The log tells the same table to whoever reads it later.
    table = await house.inside(new)
    assert table_from_log(table.setup, await house.house.store.tables.rows(new)).record() == table.record()
    if drawn:
        pretended = {key: value for key, value in again.items() if key not in ("checksum", "format")}
        pretended["fairness"] = {**again["fairness"], "copied": 0}
        with pytest.raises(BadRecord):
            verify(records.sealed(pretended))


async def test_a_record_brought_along_goes_on_and_further(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    brought = (await anne.post("/api/records", recorded("toy_nim", heap=20)))["id"]
    path = f"/api/records/{brought}/from-here"
    told = await anne.post(path, {"step": 3, "seat": 0})
    assert told["origin"] == {"kind": "record", "id": brought, "step": 3}
    first = await anne.post(path, {"step": 0, "seat": 0})
    assert first["origin"]["step"] == 0
    last = (await anne.get(f"/api/records/{brought}"))["entries"]
    await refused("match_over_here", anne.post(path, {"step": len(last), "seat": 0}))
    await refused("no_such_step", anne.post(path, {"step": len(last) + 1, "seat": 0}))
    await refused("unknown_seat", anne.post(path, {"step": 1, "seat": 2}))
    await refused("unknown_level", anne.post(path, {"step": 1, "seat": 1, "bots": "perfect"}))
    await refused("no_such_record", anne.post("/api/records/nowhere/from-here", {"step": 1, "seat": 1}))
    stranger = await house.guest("")
    await refused("name_first", stranger.post(path, {"step": 1, "seat": 1}))


async def test_what_was_copied_cannot_be_taken_back(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 30}, seats=2)
    await anne.start(table)
    async with anne.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))
    told = await anne.do(table, "from-here", {"step": 2, "seat": 0, "bots": "random"})
    async with anne.at(told["id"]) as place:
        assert (await place.ask("undo", seat=0))["code"] == "undo_nothing"
        await place.play_on({"type": "take", "matches": 1})
        await place.until_asked()
        assert (await place.ask("undo", seat=0))["type"] == "done"
        await place.until(lambda there: "since" not in there.table)
        assert len(place.events) == 2


async def test_tables_from_here_count_as_any_others(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    await anne.start(table)
    await refused("match_not_over", anne.do(table, "from-here", {"step": 1, "seat": 0}))
