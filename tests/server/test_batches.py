"""What is asked of a table at one moment is checked in order, saved together, and answered one by one."""

import asyncio

import pytest
from sqlalchemy import text
from tests.server.house_in_process import OpenHouse, on_sqlite

from tablee.core.seat import Seat
from tablee.server.house.live_table import LiveTable
from tablee.server.refusals import Refused, Resent
from tablee.server.table import commands
from tablee.server.table.command_parts import TableCommand
from tablee.server.table.rows import Draft, Row
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

pytestmark = [pytest.mark.anyio, on_sqlite]


async def a_table(house: OpenHouse) -> LiveTable:
    """Two seats, 30 matches, nobody has taken any."""
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 30}, seats=2)
    await anne.start(table)
    return await house.house.live(table)


def take(live: LiveTable, seat: int, prompt: int, matches: int = 1) -> TableCommand:
    action = live.table.game.action({"type": "take", "matches": matches})
    return lambda table, at: commands.play(table, Seat(seat), prompt, action, at)


def nonsense(table: Table, at: float) -> Draft:
    """Rows that cannot be taken in: a bug of the house."""
    return Draft([Row(table.version + 1, "nonsense", {}, at)])


async def outcomes(house: OpenHouse, live: LiveTable, *given: TableCommand) -> list[int | BaseException]:
    return await asyncio.gather(*(house.house.change(live, command) for command in given), return_exceptions=True)


async def test_commands_of_one_moment_follow_each_other(house: OpenHouse) -> None:
    live = await a_table(house)
    start = live.table.version
    commits = house.house.metrics.registry.get_sample_value("tablee_commit_seconds_count")
    first, again, stale, second = await outcomes(
        house,
        live,
        take(live, 0, start),
        take(live, 0, start),
        take(live, 0, start, 2),
        take(live, 1, start + 1),
    )
    assert first == second == live.table.version == start + 2
    assert isinstance(again, Resent)
    assert isinstance(stale, Refused)
    assert [play.seat for play in live.table.match.log] == [0, 1]
    assert house.house.metrics.registry.get_sample_value("tablee_commit_seconds_count") == (commits or 0) + 1
    assert [row.number for row in await house.house.store.tables.rows(live.table.setup.id, start)] == [
        start + 1,
        start + 2,
    ]


async def test_what_is_not_saved_is_not_acknowledged_to_anybody(house: OpenHouse) -> None:
    live = await a_table(house)
    start = live.table.version
    await rename(house, "entries", "elsewhere")
    first, again, stale, gone = await asyncio.gather(
        house.house.change(live, take(live, 0, start)),
        house.house.change(live, take(live, 0, start)),
        house.house.change(live, take(live, 1, start)),
        given_up(house, live, take(live, 1, start + 1)),
        return_exceptions=True,
    )
    assert isinstance(first, Refused)
    assert isinstance(again, Refused)
    assert first.code == again.code == "not_saved"
    assert isinstance(stale, Refused)
    assert stale.code == "stale_prompt"
    assert isinstance(gone, asyncio.CancelledError)
    assert live.table.version == start
    await rename(house, "elsewhere", "entries")
    # Whoever does not wait for the answer has asked nevertheless.
    with pytest.raises(asyncio.CancelledError):
        await given_up(house, live, take(live, 0, start))
    assert await house.house.change(live, take(live, 1, start + 1)) == start + 2


async def rename(house: OpenHouse, old: str, new: str) -> None:
    async with house.house.store._engine.begin() as connection:
        await connection.execute(text(f"ALTER TABLE {old} RENAME TO {new}"))


async def given_up(house: OpenHouse, live: LiveTable, command: TableCommand) -> int:
    """Ask, and go away before the answer."""
    asking = asyncio.create_task(house.house.change(live, command))
    await asyncio.sleep(0)
    asking.cancel()
    return await asking


async def test_a_bug_puts_the_table_aside_and_leaves_nobody_waiting(house: OpenHouse) -> None:
    live = await a_table(house)
    answers = await outcomes(house, live, nonsense, take(live, 0, live.table.version))
    assert [getattr(answer, "code", None) for answer in answers] == ["trouble", "trouble"]
    while live.table.status is not Status.ASIDE:
        await asyncio.sleep(0)


async def test_rows_from_elsewhere_that_cannot_be_read_leave_nobody_waiting(house: OpenHouse) -> None:
    live = await a_table(house)
    values = {"table": live.table.setup.id, "number": live.table.version + 1}
    async with house.house.store._engine.begin() as connection:
        await connection.execute(text("INSERT INTO entries VALUES (:table, :number, 'nonsense', '{}', 0.0)"), values)
    with pytest.raises(Refused) as refused:
        await house.house.change(live, take(live, 0, live.table.version))
    assert refused.value.code == "trouble"


async def test_whoever_says_a_lot_at_once_is_heard_to_the_end(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    async with anne.at(table) as place:
        answers = await asyncio.gather(*(place.ask("look", seat=None) for _ in range(300)))
    assert {answer["type"] for answer in answers} == {"done"}
