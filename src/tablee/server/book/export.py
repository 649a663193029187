"""The book as a file: one row for each seat of each match."""

import csv
import io
from collections.abc import Iterable
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

import msgspec

from tablee.server.book.statistics import BookMatch


class FileFormat(StrEnum):
    CSV = "csv"
    JSON = "json"
    PARQUET = "parquet"


MEDIA_TYPES: Final = {
    FileFormat.CSV: "text/csv",
    FileFormat.JSON: "application/json",
    FileFormat.PARQUET: "application/vnd.apache.parquet",
}


class ExportRow(msgspec.Struct, frozen=True):
    """A seat of a match."""

    table: str
    """Empty if the reader may not see who sat there."""
    game: str
    ended_at: str
    """ISO 8601, in UTC."""
    players: int
    rated: bool
    seat: int
    """From 1."""
    name: str
    """As at the table; empty if the person was forgotten, or their book is closed to the reader."""
    bot: str | None
    rank: int
    score: int | None
    left: bool
    mu: float | None
    """The rating with which the player came to a rated match."""
    sigma: float | None
    openings: str
    """What the player did how often, as JSON."""


def export_rows(matches: Iterable[BookMatch]) -> list[ExportRow]:
    return [
        ExportRow(
            table=match.table,
            game=match.game,
            ended_at=datetime.fromtimestamp(match.ended_at, UTC).isoformat(timespec="seconds"),
            players=len(match.seats),
            rated=match.rated,
            seat=number,
            name=seat.name,
            bot=seat.bot,
            rank=seat.rank,
            score=seat.score,
            left=seat.has_left,
            mu=None if seat.strength is None else seat.strength.mu,
            sigma=None if seat.strength is None else seat.strength.sigma,
            openings=msgspec.json.encode(seat.openings).decode(),
        )
        for match in matches
        for number, seat in enumerate(match.seats, 1)
    ]


def exported(matches: Iterable[BookMatch], wanted: FileFormat) -> bytes:
    """Matches as a file."""
    rows = export_rows(matches)
    match wanted:
        case FileFormat.JSON:
            return msgspec.json.encode(rows)
        case FileFormat.CSV:
            return _csv(rows)
        case FileFormat.PARQUET:
            return _parquet(rows)


def _csv(rows: Iterable[ExportRow]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(ExportRow.__struct_fields__)
    writer.writerows([_cell(value) for value in msgspec.structs.astuple(row)] for row in rows)
    return text.getvalue().encode()


def _cell(value: Any) -> Any:
    """A spreadsheet takes a text that begins like a formula for one: names are given by people."""
    return f"'{value}" if isinstance(value, str) and value[:1] in ("=", "+", "-", "@", "\t", "\r") else value


def _parquet(rows: Iterable[ExportRow]) -> bytes:
    import polars as pl  # noqa: PLC0415 - it is large, and few ask for it

    types = {str: pl.String, int: pl.Int64, bool: pl.Boolean, float: pl.Float64}
    schema = {
        name: next(kind for plain, kind in types.items() if hint in (plain, plain | None))
        for name, hint in ExportRow.__annotations__.items()
    }
    file = io.BytesIO()
    pl.DataFrame([msgspec.structs.asdict(row) for row in rows], schema=schema).write_parquet(file)
    return file.getvalue()
