"""Trouble stays where it is: rules that fail, bots that hang or die, logs that cannot be read."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE, until
from tests.server.guest_client import GuestClient, TableClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_postgresql, on_sqlite, open_house
from tests.toy_auction import ToyAuction
from tests.toy_nim import AWAITED, BOT_CURSES, FORGIVEN, CursedNim, Take, ToyNim

from tablee.server.bots import worker_pool
from tablee.server.house.scheduler import GRACE
from tablee.server.table import commands

pytestmark = [pytest.mark.anyio, pytest.mark.two_by_night]


async def cursed(person: GuestClient, curse: str, **given: object) -> str:
    """A table at which things go wrong as soon as the first matches are taken."""
    options = {"heap": 9, "curse": curse}
    return await person.create_table("cursed", options=options, **given)


async def play_elsewhere(person: GuestClient) -> None:
    """A whole match at another table."""
    table = await person.create_table("toy_nim", seats=2)
    await person.start(table)
    async with person.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))


async def is_aside(place: TableClient) -> None:
    await place.until(lambda there: there.table["status"] == "aside")
    assert place.table["view"] is None
    assert place.prompt is None


async def test_a_table_whose_rules_fail_is_put_aside_and_kept(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await cursed(anne, "apply", seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1) as second:
        await first.play_on()
        await second.until_asked()
        rows = await house.house.store.tables.rows(table)
        answer = await second.play()
        assert answer["type"] == "refused"
        assert answer["code"] == "trouble"
        await is_aside(first)
        await is_aside(second)
        await play_elsewhere(anne)
        again = await second.play({"type": "take", "matches": 1}, rows[-1].number)
        assert again["code"] == "wrong_status"
        assert (await second.ask("say", text="what now?"))["type"] == "done"
    kept = await house.house.store.tables.rows(table)
    assert kept[: len(rows)] == rows
    assert [row.kind for row in kept[len(rows) :]] == ["aside", "chat"]
    trouble = kept[len(rows)].data["trouble"]
    assert trouble in answer["sentence"]
    assert sum(each.metrics.registry.get_sample_value("tablee_trouble_total") or 0 for each in house.houses) == 1
    # Whoever comes later sees it, too.
    async with anne.at(table) as late:
        await is_aside(late)
    assert (await anne.table(table))["status"] == "aside"


async def test_a_table_that_can_no_longer_be_looked_at_is_put_aside(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await cursed(anne, "view", seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1) as second:
        assert (await first.play())["type"] == "done"  # it is saved, whatever comes of it
        await is_aside(first)
        await is_aside(second)
        await play_elsewhere(anne)


async def test_an_administrator_restores_a_table(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    anne = await house.guest("Anne")
    table = await cursed(anne, "apply", seats=2)
    await anne.start(table)
    headers = {"Authorization": f"Bearer {house.admin_token}"}
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1) as second:
        await first.play_on()
        await second.until_asked()
        await second.play()
        await is_aside(second)
        monkeypatch.setattr(CursedNim, "apply", ToyNim.apply)  # a new version of the house
        response = await anne.http.post(f"/api/admin/tables/{table}/restore", headers=headers)
        assert response.json()["status"] == "playing"
        for place in (first, second):
            await place.until(lambda there: there.table["status"] == "playing")
        await asyncio.gather(first.play_out(), second.play_out())
    record = await anne.get(f"/api/tables/{table}/record")
    assert record["result"]["winners"]


async def test_a_house_opens_although_one_of_its_tables_cannot_be_read(
    database: str, tmp_path: Path, house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne = await house.guest("Anne")
    broken = await anne.create_table("cursed", options={"heap": 60, "curse": "apply"}, seats=2, open=True)
    sound = await anne.create_table("toy_nim", seats=2, open=True)
    old = await anne.create_table("toy_auction", options={"players": 2}, seats=2, open=True)
    for table in (broken, sound, old):
        await anne.start(table)
    async with anne.at(broken, seat=0) as first:
        await first.play_on()
    monkeypatch.setattr(CursedNim, "_fails", lambda *_: True)
    monkeypatch.setattr(ToyAuction, "rules_version", 99)
    await house.leave_tables()
    async with open_house(generous_settings(database, tmp_path / "again")) as again:
        stranger = await again.guest("")
        assert [table["id"] for table in await stranger.get("/api/tables")] == [sound]
        assert (await refused("trouble", stranger.table(broken))).status == 500
        assert (await refused("old_rules", stranger.table(old))).status == 409
        async with stranger.at(sound) as watching:
            assert watching.table["status"] == "playing"
    # The log is as it was: when the rules are mended, the match goes on.
    monkeypatch.undo()
    assert len(await house.house.store.tables.rows(broken)) == 4


@on_sqlite
@pytest.mark.parametrize("curse", BOT_CURSES)
async def test_a_bot_that_fails_once_is_replaced_by_the_level_below(
    house: OpenHouse, curse: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    struck = tmp_path / "struck"
    monkeypatch.setenv(FORGIVEN, str(struck))
    if curse == "bot_hangs":
        # Before it hangs it only writes a file; any other has all the time it needs.
        monkeypatch.setattr(worker_pool, "_max_seconds", lambda _level: PATIENCE if struck.exists() else 5.0)
    asked = asked_levels(monkeypatch)
    anne = await house.guest("Anne")
    table = await cursed(anne, curse, bots=["cuisinier"])
    await anne.start(table)
    async with anne.at(table) as hers:
        await hers.play_out()
        assert hers.table["status"] == "over"
        turns = [event["event"]["seat"] for event in hers.events]
        assert turns == [number % 2 for number in range(len(turns))]  # nobody was passed over, nobody played twice
    assert struck.exists()
    failed = [record for record in caplog.records if record.name == "tablee.bots"]
    assert [(record.message, vars(record)["level"]) for record in failed] == [("bot failed", "cuisinier:cautious")]
    # For that move only: whatever it was, before and after it the bot that sits there plays.
    which = asked.index("commis")
    assert asked == ["cuisinier:cautious"] * which + ["commis"] + ["cuisinier:cautious"] * (len(asked) - which - 1)


def asked_levels(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Which levels are asked for a choice from now on."""
    asked: list[str] = []
    choosing = worker_pool.Worker.choose

    async def choose(worker: worker_pool.Worker, game: Any, view: Any, level: str) -> Any:
        asked.append(level)
        return await choosing(worker, game, view, level)

    monkeypatch.setattr(worker_pool.Worker, "choose", choose)
    return asked


