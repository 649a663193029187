"""Checks of the log in the database: everything acknowledged is there, once and whole."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from tablee.core.seat import CHANCE, Seat
from tablee.core.verify import verify
from tablee.server.store import database
from tablee.server.store.log import Log
from tablee.server.store.store import Store
from tablee.server.table.rows import Row
from tablee.server.table.setup import Setup
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status


@dataclass
class Acknowledged:
    """What the house said it had done."""

    plays: defaultdict[str, list[tuple[int, int, str]]] = field(default_factory=lambda: defaultdict(list))
    """Seat, prompt and action, by table."""
    lines: defaultdict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    """The chat, by table."""
    versions: dict[str, int] = field(default_factory=dict)
    """The last version told, by table."""
    count: int = 0
    """How many choices and lines there are."""
    unchecked: set[str] = field(default_factory=set)
    """The tables where something was acknowledged since they were last checked."""

    def told(self, table: str, version: int) -> None:
        self.versions[table] = max(version, self.versions.get(table, 0))
        self.unchecked.add(table)

    def played(self, table: str, seat: int, prompt: int, action: dict[str, Any], version: int) -> None:
        self.plays[table].append((seat, prompt, repr(action)))
        self.count += 1
        self.told(table, version)

    def said(self, table: str, text: str) -> None:
        self.lines[table].append(text)
        self.count += 1
        self.unchecked.add(table)

    def taken(self, table: str) -> "Acknowledged":
        """What is to be checked of a table now; more may come while we look."""
        version = {table: self.versions[table]}
        kept = Acknowledged(versions=version)
        kept.plays[table], kept.lines[table] = list(self.plays[table]), list(self.lines[table])
        return kept


async def logs(url: str, table_ids: Iterable[str]) -> dict[str, tuple[Setup, list[Row]]]:
    """The logs of some tables, from the database itself."""
    engine = database.engine(url)
    store = Store(engine, Log(database.writing_engine(url)))
    found = {}
    for table_id in table_ids:
        setup = await store.tables.setup(table_id)
        assert setup is not None, f"table {table_id} was acknowledged and is not there"
        found[table_id] = setup, await store.tables.rows(table_id)
    await engine.dispose()
    return found


def answers(setup: Setup, rows: list[Row]) -> tuple[Table, list[tuple[int, int, str]]]:
    """The table its log tells, and which seat answered which prompt with what; nothing in it is half done."""
    assert [row.number for row in rows] == list(range(1, len(rows) + 1))
    table, found = Table(setup), []
    for row in rows:
        if table.match.actors() == (CHANCE,) and table.status is Status.PLAYING:
            assert (row.kind, row.data["seat"]) == ("play", CHANCE), "a choice without what chance drew for it"
        if row.kind == "play" and row.data["seat"] != CHANCE:
            prompt = table.prompts[Seat(row.data["seat"])]
            assert prompt is not None
            found.append((row.data["seat"], prompt, repr(row.data["action"])))
        table.apply_row(row)
    if table.status is Status.PLAYING:
        assert table.match.actors() != (CHANCE,)
    return table, found


async def check(url: str, acknowledged: Acknowledged, *, finished: bool = True) -> None:
    """Everything that was acknowledged is there, nothing is there twice, nothing is half done.

    Unless all matches are `finished`, only tables are looked at where something was acknowledged since the last time.
    """
    changed = set(acknowledged.versions) if finished else acknowledged.unchecked
    now = {table: acknowledged.taken(table) for table in changed}
    acknowledged.unchecked = set()
    for table_id, (setup, rows) in (await logs(url, now)).items():
        _check_table(table_id, now[table_id], setup, rows, finished)


def _check_table(table_id: str, told: Acknowledged, setup: Setup, rows: list[Row], finished: bool) -> None:
    assert len(rows) >= told.versions[table_id], "an acknowledged row is missing"
    table, found = answers(setup, rows)
    assert max(Counter((seat, prompt) for seat, prompt, _ in found).values(), default=1) == 1, "a doubled choice"
    assert not set(told.plays[table_id]) - set(found), "an acknowledged choice is missing"
    said = Counter(row.data["text"] for row in rows if row.kind == "chat")
    assert all(said[text] == 1 for text in told.lines[table_id]), "an acknowledged line is missing or doubled"
    if finished:
        assert table.status is Status.OVER
        verify(table.record())
