"""Which process plays which table, as the database has it. Only PostgreSQL is shared by several processes.

A process that does not renew its lease is deleted, and with it its tables become free. All times are the database's, so
the clocks of the machines do not matter.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from sqlalchemy import delete, func, insert, or_, select, true, update
from sqlalchemy.dialects import postgresql
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store import schema
from tablee.server.store.outages import SilenceWatch, watched

LEASE_SECONDS: Final = 5.0
"""A process that has not renewed its lease for so long counts as dead."""

_NOW: Final = func.extract("epoch", func.clock_timestamp())


class Process(msgspec.Struct, frozen=True):
    """A process of the house."""

    id: str
    path: str
    """The Unix socket at which processes of the same machine reach it; empty: none."""
    address: str
    """The host and port at which processes of other machines reach it; empty: none."""
    token: str
    """Whoever calls it shows this: only those who can read the database know it."""


@watched()
class HomeStore:
    """The processes of the house, and the tables that each of them plays."""

    def __init__(self, engine: AsyncEngine, watch: SilenceWatch) -> None:
        self._engine = engine
        self.watch = watch

    async def register(self, process: Process) -> None:
        values = msgspec.to_builtins(process) | {"lease_until": _NOW + LEASE_SECONDS}
        async with self._engine.begin() as connection:
            await connection.execute(insert(schema.processes).values(values))

    async def renew(self, process_id: str) -> bool:
        """Renew the lease of a process; returns False if it has been declared dead."""
        processes = schema.processes
        query = update(processes).where(processes.c.id == process_id).values(lease_until=_NOW + LEASE_SECONDS)
        async with self._engine.begin() as connection:
            return (await connection.execute(query)).rowcount == 1

    async def remove(self, process_id: str) -> None:
        """Remove a process that has ended; its tables become free."""
        async with self._engine.begin() as connection:
            await connection.execute(delete(schema.processes).where(schema.processes.c.id == process_id))

    async def remove_dead(self) -> None:
        """Remove the processes whose lease has run out.

        A lease that is just being renewed is waited for: PostgreSQL looks at the row again before it deletes it.
        """
        async with self._engine.begin() as connection:
            await connection.execute(delete(schema.processes).where(schema.processes.c.lease_until < _NOW))

    async def processes(self) -> list[Process]:
        """All processes, in a fixed order."""
        columns = schema.processes.c
        query = select(columns.id, columns.path, columns.address, columns.token).order_by(columns.id)
        async with self._engine.connect() as connection:
            return [Process(*row) for row in (await connection.execute(query)).all()]

    async def claim(self, table_id: str, process_id: str) -> str | None:
        """Give a table to a process if it has none; returns the one it has. None: there is no such table or process."""
        tables, processes, homes = schema.tables.c, schema.processes.c, schema.homes
        both = schema.tables.join(schema.processes, true())
        found = select(tables.id, processes.id).select_from(both)
        found = found.where(tables.id == table_id, processes.id == process_id)
        # Locked, so that the process is not removed before its table is written down; its lease can still be renewed.
        locked = found.with_for_update(read=True, key_share=True, of=schema.processes)
        query = postgresql.insert(homes).from_select(["table_id", "process"], locked).on_conflict_do_nothing()
        async with self._engine.begin() as connection:
            current = select(homes.c.process).where(homes.c.table_id == table_id)
            if (home := (await connection.execute(current)).scalar_one_or_none()) is None:
                await connection.execute(query)
                home = (await connection.execute(current)).scalar_one_or_none()
        return home

    async def to_take_up(self, process_id: str) -> list[tuple[str, str | None]]:
        """The tables to go on with that have no home, and those given to a process, with their home: running matches,
        the newest first, then ended ones whose review somebody waits for."""
        tables, homes = schema.tables.c, schema.homes.c
        is_awaited = tables.id.in_(select(schema.review_requests.c.table_id))
        query = (
            select(tables.id, homes.process)
            .outerjoin(schema.homes, homes.table_id == tables.id)
            .where(or_(tables.status == "playing", is_awaited))
            .where(or_(homes.process.is_(None), homes.process == process_id))
            .order_by(tables.status != "playing", tables.changed_at.desc())
        )
        async with self._engine.connect() as connection:
            return [(row.id, row.process) for row in (await connection.execute(query)).all()]

    async def release(self, table_ids: Sequence[str], process_id: str) -> None:
        """Forget that these tables are played by a process."""
        homes = schema.homes
        query = delete(homes).where(homes.c.process == process_id, homes.c.table_id.in_(table_ids))
        async with self._engine.begin() as connection:
            await connection.execute(query)
