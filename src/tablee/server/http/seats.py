"""The seats of a table: what its host decides about them, and taking one by a link."""

from collections.abc import Callable

import msgspec
from litestar import Controller, post
from litestar.params import FromPath, JSONBody

from tablee.core.seat import Seat
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.house.seating import sit_command
from tablee.server.http.guests import LINK_SECONDS, LinkToken, TokenRequest
from tablee.server.http.names import free_name
from tablee.server.http.requests import GivenGuest, GivenHouse
from tablee.server.http.sessions import hashed, new_secret
from tablee.server.http.table_checks import SeatInPath, SeatRequest, check_level, hosted_table
from tablee.server.http.table_summary import TableSummary, summary
from tablee.server.refusals import Refused
from tablee.server.table import commands
from tablee.server.table.rows import Draft
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status


class BotRequest(msgspec.Struct, forbid_unknown_fields=True):
    level: str


class ProgramToken(msgspec.Struct):
    """What a program needs to play a seat."""

    table: str
    token: str


class SeatsController(Controller):
    path = "/api"
    tags = ("tables",)

    @post("/tables/{table_id:str}/seats/{seat:int}/bot", summary="Let a bot sit, or stand in for somebody absent")
    async def bot(
        self,
        table_id: FromPath[str],
        seat: SeatInPath,
        data: JSONBody[BotRequest],
        guest: GivenGuest,
        house: GivenHouse,
    ) -> TableSummary:
        live = await hosted_table(house, table_id, guest)
        level = check_level(data.level)
        if live.table.status is Status.OPEN:
            await house.change(live, sit_command(seat, "", bot=level))
        else:
            await _for_absent(
                house,
                live,
                seat,
                lambda table, at, maybe: commands.stand_in(table, Seat(seat), level, "host", at, may_be_here=maybe),
            )
        return summary(live, guest)

    @post("/tables/{table_id:str}/seats/{seat:int}/person", summary="Give the seat back to its person, or free it")
    async def person(
        self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        live = await hosted_table(house, table_id, guest)
        command = commands.stand if live.table.status is Status.OPEN else commands.return_to_seat
        await house.change(live, lambda table, at: command(table, Seat(seat), at, by="host"))
        return summary(live, guest)

    @post(
        "/tables/{table_id:str}/seats/{seat:int}/link",
        summary="A link that gives the seat to another device",
        status_code=201,
    )
    async def new_seat_link(
        self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse
    ) -> LinkToken:
        live = await hosted_table(house, table_id, guest)
        if seat not in live.table.game.seats or live.table.chairs[seat].guest is None:
            raise Refused("not_a_person", {"seat": seat + 1})
        if live.table.status is Status.OPEN:
            # The start rotates the chairs, so a link could point to another chair. Guests just sit down again before.
            raise Refused("not_started")
        token = new_secret()
        # Everybody at the table is told, and earlier links to this seat work no longer.
        await house.change(live, lambda table, at: commands.note_link(table, Seat(seat), hashed(token), at))
        await house.store.guests.add_seat_link(hashed(token), house.timer.now() + LINK_SECONDS, table_id, seat)
        return LinkToken(token, LINK_SECONDS)

    @post("/take-seat", summary="Take a seat by such a link", refuses=(404, 409, 503))
    async def take_seat(self, data: JSONBody[TokenRequest], guest: GivenGuest, house: GivenHouse) -> TableSummary:
        token = hashed(data.token)
        link = await house.store.guests.seat_link(token, house.timer.now())
        if link is None:
            raise Refused("bad_link", status=404)
        table_id, seat = link
        live = await house.live(table_id)
        # The table refuses a link that was used; it is deleted only after the change was saved, so it cannot be lost.
        await _for_absent(
            house,
            live,
            seat,
            lambda table, at, maybe: commands.transfer_seat(
                table, seat, guest.name, guest.id, at, link=token, member=guest.role is not None, may_be_here=maybe
            ),
        )
        await house.store.guests.delete_link(token, house.timer.now())
        return summary(live, guest)

    @post(
        "/tables/{table_id:str}/seats/{seat:int}/program",
        summary="A token with which a program plays the seat",
        status_code=201,
    )
    async def program(
        self,
        table_id: FromPath[str],
        seat: SeatInPath,
        data: JSONBody[SeatRequest],
        guest: GivenGuest,
        house: GivenHouse,
    ) -> ProgramToken:
        live = await hosted_table(house, table_id, guest)
        name = await free_name(house.store, data.name or "bot", None)
        token = new_secret()
        await house.change(live, sit_command(seat, name, program=hashed(token)))
        return ProgramToken(table_id, token)


async def _for_absent(house: House, live: LiveTable, seat: int, command: Callable[[Table, float, bool], Draft]) -> None:
    """Change a seat for somebody who is absent. If that is not known, it is measured from now on. The command is told
    whether they may be there all the same."""
    may_be_here = house.absences.may_be_here
    try:
        await house.change(live, lambda table, at: command(table, at, may_be_here(live, table, seat, at)))
    except Refused as refused:
        if refused.code == "still_here":
            house.absences.watch(live, [Seat(seat)])
        raise
