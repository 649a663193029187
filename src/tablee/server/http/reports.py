"""Reports: somebody shows lines of chat to the host of the house and the helpers."""

from typing import Annotated, Final

import msgspec
from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from tablee.server.http.member_list import check_role
from tablee.server.http.requests import GivenGuest, GivenHouse
from tablee.server.http.sessions import new_id
from tablee.server.plain_text import cleaned
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest, Role
from tablee.server.store.reports import NewReport, Report, ReportedLine
from tablee.server.table.table import Table

MOST_LINES: Final = 20
MOST_WAITING: Final = 20
"""How many reports of one guest may wait to be looked at."""
NOTE_LENGTH: Final = 500
LISTED: Final = 200


class ReportRequest(msgspec.Struct, forbid_unknown_fields=True):
    lines: Annotated[list[int], msgspec.Meta(min_length=1, max_length=MOST_LINES)]
    """The numbers of lines of the chat."""
    note: Annotated[str, msgspec.Meta(max_length=NOTE_LENGTH)] = ""
    """What the host should know."""


class Reported(msgspec.Struct):
    people: int
    """How many people the lines are by: each gets a report."""


class TableReportsController(Controller):
    path = "/api/tables/{table_id:str}/reports"
    tags = ("regulars",)

    @post(summary="Report lines of chat to the host of the house", status_code=201)
    async def report(
        self, table_id: FromPath[str], data: JSONBody[ReportRequest], guest: GivenGuest, house: GivenHouse
    ) -> Reported:
        table = (await house.live(table_id)).table
        lines = _lines(table, data.lines, guest)
        note, at = cleaned(data.note, lines=True), house.timer.now()
        new = [NewReport(new_id(16), guest.id, about, table_id, tuple(said), note, at) for about, said in lines.items()]
        if not await house.store.reports.add(new, MOST_WAITING):
            raise Refused("too_many_reports", {"most": MOST_WAITING}, status=429)
        return Reported(len(new))


class ReportsController(Controller):
    path = "/api/reports"
    tags = ("regulars",)

    @get(summary="What was reported (host and helpers)", refuses=(403,))
    async def reports(self, guest: GivenGuest, house: GivenHouse) -> list[Report]:
        check_role(guest, Role.HOST, Role.HELPER)
        return await house.store.reports.all(LISTED, with_staff=_sees_staff(guest))

    @post("/{report_id:str}/done", summary="A report was looked at (host and helpers)", status_code=200)
    async def finish(self, report_id: FromPath[str], guest: GivenGuest, house: GivenHouse) -> list[Report]:
        check_role(guest, Role.HOST, Role.HELPER)
        if not await house.store.reports.finish(report_id, house.timer.now(), with_staff=_sees_staff(guest)):
            raise Refused("no_such_report", status=404)
        return await house.store.reports.all(LISTED, with_staff=_sees_staff(guest))


def _sees_staff(guest: Guest) -> bool:
    """Reports about helpers, and about the host, are for the host alone: nobody judges their own lines, or is told who
    has complained of them."""
    return guest.role is Role.HOST


def _lines(table: Table, numbers: list[int], guest: Guest) -> dict[str, list[ReportedLine]]:
    """The lines of these numbers by who wrote them; raises `Refused` if one is not there, or is the guest's own."""
    found = {line.number: line for line in table.chat if line.author.guest is not None}
    lines: dict[str, list[ReportedLine]] = {}
    for number in sorted(set(numbers)):
        line = found.get(number)
        if line is None or line.author.guest is None:
            raise Refused("no_such_line", status=404)
        if line.author.guest == guest.id:
            raise Refused("oneself")
        lines.setdefault(line.author.guest, []).append(ReportedLine(line.number, line.text, line.at))
    return lines
