"""Keeping order in the chat of a table: whom the host does not want to hear is muted, wherever he talks from."""

from typing import Annotated

from litestar import Controller, post
from litestar.params import FromPath, PathParameter

from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.http.requests import GivenGuest, GivenHouse
from tablee.server.http.tables import SeatInPath, TableTold, check_host, summary
from tablee.server.refusals import Refused
from tablee.server.store.store import Guest
from tablee.server.table import commands
from tablee.server.table.chairs import Author

LineInPath = Annotated[int, PathParameter(ge=0, le=2**53)]


class ModerationController(Controller):
    path = "/api/tables/{table_id:str}"
    tags = ("tables",)

    @post("/seats/{seat:int}/mute", summary="Let somebody chat no more")
    async def mute(self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse) -> TableTold:
        live = await hosted(house, table_id, guest)
        return await silence(house, live, guest, on_seat(live, seat), on=True)

    @post("/seats/{seat:int}/unmute", summary="Let somebody chat again")
    async def unmute(
        self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse
    ) -> TableTold:
        live = await hosted(house, table_id, guest)
        return await silence(house, live, guest, on_seat(live, seat), on=False)

    @post("/chat/{number:int}/mute", summary="Let whoever wrote this line chat no more")
    async def mute_author(
        self, table_id: FromPath[str], number: LineInPath, guest: GivenGuest, house: GivenHouse
    ) -> TableTold:
        live = await hosted(house, table_id, guest)
        return await silence(house, live, guest, of_line(live, number), on=True)

    @post("/chat/{number:int}/unmute", summary="Let whoever wrote this line chat again")
    async def unmute_author(
        self, table_id: FromPath[str], number: LineInPath, guest: GivenGuest, house: GivenHouse
    ) -> TableTold:
        live = await hosted(house, table_id, guest)
        return await silence(house, live, guest, of_line(live, number), on=False)


async def hosted(house: House, table_id: str, guest: Guest) -> LiveTable:
    """A table, for its host."""
    live = await house.live(table_id)
    check_host(live, guest)
    return live


def on_seat(live: LiveTable, seat: int) -> Author:
    """Who talks from a seat."""
    if seat not in live.table.game.seats or not live.table.chairs[seat].author.is_known:
        raise Refused("nobody_talks", {"seat": seat + 1})
    return live.table.chairs[seat].author


def of_line(live: LiveTable, number: int) -> Author:
    """Who wrote a line of chat."""
    for said in live.table.chat:
        if said.number == number and said.author.is_known:
            return said.author
    raise Refused("no_such_line", status=404)


async def silence(house: House, live: LiveTable, guest: Guest, author: Author, *, on: bool) -> TableTold:
    await house.change(live, lambda table, at: commands.mute(table, author, on, at))
    return summary(live, guest)
