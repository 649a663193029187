"""Reports: lines of chat that somebody wants the host of the house to look at."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from sqlalchemy import and_, func, insert, select, true, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine

from tablee.server.store import schema
from tablee.server.store.forgetting import forgotten
from tablee.server.store.guests import Role
from tablee.server.store.quotas import locked_count
from tablee.server.store.regular_schema import reports


class ReportedLine(msgspec.Struct, frozen=True):
    number: int
    text: str
    at: float


class NewReport(msgspec.Struct, frozen=True):
    """What somebody reports: lines that one person wrote at a table."""

    id: str
    reporter: str
    about: str
    table_id: str
    lines: tuple[ReportedLine, ...]
    note: str
    at: float


class Report(msgspec.Struct, frozen=True):
    """A report as the host of the house reads it."""

    id: str
    reporter: str | None
    """The name of the guest who reported it; none if they were forgotten."""
    about: str
    """The name of the author of the lines."""
    member: str | None
    """The id of that member, if they are one."""
    table: str
    game: str
    lines: tuple[ReportedLine, ...]
    note: str
    at: float
    done_at: float | None


STAFF: Final = select(schema.members.c.guest).where(schema.members.c.role.in_((Role.HOST, Role.HELPER)))
"""Those who read reports."""
_lines = msgspec.json.Decoder(tuple[ReportedLine, ...])


class ReportStore:
    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def add(self, new: Sequence[NewReport], most: int) -> bool:
        """Add reports of one guest, unless too many of theirs are still open; returns whether they were added."""
        reporter = new[0].reporter
        waiting = select(func.count()).where(and_(reports.c.reporter == reporter, reports.c.done_at.is_(None)))
        try:
            async with self._engine.begin() as connection:
                if await locked_count(connection, reporter, waiting) + len(new) > most:
                    return False
                await connection.execute(insert(reports), [_values(report) for report in new])
        except IntegrityError:
            raise forgotten() from None
        return True

    async def all(self, limit: int, *, with_staff: bool) -> list[Report]:
        """Reports, those that nobody has looked at first, then the newest first; with those about the host and the
        helpers, or without."""
        about, reporter = schema.guests.alias("about"), schema.guests.alias("reporter")
        query = (
            select(
                reports,
                about.c.name,
                reporter.c.name.label("by"),
                schema.members.c.id.label("member"),
                schema.tables.c.game,
            )
            .join(about, about.c.id == reports.c.about)
            .join(schema.tables, schema.tables.c.id == reports.c.table_id)
            .outerjoin(reporter, reporter.c.id == reports.c.reporter)
            .outerjoin(schema.members, schema.members.c.guest == reports.c.about)
            .where(true() if with_staff else reports.c.about.not_in(STAFF))
            .order_by(reports.c.done_at.is_not(None), reports.c.at.desc(), reports.c.id)
            .limit(limit)
        )
        async with self._engine.connect() as connection:
            return [_report(row) for row in (await connection.execute(query)).all()]

    async def by_guest(self, guest: str) -> list[dict[str, Any]]:
        """What a guest has reported, without the words of others."""
        query = select(reports.c.table_id, reports.c.note, reports.c.at).where(reports.c.reporter == guest)
        async with self._engine.connect() as connection:
            rows = (await connection.execute(query.order_by(reports.c.at, reports.c.id))).all()
        return [{"table": row.table_id, "note": row.note, "at": row.at} for row in rows]

    async def finish(self, report_id: str, at: float, *, with_staff: bool) -> bool:
        """Somebody has looked at a report; returns whether there is one among those of `all`."""
        where = and_(reports.c.id == report_id, true() if with_staff else reports.c.about.not_in(STAFF))
        changed = update(reports).where(where).values(done_at=at).returning(reports.c.id)
        async with self._engine.begin() as connection:
            return (await connection.execute(changed)).first() is not None


def _values(new: NewReport) -> dict[str, Any]:
    return msgspec.structs.asdict(new) | {"lines": msgspec.json.encode(new.lines).decode(), "done_at": None}


def _report(row: Any) -> Report:
    return Report(
        id=row.id,
        reporter=row.by,
        about=row.name,
        member=row.member,
        table=row.table_id,
        game=row.game,
        lines=_lines.decode(row.lines),
        note=row.note,
        at=row.at,
        done_at=row.done_at,
    )
