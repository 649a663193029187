"""Time limits in the house, which watches all clocks: for days, over restarts and outages. All on virtual time."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.server.guest_client import TableClient, is_asked
from tests.server.house_in_process import (
    OpenHouse,
    generous_settings,
    on_sqlite,
    open_house,
    serve_app,
    until_awake,
)
from tests.server.test_lost_database import without
from tests.server.virtual_time import VirtualTimer

from tablee.core.seat import Seat
from tablee.core.verify import verify
from tablee.server.house import downtime

pytestmark = [pytest.mark.anyio, pytest.mark.two_by_night]
ONE = Seat(0)
DAY = 86400.0


async def test_a_match_that_all_forfeited_is_over_for_all_and_its_record_holds(house: OpenHouse) -> None:
    people = [await house.guest(name) for name in ("Anne", "Bernard", "Claire")]
    limits = {"seconds": 30, "on_timeout": "forfeit"}
    table = await people[0].create_table("toy_auction", options={"players": 3}, time_limits=limits)
    for person in people[1:]:
        await person.sit(table)
    await people[0].start(table)
    async with people[0].at(table) as hers, people[1].at(table) as his:
        await house.timer.let_pass(30)
        for place in (hers, his):
            await place.until(lambda there: there.table["status"] == "over")
            assert "winners" not in place.table
            assert [chair["forfeited"] for chair in place.around["chairs"]] == [True] * 3
        assert [row.kind for row in await house.house.store.tables.rows(table)][-3:] == ["forfeit"] * 3
    assert (await people[2].table(table))["winners"] == []
    record = (await people[2].http.get(f"/api/tables/{table}/record")).text
    assert verify(record).match.winners() == ()
    assert (await people[2].do(table, "rematch"))["status"] == "open"


async def test_a_bot_plays_for_whoever_is_late_until_he_is_back(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 200}, time_limits={"seconds": 30, "reserve": 60})
    await bernard.sit(table)
    await anne.start(table)
    async with anne.at(table) as hers, bernard.at(table) as his:
        late, other = (hers, his) if is_asked(hers) else (his, hers)
        seat = late.seat
        assert seat is not None
        await house.timer.let_pass(89)
        assert not late.around["chairs"][seat].get("absent")
        await house.timer.let_pass(1)
        await other.until_asked()
        assert late.around["chairs"][seat] == {
            "name": _name(late),
            "kind": "person",
            "level": "cuisinier",
            "absent": True,
        }
        assert other.around["chairs"] == late.around["chairs"]
        version = other.version
        await other.play_on()
        # The bot goes on playing, at once.
        await other.until(lambda place: place.version >= version + 2)
        answer = await late.ask("back", seat=seat)
        await late.until_version(answer["version"])
        assert not late.around["chairs"][seat].get("absent")
        if not is_asked(late):
            await other.play_on()
            await late.until_asked()
        assert not (await house.inside(table)).bots_to_play()
        assert (await late.play_on())["type"] == "done"


def _name(place: TableClient) -> str:
    assert place.seat is not None
    return str(place.around["chairs"][place.seat]["name"])


async def test_days_for_a_choice(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", time_limits={"seconds": 3 * DAY, "on_timeout": "forfeit"}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1) as second:
        await house.timer.let_pass(2.9 * DAY)
        await first.play_on()
        await second.until_asked()
        assert second.table["clocks"][1]["deadline"] == pytest.approx(house.timer.now() + 3 * DAY)
        assert second.table["clocks"][0]["deadline"] is None
        await house.timer.let_pass(3 * DAY)
        await first.until(lambda place: place.table["status"] == "over")
        assert first.table["winners"] == [0]
        assert first.around["chairs"][1]["forfeited"]
        await second.until_version(first.version)
        answer = await second.ask("play", seat=1, prompt=0, action={"type": "take", "matches": 1})
        assert answer["code"] == "forfeited"
    record = await anne.get(f"/api/tables/{table}/record")
    assert record["result"] is None


async def test_a_claim_makes_the_house_look_at_the_clocks(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", time_limits={"seconds": 30, "on_timeout": "forfeit"}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=1) as place:
        house.timer.jump(29)
        early = await place.ask("claim")
        assert early == {"type": "done", "id": early["id"], "version": place.version}
        house.timer.jump(1)
        await place.ask("claim")
        await place.until(lambda there: there.table["status"] == "over")
        assert place.table["winners"] == [1]


@on_sqlite
async def test_a_clock_looked_at_too_early_runs_on(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", time_limits={"seconds": 30, "on_timeout": "forfeit"}, seats=2)
    await anne.start(table)
    del house.timer._due[table]  # it calls, and just then the time is set back
    await house.house.scheduler.check_clocks(await house.house.live(table))
    await house.timer.let_pass(30)
    assert (await anne.table(table))["status"] == "over"


async def test_clocks_go_on_after_a_restart(database: str, house: OpenHouse) -> None:
    """The log tells since when a choice is awaited, so another process knows the same deadlines."""
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", time_limits={"seconds": 30, "reserve": 60}, seats=2)
    await anne.start(table)
    house.timer.jump(50)
    async with anne.at(table, seat=0) as place:
        await place.play_on()
    there = await house.inside(table)
    before = [(clock.reserve, clock.deadline) for clock in there.clocks]
    await house.house.reload(table)
    again = await house.inside(table)
    assert again is not there
    assert [(clock.reserve, clock.deadline) for clock in again.clocks] == before


@pytest.mark.parametrize("databases", ["sqlite", "postgresql"], indirect=True)
async def test_a_house_that_was_down_for_a_night_takes_nobodys_time(
    database: str, house: OpenHouse, tmp_path: Path
) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", time_limits={"seconds": 30, "on_timeout": "forfeit"}, seats=2)
    await anne.start(table)
    house.timer.jump(20)
    await house.house.store.heartbeat.beat(house.timer.now())
    later = VirtualTimer(house.timer.now() + DAY)
    async with serve_app(generous_settings(database, tmp_path / "later"), later) as (_, app):
        await until_awake(app.state.house)
        again = (await app.state.house.live(table)).table
        assert again.next_deadline() == (later.now() + 10, ONE)
        assert [row.kind for row in await house.house.store.tables.rows(table)][-1] == "skip"


@pytest.mark.parametrize("databases", ["sqlite", "postgresql"], indirect=True)
async def test_a_clock_set_back_between_two_starts_changes_nothing(
    database: str, house: OpenHouse, tmp_path: Path
) -> None:
    await house.house.store.heartbeat.beat(house.timer.now() + DAY)
    await house.house.store.heartbeat.beat(house.timer.now())
    earlier = VirtualTimer(house.timer.now() - DAY)
    async with serve_app(generous_settings(database, tmp_path / "later"), earlier):
        assert earlier.now() == house.timer.now() + DAY


@on_sqlite
async def test_the_house_writes_down_that_it_runs_while_there_are_clocks(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downtime, "BEAT_SECONDS", 0.0)
    beats, looked = house.house.store.heartbeat, asyncio.Queue[None]()

    def has_clocks() -> bool:
        looked.put_nowait(None)
        return house.house.has_clocks

    running = asyncio.create_task(house.house.downtime.run(has_clocks))
    await looked.get()
    assert await beats.last() == 0
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", time_limits={"seconds": 30}, seats=2)
    await anne.start(table)
    while await beats.last() < house.timer.now():
        await looked.get()
    async with without(house, "heartbeat"):
        for _ in range(2 + looked.qsize()):
            await looked.get()
    running.cancel()


async def test_the_limits_of_a_match_begun_under_the_version_before_hold(tmp_path: Path) -> None:
    """The dump was written when time limits were called pace: 30 seconds, 60 in reserve, one choice made in time."""
    file = tmp_path / "house.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((Path(__file__).parent / "databases_before" / "0007.sql").read_text("utf-8"))
    async with open_house(generous_settings(f"sqlite+aiosqlite:///{file}", tmp_path)) as house:
        stranger = await house.guest("")
        told = await stranger.table("8m6kptecc6")
        assert told["time_limits"] == {"seconds": 30.0, "reserve": 60.0, "on_timeout": "forfeit"}
        await house.timer.let_pass(89)
        assert (await stranger.table("8m6kptecc6"))["status"] == "playing"
        await house.timer.let_pass(1)
        told = await stranger.table("8m6kptecc6")
        assert (told["status"], told["winners"]) == ("over", [0])
