"""Moderation of the chat: the host mutes an author, whatever seat or device they use."""

from collections.abc import Callable
from typing import Annotated

from litestar import Controller, post
from litestar.params import FromPath, PathParameter

from tablee.server.house.house import House
from tablee.server.http.requests import GivenGuest, GivenHouse
from tablee.server.http.table_checks import SeatInPath, hosted_table
from tablee.server.http.table_summary import TableSummary, summary
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest
from tablee.server.table import commands
from tablee.server.table.chairs import Author
from tablee.server.table.table import Table

LineInPath = Annotated[int, PathParameter(ge=0, le=2**53)]
FindAuthor = Callable[[Table], Author]


class ModerationController(Controller):
    path = "/api/tables/{table_id:str}"
    tags = ("tables",)

    @post("/seats/{seat:int}/mute", summary="Let somebody chat no more")
    async def mute(
        self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        return await set_muted(house, table_id, guest, author_at_seat(seat), on=True)

    @post("/seats/{seat:int}/unmute", summary="Let somebody chat again")
    async def unmute(
        self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        return await set_muted(house, table_id, guest, author_at_seat(seat), on=False)

    @post("/chat/{number:int}/mute", summary="Let whoever wrote this line chat no more")
    async def mute_author(
        self, table_id: FromPath[str], number: LineInPath, guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        return await set_muted(house, table_id, guest, author_of_line(number), on=True)

    @post("/chat/{number:int}/unmute", summary="Let whoever wrote this line chat again")
    async def unmute_author(
        self, table_id: FromPath[str], number: LineInPath, guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        return await set_muted(house, table_id, guest, author_of_line(number), on=False)


async def set_muted(house: House, table_id: str, guest: Guest, find_author: FindAuthor, *, on: bool) -> TableSummary:
    live = await hosted_table(house, table_id, guest)
    author = find_author(live.table)
    await house.change(live, lambda table, at: commands.mute(table, author, on, at))
    return summary(live, guest)


def author_at_seat(seat: int) -> FindAuthor:
    """Finds who chats from a seat; raises `Refused` if nobody does."""

    def find(table: Table) -> Author:
        if seat not in table.game.seats or not table.chairs[seat].author.is_known:
            raise Refused("nobody_talks", {"seat": seat + 1})
        return table.chairs[seat].author

    return find


def author_of_line(number: int) -> FindAuthor:
    """Finds who wrote a line of chat; raises `Refused` if nobody did."""

    def find(table: Table) -> Author:
        for line in table.chat:
            if line.number == number and line.author.is_known:
                return line.author
        raise Refused("no_such_line", status=404)

    return find
