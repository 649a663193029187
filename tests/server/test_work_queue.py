"""Records are replayed on the side and a few at a time, whoever brings them."""

import asyncio
import threading
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock

import pytest
from tests.patience import PATIENCE, until
from tests.server.databases import SqliteFiles
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.toy_nim import ToyNim

import tablee
from tablee.core import record as records
from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.core.texts import LANGS
from tablee.server.http.work_queue import RETRY_SECONDS, WorkQueue
from tablee.server.refusals import Refused

pytestmark = [pytest.mark.anyio]


def a_record() -> dict[str, Any]:
    match = Match(tablee.game("toy_nim", heap=3))
    match.play(Seat(0), match.game.action({"type": "take", "matches": 3}))
    return dict(records.opened(match.record()))


async def test_so_many_read_so_many_wait_and_the_next_comes_again() -> None:
    queue, may_go_on, reading = WorkQueue(at_once=2, waiting=3), threading.Event(), []

    def read(number: int) -> int:
        reading.append(number)
        may_go_on.wait(PATIENCE)
        return number

    work = [asyncio.create_task(queue.run(read, number)) for number in range(5)]
    await asyncio.sleep(0)
    with pytest.raises(Refused) as refused:
        await queue.run(read, 5)
    assert (refused.value.code, refused.value.status, refused.value.wait) == ("queue_full", 429, RETRY_SECONDS)
    assert all(str(RETRY_SECONDS) in refused.value.say(lang) for lang in LANGS)
    await until(lambda: len(reading) >= 2)
    assert sorted(reading) == [0, 1]
    may_go_on.set()
    assert await asyncio.gather(*work) == list(range(5))
    assert await queue.run(read, 6) == 6


async def test_work_that_fails_leaves_its_place() -> None:
    queue = WorkQueue(at_once=1, waiting=0)
    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            await queue.run(divmod, 1, 0)
    assert await queue.run(divmod, 7, 2) == (3, 1)


async def test_an_address_brings_so_many_records(sqlite_files: SqliteFiles, tmp_path: Path) -> None:
    settings = generous_settings(await sqlite_files.fresh(), tmp_path, requests_per_second=40.0)
    async with open_house(settings) as house:
        stranger = await house.guest("")
        record = a_record()
        for _ in range(20):
            await stranger.post("/api/records", record)
        refused = await stranger.http.post("/api/records", json=record)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_fast")
        assert refused.headers["Retry-After"] == "1"
        house.timer.jump(1)
        await stranger.post("/api/records", record)


@on_sqlite
async def test_the_tables_do_not_wait_for_somebody_who_looks_back(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Its entry in the book is made from the log, too, and may come at any time.
    monkeypatch.setattr(house.house.book_writer, "enter_all", AsyncMock())
    anne = await house.guest("Anne")
    record = a_record()
    seen_in: set[threading.Thread] = set()
    start = ToyNim.start

    def watched(game: ToyNim) -> Any:
        seen_in.add(threading.current_thread())
        return start(game)

    table = await anne.create_table("toy_nim", options={"heap": 1}, seats=2)
    await anne.start(table)
    async with anne.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))
    monkeypatch.setattr(ToyNim, "start", watched)
    kept = (await anne.post("/api/records", record))["id"]
    for path in (f"/api/tables/{table}/replay", f"/api/records/{kept}/replay?words=fr"):
        assert (await anne.get(path))["last"] == 1
    assert seen_in
    assert threading.current_thread() not in seen_in
