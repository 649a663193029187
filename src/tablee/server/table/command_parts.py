"""What the commands of a table share: drafts of rows, and checks that raise `Refused`."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from tablee.core import codec
from tablee.core.chance import Draws
from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.core.texts import Phrase
from tablee.server.refusals import Refused
from tablee.server.table.rows import Draft, Row
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

TableCommand = Callable[[Table, float], Draft | None]
"""Drafts rows for a table at a point in time (None: nothing to do), or raises `Refused`."""


def draft_row(table: Table, kind: str, data: Mapping[str, Any], at: float) -> Draft:
    return Draft([Row(table.version + 1, kind, data, at)])


def draft_rows(table: Table, rows: Sequence[tuple[str, Mapping[str, Any]]], at: float) -> Draft:
    return Draft([Row(table.version + number, *row, at) for number, row in enumerate(rows, start=1)])


def with_plays(table: Table, draft: Draft, match: Match, at: float, draws: Draws) -> Draft:
    """Draw chance as needed, and add a row for each entry of the match that the table does not have yet."""
    match.chance(draws)
    for entry in match.log[len(table.entries) :]:
        number = table.version + len(draft.rows) + 1
        data = {"seat": entry.seat, "action": codec.tagged_json(entry.action)}
        draft.rows.append(Row(number, "play", data, at))
    draft.match = match
    return draft


def check_status(table: Table, status: Status, *, even_aside: bool = False) -> None:
    if (table.underlying_status if even_aside else table.status) is not status:
        raise Refused("wrong_status", {"status": status_phrase(table)})


def check_absent(table: Table, seat: Seat, *, may_be_here: bool) -> None:
    """Raises `Refused` if the person is there, or may be although the log says they are away. Hosts may do as they like
    with seats of their own."""
    chair, host = table.chairs[seat], table.setup.host
    is_absent = (chair.away and not may_be_here) or chair.left or not chair.taken
    if not is_absent and (host is None or chair.guest != host):
        raise Refused("still_here", {"seat": seat + 1})


def check_one_seat(table: Table, guest: str | None) -> None:
    if not table.setup.one_device and table.seats_of(guest):
        raise Refused("one_seat")


def check_seats_free(table: Table) -> None:
    """Raises `Refused` if the seats are assigned, as in a tournament."""
    if table.setup.gives_seats:
        raise Refused("seats_given")


def check_not_dealing(table: Table) -> None:
    if table.deals.is_under_way:
        raise Refused("dealing")


def status_phrase(table: Table) -> Phrase:
    return Phrase(f"status.{table.status}")


def check_seat(table: Table, seat: int) -> None:
    if seat not in table.game.seats:
        raise Refused("unknown_seat", {"seat": seat + 1, "last": table.game.players}, status=404)
