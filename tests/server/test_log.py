"""The writer of the log: rows of many tables share a commit, their faults they do not share."""

import asyncio
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from typing import Any

import pytest
from sqlalchemy import event, text
from tests.patience import PATIENCE
from tests.server.house_in_process import on_postgresql, on_sqlite
from tests.toy_nim import ToyNim

from tablee.server.refusals import Refused
from tablee.server.store import database as databases_of_the_house
from tablee.server.store.log import KEEP_SECONDS, Log, NumberTaken, WriteRequest
from tablee.server.store.store import Store
from tablee.server.table.rows import Row
from tablee.server.table.setup import Setup

pytestmark = pytest.mark.anyio
TABLES = ("a", "b", "c", "d")


@pytest.fixture
async def store(database: str) -> AsyncIterator[Store]:
    """A database with some tables, and its writer at work."""
    engine = databases_of_the_house.engine(database)
    store = Store(engine, Log(databases_of_the_house.writing_engine(database)))
    for table_id in TABLES:
        await store.tables.add(Setup(table_id, ToyNim(), bytes(32), None))
    store.log.start()
    yield store
    await store.log.close()
    await engine.dispose()


def said(table_id: str, number: int = 1, words: Any = "Bonjour") -> WriteRequest:
    return WriteRequest(table_id, [Row(number, "chat", {"text": words}, 1.0)])


async def written(store: Store, *together: WriteRequest) -> list[BaseException | None]:
    """What came of rows that were to be written at one moment."""
    return await asyncio.gather(*map(store.log.write, together), return_exceptions=True)


async def test_rows_that_cannot_be_saved_take_no_others_with_them(store: Store) -> None:
    await store.log.write(said("c"))
    first, unheard_of, taken, last = await written(store, said("a"), said("b", words=object()), said("c"), said("d"))
    assert first is last is None
    assert isinstance(unheard_of, TypeError)
    assert isinstance(taken, NumberTaken)
    assert [len(await store.tables.rows(table_id)) for table_id in TABLES] == [1, 0, 1, 1]


@on_sqlite
async def test_the_writer_looks_often_whether_it_is_its_turn(store: Store, database: str) -> None:
    """Before, it slept for up to a tenth of a second while somebody else wrote, and all moves waited."""
    tried: list[str] = []
    event.listen(store.log._engine, "connect", lambda connection, _: connection.set_trace_callback(tried.append))
    with closing(sqlite3.connect(database.partition("///")[2], isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        writing = asyncio.create_task(store.log.write(said("a")))
        async with asyncio.timeout(PATIENCE):
            while tried.count("BEGIN IMMEDIATE") < 5:
                assert not writing.done()
                await asyncio.sleep(0)
        other.execute("ROLLBACK")
        await writing
    assert len(await store.tables.rows("a")) == 1


@on_postgresql
async def test_rows_of_which_nobody_else_has_to_hear_are_one_statement(store: Store) -> None:
    def private(table_id: str, number: int) -> WriteRequest:
        return WriteRequest(table_id, [Row(number, "chat", {}, 1.0)], is_private=True)

    assert await written(store, private("a", 1), private("b", 1)) == [None, None]
    kept = store.log._kept
    assert await written(store, private("a", 2)) == [None]
    assert store.log._kept is kept, "the connection is kept while there is much to write"
    store.log._used_at -= KEEP_SECONDS
    assert await written(store, private("a", 3)) == [None]
    assert store.log._kept is not kept, "after a pause it is checked first"
    taken, free = await written(store, private("a", 3), private("c", 1))
    assert isinstance(taken, NumberTaken)
    assert free is None
    assert [len(await store.tables.rows(table_id)) for table_id in TABLES] == [3, 1, 1, 0]


@on_sqlite
async def test_a_database_that_is_gone_is_tried_once_and_fails_all(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    async with store._engine.begin() as connection:
        await connection.execute(text("ALTER TABLE entries RENAME TO elsewhere"))
    problems = await written(store, *map(said, TABLES))
    assert [isinstance(problem, Refused) and problem.code for problem in problems] == ["not_saved"] * len(TABLES)
    assert len(caplog.records) == 1