@on_sqlite
async def test_while_a_bot_thinks_everybody_else_plays_on(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It thinks until whole matches are over elsewhere, of people and of bots; only then does it choose."""
    awaited = tmp_path / "over"
    monkeypatch.setenv(AWAITED, str(awaited))
    async with open_house(generous_settings(database, tmp_path, bot_workers=2)) as house:
        anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
        table = await cursed(anne, "bot_ponders", bots=["random"])
        await anne.start(table)
        live = await house.house.live(table)
        async with anne.at(table) as hers:
            await hers.play_on()
            version = hers.version
            assert live.bot_tasks
            await play_elsewhere(bernard)
            against = await bernard.create_table("toy_nim", options={"players": 3}, bots=["random"] * 2)
            await bernard.start(against)
            async with bernard.at(against) as his:
                await his.play_out()
                assert his.table["status"] == "over"
            assert (await hers.ask("say", text="Well?"))["version"] == version + 1
            assert live.bot_tasks
            awaited.touch()
            await hers.play_out()
            assert hers.table["status"] == "over"


@on_sqlite
@pytest.mark.parametrize("curse", BOT_CURSES)
async def test_a_bot_that_always_fails_stops_its_own_table_only(
    house: OpenHouse, curse: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """There is one process for bots here; those at other tables wait for their turn and get it."""
    if curse == "bot_hangs":  # only those who hang have little time
        monkeypatch.setattr(worker_pool, "_max_seconds", lambda level: 1.0 if level == "random" else PATIENCE)
    anne = await house.guest("Anne")
    bad = await cursed(anne, curse, bots=["random"])
    good = [
        await anne.create_table("toy_nim", options={"players": 3, "heap": 20}, bots=["commis"] * 2) for _ in range(3)
    ]
    for table in (bad, *good):
        await anne.start(table)

    async def in_trouble() -> None:
        async with anne.at(bad) as hers:
            await hers.until(lambda place: place.table["status"] == "aside" or (place.prompt and place.version))
            if hers.table["status"] == "playing":
                await hers.play_out()
            assert hers.table["status"] == "aside"

    async def in_order(table: str) -> None:
        async with anne.at(table) as hers:
            await hers.play_out()
            assert hers.table["status"] == "over"

    await asyncio.gather(in_trouble(), *map(in_order, good))


@on_sqlite
async def test_a_bot_does_not_play_over_whoever_came_back(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """It was thinking when its person came back: what it thought of is forgotten."""
    awaited = tmp_path / "happened"
    anne = await house.guest("Anne")
    async with pondering(anne, awaited, monkeypatch) as (table, _), anne.at(table, seat=1) as second:
        live = await house.house.live(table)
        [thinking] = live.bot_tasks.values()
        await second.until_asked()
        version = (await second.ask("back", seat=1))["version"]
        awaited.touch()
        await asyncio.wait([thinking])
        assert not live.bot_tasks
        assert live.table.version == version
        assert (await second.play_on())["type"] == "done"


@asynccontextmanager
async def pondering(
    anne: GuestClient, awaited: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[str, TableClient]]:
    """A match in which a bot has taken Anne's second seat, and ponders until a file is there; and her first seat."""
    monkeypatch.setenv(AWAITED, str(awaited))
    table = await cursed(anne, "bot_ponders", seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1):
        await first.play_on()
        await anne.do(table, "seats/1/bot", {"level": "random"})
        yield table, first


@on_sqlite
@pytest.mark.parametrize("what", ["seats/1/person", "close"])
async def test_a_bot_that_is_no_longer_wanted_stops_thinking(
    house: OpenHouse, what: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """There is one process for bots here, and what this bot waits for never happens."""
    anne = await house.guest("Anne")
    async with pondering(anne, tmp_path / "never", monkeypatch) as (table, _):
        live = await house.house.live(table)
        [thinking] = live.bot_tasks.values()
        await anne.do(table, what)
        assert not live.bot_tasks
        await asyncio.wait([thinking])
    against = await anne.create_table("toy_nim", bots=["random"])
    await anne.start(against)
    async with anne.at(against) as hers:
        await hers.play_out()
    assert not [record for record in caplog.records if record.name == "tablee.bots"]


@on_sqlite
async def test_a_bot_called_again_for_the_same_thinks_anew(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Its person came back and left again."""
    awaited = tmp_path / "happened"
    anne = await house.guest("Anne")
    async with pondering(anne, awaited, monkeypatch) as (table, first):
        await anne.do(table, "seats/1/person")
        awaited.touch()
        await anne.do(table, "seats/1/bot", {"level": "random"})
        await first.until_asked()


@on_sqlite
async def test_a_bot_whose_answer_came_from_elsewhere_does_not_think(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process was quicker, while this bot waited for its turn to think."""
    asked = asked_levels(monkeypatch)
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 30}, seats=2)
    await anne.start(table)
    live, busy = await house.house.live(table), worker_pool.WorkerRequest("somebody", "elsewhere", 0, "random")
    async with house.pool.worker(busy), house.pool.worker(busy):
        await anne.do(table, "seats/0/bot", {"level": "random"})
        [((seat, prompt), waiting)] = live.bot_tasks.items()
        await house.house.change(live, lambda there, at: commands.play(there, seat, prompt, Take(1), at))
    await waiting
    assert not asked
    assert live.table.awaited == (1,)


@on_sqlite
async def test_a_level_the_house_does_not_have_is_played_by_another(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", bots=["random"])
    inside = (await house.house.live(table)).table
    inside.chairs[1] = replace(inside.chairs[1], bot="grand chef")
    await anne.start(table)
    async with anne.at(table) as hers:
        await hers.play_out()


@on_postgresql
async def test_bots_are_left_to_the_home_of_their_table_for_a_while(
    house: OpenHouse, database: str, tmp_path: Path
) -> None:
    anne = await house.guest("Anne")
    async with open_house(generous_settings(database, tmp_path / "other")) as other:
        table = await anne.create_table("toy_nim", options={"heap": 60}, bots=["random"])
        assert house.house.homes is not None
        assert await house.house.homes.claim(table)
        there = await other.house.live(table)
        await other.house.remote_readers.watch(there)
        house.house.scheduler.close()  # the home is about to die
        await anne.start(table)
        async with anne.at(table) as hers:
            if hers.mine == 0:
                await hers.play_on()
            await until(lambda: there.table.version >= hers.version)
            assert not there.bot_tasks
            await other.timer.let_pass(GRACE)
            await hers.until_asked()


@on_sqlite
async def test_what_is_being_written_when_the_house_closes_is_written(database: str, tmp_path: Path) -> None:
    """To cancel it would leave the database locked for whoever opens it next."""
    begun = asyncio.Event()

    async def write(house: OpenHouse) -> None:
        async with house.house.store._engine.begin() as connection:
            await connection.exec_driver_sql("INSERT INTO house_keys (name, value) VALUES ('door', 'brass')")
            begun.set()
            for _ in range(100):
                await asyncio.sleep(0)

    settings = generous_settings(database, tmp_path)
    async with open_house(settings) as house:
        house.house.spawn(write(house))
        await begun.wait()
    async with open_house(settings) as house:
        assert await house.house.store.house_keys.value("door", lambda: "iron") == "brass"
