"""The results of ended matches are kept for the book; those of earlier versions are filled in."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from alembic import command
from sqlalchemy import delete, text
from sqlalchemy.exc import OperationalError
from tests.server.guest_client import GuestClient
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.server.logged_table import LoggedTable
from tests.server.member_client import join
from tests.server.test_clocks import ONE, THREE, TWO, bidding
from tests.server.test_members import played
from tests.toy_nim import Take, ToyNim

from tablee.server.house.match_index import DONE, fill_in_matches, missing_matches
from tablee.server.store import database as databases_of_the_house
from tablee.server.store import schema
from tablee.server.store.database import engine as open_engine
from tablee.server.store.matches import ended_match
from tablee.server.table import commands

pytestmark = [pytest.mark.anyio]


async def matches(person: GuestClient) -> list[dict[str, Any]]:
    told: list[dict[str, Any]] = await person.get("/api/me/member/matches")
    return told


async def until_filled_in(house: OpenHouse) -> None:
    while await house.house.store.house_rules.value(DONE) is None:
        await asyncio.sleep(0.001)


async def test_a_database_of_the_version_before_gets_its_results(database: str, tmp_path: Path) -> None:
    """The database is taken back to what the version before left, with a match in it; then the house opens on it."""
    async with open_house(generous_settings(database, tmp_path)) as house:
        anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
        table = await played(anne, bernard)
        broken = {"table": await played(anne, await house.guest("Luc"))}
        practice = await anne.do(table, "from-here", {"step": 0, "seat": 0, "bots": "random"})
        async with anne.at(practice["id"]) as place:
            await place.play_out()
        before = await matches(anne)
        assert len(before) == 2  # practice is not counted
        cookies = dict(anne.http.cookies)
    engine = open_engine(database)
    async with engine.begin() as connection:
        await connection.run_sync(lambda sync: command.downgrade(databases_of_the_house._alembic(sync), "0004"))
        await connection.execute(text("UPDATE tables SET rules_version = 99 WHERE id = :table"), broken)
    await engine.dispose()
    async with open_house(generous_settings(database, tmp_path)) as house:
        await until_filled_in(house)
        anne = await house.guest("")
        anne.http.cookies.update(cookies)
        assert await matches(anne) == [match for match in before if match["table"] == table]
        # It is done once.
        async with house.house.store._engine.begin() as connection:
            await connection.execute(text("DELETE FROM match_seats"))
        await house.house.fill_in_matches()
        assert await missing_matches(house.house.store) == []
        assert await matches(anne) == []


@on_sqlite
async def test_an_outage_is_made_up_for_at_the_next_start(house: OpenHouse, caplog: pytest.LogCaptureFixture) -> None:
    anne = await house.guest("Anne")
    await played(anne, await house.guest("Bernard"))
    store = house.house.store
    await until_filled_in(house)
    async with store._engine.begin() as connection:
        for table in (schema.house_rules, schema.match_seats, schema.matches):
            await connection.execute(delete(table))

    async def unreachable(_table: str) -> Any:
        raise OperationalError("", {}, Exception())

    await fill_in_matches(store, unreachable, await missing_matches(store))
    assert "not filled in" in caplog.text
    assert await matches(anne) == []
    await house.house.fill_in_matches()
    await until_filled_in(house)
    assert len(await matches(anne)) == 1


@pytest.mark.usefixtures("quick_passphrases")
async def test_a_copy_of_a_house_of_the_version_before_opens_as_it_was(tmp_path: Path) -> None:
    """The dump was written by the version before members: Anne and Bernard, a match that ended and one that runs."""
    file = tmp_path / "house.sqlite"
    with closing(sqlite3.connect(file)) as connection:
        connection.executescript((Path(__file__).parent / "databases_before" / "0004.sql").read_text("utf-8"))
    async with open_house(generous_settings(f"sqlite+aiosqlite:///{file}", tmp_path)) as house:
        await until_filled_in(house)
        anne = await house.guest("")
        anne.http.cookies.update({"tablee_guest": "phJGaTlBh_LiGqz8odlEC2Aa0_Ee79mc5kGiz3B3Qk8"})
        assert await anne.get("/api/me") == {"name": "Anne"}
        (match,) = await matches(anne)
        assert (match["table"], match["seat"], match["rank"], match["score"]) == ("qs3ajzn3ed", 0, 1, 1)
        await join(anne, "Anne")
        assert [match] == await matches(anne)
        running = await anne.table("4fye5ez2r9")
        assert (running["status"], running["yours"]) == ("playing", [0])
        async with anne.at("4fye5ez2r9") as place:
            await place.play_on()
    assert len(list(tmp_path.glob("house-before-migration-*.sqlite"))) == 1


def test_who_left_is_last_whatever_the_bot_makes_of_it() -> None:
    logged = LoggedTable(ToyNim(players=3, heap=6)).all_sit()
    logged.do(commands.leave, TWO, "random")
    logged.play(ONE, Take(3))
    logged.play(TWO, Take(3))
    match = ended_match(logged.table, logged.now)
    assert match is not None
    assert logged.table.winners() == (TWO,)
    assert [(result.rank, result.has_left) for result in match.seats] == [(1, False), (3, True), (1, False)]


def test_who_forfeits_is_last_and_a_match_that_breaks_off_has_no_scores() -> None:
    logged = bidding(3)
    logged.play(THREE)
    logged.now += 30
    logged.do(commands.timeouts, bot="random")
    match = ended_match(logged.table, logged.now)
    assert match is not None
    assert [(result.rank, result.score) for result in match.seats] == [(3, None), (3, None), (1, None)]
    assert ended_match(bidding(3).table, 0.0) is None
