"""Rows that cannot be read (something else than this house wrote them) or written: their table stops, others go on."""

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text
from tests.patience import until
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house

from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.store.database import engine

pytestmark = [pytest.mark.anyio, on_sqlite]
UNREADABLE = {"of an unknown kind": ("nonsense", "{}"), "no JSON": ("chat", "{")}


async def execute(house: OpenHouse, statement: str, **values: Any) -> None:
    async with house.house.store._engine.begin() as connection:
        await connection.execute(text(statement), values)


async def write(house: OpenHouse, table: str, kind: str, data: str) -> None:
    version = (await house.inside(table)).version + 1
    insertion = "INSERT INTO entries VALUES (:table, :version, :kind, :data, 0.0)"
    await execute(house, insertion, table=table, version=version, kind=kind, data=data)


async def a_table(anne: GuestClient, **given: Any) -> str:
    table = await anne.create_table("toy_nim", options={"heap": 30}, seats=2, **given)
    await anne.start(table)
    return table


def troubles(house: OpenHouse) -> float | None:
    return house.house.metrics.registry.get_sample_value("tablee_trouble_total")


@pytest.mark.parametrize(("kind", "data"), UNREADABLE.values(), ids=UNREADABLE)
async def test_the_table_is_put_aside_once_and_read_again_when_it_is_mended(
    house: OpenHouse, kind: str, data: str
) -> None:
    anne = await house.guest("Anne")
    table, other = await a_table(anne, time_limits={"seconds": 5.0}), await a_table(anne)
    restore = f"/api/admin/tables/{table}/restore"
    admin = {"Authorization": f"Bearer {house.admin_token}"}
    async with anne.at(table, seat=0) as hers, anne.at(other, seat=0) as elsewhere:
        await write(house, table, kind, data)
        answer = await hers.play()
        assert answer["code"] == "trouble"
        await hers.until(lambda place: place.table["status"] == "aside")
        assert hers.table["view"] is None
        # Nobody tries again by himself, and whoever asks is told the same.
        await house.timer.let_pass(60)
        for again in (await hers.ask("say", text="what now?"), await hers.ask("claim")):
            assert again["sentence"] == answer["sentence"]
        assert (await anne.table(table))["status"] == "aside"
        assert troubles(house) == 1
        assert (await anne.http.post(restore, headers=admin)).json()["code"] == "trouble"
        assert (await elsewhere.play_on())["type"] == "done"
        await execute(house, "DELETE FROM entries WHERE kind = :kind AND data = :data", kind=kind, data=data)
        assert (await anne.http.post(restore, headers=admin)).json()["status"] == "playing"
        await hers.until_asked()
        assert (await hers.play())["type"] == "done"


