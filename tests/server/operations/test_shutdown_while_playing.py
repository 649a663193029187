"""Closing a house while people play: nothing is lost, everybody is told."""

import asyncio
import signal
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests.patience import until
from tests.server.guest_client import GuestClient, TableClient, guest_client, is_asked
from tests.server.operations.serve_command import serve_command
from websockets.exceptions import ConnectionClosed

pytestmark = pytest.mark.anyio

GOING_AWAY = 1001


async def play_until_closed(place: TableClient, acknowledged: list[int]) -> None:
    """Play as fast as one can; note what was acknowledged."""
    while place.closed is None:
        await place.until(lambda there: there.closed or is_over(there) or is_asked(there))
        if is_over(place) or not is_asked(place):
            return
        try:
            answer = await place.play()
        except (ConnectionClosed, ConnectionError, asyncio.CancelledError):
            return  # the house closed before it answered
        if answer["type"] == "done":
            acknowledged.append(answer["version"])
            await place.until(lambda there: there.closed or there.version >= acknowledged[-1])


def is_over(place: TableClient) -> bool:
    return bool(place.table["status"] == "over")


async def long_tables(anne: GuestClient, number: int) -> list[str]:
    """Tables where one person plays all the seats of long matches."""
    tables = [await anne.create_table(options={"players": 3, "rounds": 40}, seats=3) for _ in range(number)]
    for table in tables:
        await anne.start(table)
    return tables


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGKILL])
async def test_what_was_acknowledged_is_there_after_the_next_start(tmp_path: Path, how: signal.Signals) -> None:
    acknowledged: dict[str, list[int]] = {}
    with serve_command(tmp_path / "data") as house:
        async with guest_client(house.url, "Anne") as anne:
            tables = await long_tables(anne, 4)
            cookies = dict(anne.http.cookies)
            playing = asyncio.gather(*(_play(anne, table, acknowledged) for table in tables))
            # In the middle of it: something was acknowledged at each of the tables.
            await until(lambda: len(acknowledged) == len(tables) and all(map(len, acknowledged.values())))
            status, _ = await asyncio.to_thread(house.stop, how)
            places = [place for there in await playing for place in there]
    assert status == (0 if how is signal.SIGTERM else -signal.SIGKILL)
    if how is signal.SIGTERM:
        assert {place.closed for place in places} == {GOING_AWAY}
    with serve_command(tmp_path / "data") as house:
        async with guest_client(house.url, "") as anne:
            anne.http.cookies.update(cookies)
            for table in tables:
                numbers, kept = acknowledged[table], rows(house.data_dir, table)
                assert numbers
                assert set(numbers) <= {number for number, kind in kept if kind == "play"}
                assert [number for number, _ in kept] == list(range(1, len(kept) + 1))
                async with anne.at(table) as place:
                    assert place.version == len(kept)
            async with anne.at_all(tables[0]) as seats:
                await asyncio.gather(*(place.play_out() for place in seats))
                assert seats[0].table["status"] == "over"


async def _play(anne: GuestClient, table: str, acknowledged: dict[str, list[int]]) -> list[TableClient]:
    mine = acknowledged[table] = []
    async with anne.at_all(table) as places:
        await asyncio.gather(*(play_until_closed(place, mine) for place in places))
    return places


def rows(data_dir: Path, table: str) -> list[tuple[int, str]]:
    """What the database keeps of a table."""
    with closing(sqlite3.connect(data_dir / "tablee.sqlite")) as database:
        query = "SELECT number, kind FROM entries WHERE table_id = ? ORDER BY number"
        return database.execute(query, (table,)).fetchall()


async def test_whoever_only_watches_is_told_too(tmp_path: Path) -> None:
    with serve_command(tmp_path / "data") as house:
        async with guest_client(house.url, "Anne") as anne, guest_client(house.url, "") as stranger:
            table = await anne.create_table(open=True)
            async with anne.at(table) as place, stranger.at(table) as watching:
                status, _ = await asyncio.to_thread(house.stop)
                await place.until(lambda there: there.closed)
                await watching.until(lambda there: there.closed)
    assert (status, place.closed, watching.closed) == (0, GOING_AWAY, GOING_AWAY)
    assert [line["severity"] for line in house.lines] == ["info", "info"]


async def test_the_processes_of_bots_end_with_a_house_that_is_killed(tmp_path: Path) -> None:
    with serve_command(tmp_path / "data") as house:
        async with guest_client(house.url, "Anne") as anne:
            table = await anne.create_table(options={"players": 2, "rounds": 3}, bots=["random"])
            await anne.start(table)
            async with anne.at(table) as place:
                await place.until(lambda there: there.version > 3)
                bots = children(house.process.pid)
                assert bots
        house.kill()
        await until(lambda: not any(map(is_running, bots)))


def children(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="ascii").split()]


def is_running(pid: int) -> bool:
    try:
        status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    except (FileNotFoundError, ProcessLookupError):
        return False
    return "State:\tZ" not in status