async def test_a_table_to_which_nothing_can_be_written_is_put_aside_once(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table, other = await a_table(anne), await a_table(anne)
    async with anne.at(table, seat=0) as hers, anne.at(other, seat=0) as elsewhere:
        too_big = "BEGIN SELECT zeroblob(2000000000); END"
        await execute(house, f"CREATE TRIGGER no BEFORE INSERT ON entries WHEN new.table_id = '{table}' {too_big}")
        answer = await hers.play()
        assert answer["code"] == "trouble"
        await hers.until(lambda place: place.table["status"] == "aside")
        assert (await hers.ask("say", text="what now?"))["sentence"] == answer["sentence"]
        assert (await elsewhere.play_on())["type"] == "done"
        assert troubles(house) == 2  # what was played, and that it is put aside
        await execute(house, "DROP TRIGGER no")
        admin = {"Authorization": f"Bearer {house.admin_token}"}
        restored = await anne.http.post(f"/api/admin/tables/{table}/restore", headers=admin)
        assert restored.json()["status"] == "playing"
        await hers.until_asked()
        assert (await hers.play())["type"] == "done"


async def test_rows_heard_of_are_tried_once(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await a_table(anne)
    async with anne.at(table, seat=0) as hers:
        await write(house, table, "nonsense", "{}")
        house.house.on_notice(table, hers.version + 1)
        await hers.until(lambda place: place.table["status"] == "aside")
        house.house.on_notice(table, hers.version + 2)
        house.house.catch_up_all()
        assert (await hers.ask("say", text="what now?"))["code"] == "trouble"
    assert troubles(house) == 1


async def test_a_log_that_was_changed_and_cannot_be_read_any_more(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await a_table(anne)
    async with anne.at(table, seat=0) as hers:
        await execute(house, "UPDATE entries SET kind = 'nonsense' WHERE kind = 'start'")
        house.house.on_notice(table, 0)
        await hers.until(lambda place: place.table["status"] == "aside")
    assert troubles(house) == 1


async def test_a_house_opens_although_a_row_is_no_json(house: OpenHouse, database: str, tmp_path: Path) -> None:
    anne = await house.guest("Anne")
    table = await a_table(anne)
    await write(house, table, "chat", "{")
    async with open_house(generous_settings(database, tmp_path / "again")) as again:
        stranger = await again.guest("")
        await refused("trouble", stranger.table(table))


SETTINGS = {"no JSON": "{", "no time limits": "{}", "other time limits": '{"time_limits": {"seconds": "long"}}'}


@pytest.mark.parametrize("settings", SETTINGS.values(), ids=SETTINGS)
async def test_a_table_made_in_a_way_nobody_understands_hides_no_other(
    house: OpenHouse, database: str, tmp_path: Path, settings: str
) -> None:
    anne = await house.guest("Anne")
    older, table, newer = [await a_table(anne, open=True) for _ in range(3)]
    async with anne.at(table, seat=0) as hers:
        await execute(house, "UPDATE tables SET settings = :settings WHERE id = :table", settings=settings, table=table)
        house.house.on_notice(table, 0)
        await hers.until(lambda place: place.table["status"] == "aside")
    async with open_house(generous_settings(database, tmp_path / "again")) as again:
        assert {older, newer} == set(again.house._live)
        stranger = await again.guest("")
        await refused("trouble", stranger.table(table))
        assert {told["id"] for told in await stranger.get("/api/tables")} == {older, newer}


async def test_a_match_that_cannot_go_on_keeps_no_other_asleep(
    house: OpenHouse, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    anne = await house.guest("Anne")
    older, table, newer = [await a_table(anne, open=True) for _ in range(3)]
    goes_on = House._after_change

    def not_here(self: House, live: LiveTable, *, ours: bool = True) -> None:
        if live.table.setup.id == table:
            raise ValueError
        goes_on(self, live, ours=ours)

    monkeypatch.setattr(House, "_after_change", not_here)
    async with open_house(generous_settings(database, tmp_path / "again")) as again:
        assert {older, newer} < set(again.house._live)
    assert "a match could not be resumed" in caplog.messages


async def test_a_table_is_not_put_aside_because_it_cannot_catch_up_now(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne = await house.guest("Anne")
    table = await a_table(anne)
    async with anne.at(table, seat=0) as hers:
        said = '{"seat": null, "name": "B", "guest": null, "text": "from elsewhere"}'
        await write(house, table, "chat", said)
        with monkeypatch.context() as gone:
            gone.setattr(house.house.store.tables, "_engine", engine("sqlite+aiosqlite:////nowhere/at/all.sqlite"))
            assert (await hers.play())["code"] == "not_saved"
        assert (await hers.play())["type"] == "done"
        assert hers.chat[-1]["text"] == "from elsewhere"
    assert not troubles(house)


async def test_a_table_is_not_put_aside_because_the_database_is_gone(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await a_table(anne)
    async with anne.at(table, seat=0) as hers:
        await execute(house, "ALTER TABLE entries RENAME TO elsewhere")
        assert (await hers.play())["code"] == "not_saved"
        house.house.on_notice(table, hers.version + 1)
        house.house.on_notice(table, 0)
        assert (await hers.play())["code"] == "not_saved"
        await execute(house, "ALTER TABLE elsewhere RENAME TO entries")
        assert (await hers.play())["type"] == "done"


async def test_a_table_that_could_not_be_put_aside_while_the_database_was_gone_can_be_later(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await a_table(anne)
    live = await house.house.live(table)
    async with anne.at(table, seat=0) as hers:
        await execute(house, "ALTER TABLE entries RENAME TO elsewhere")
        house.house._changes.put_aside(live, ValueError())
        await until(lambda: not live.is_being_put_aside)
        await execute(house, "ALTER TABLE elsewhere RENAME TO entries")
        assert not live.trouble
        house.house._changes.put_aside(live, ValueError())
        await hers.until(lambda place: place.table["status"] == "aside")
    assert (await house.house.store.tables.rows(table))[-1].kind == "aside"
