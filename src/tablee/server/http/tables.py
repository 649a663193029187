"""The lobby: lists of tables, creating one, sitting down, starting, leaving, a rematch."""

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody

from tablee.server.house.scheduler import STAND_IN_LEVEL
from tablee.server.http.blocks import check_company
from tablee.server.http.names import free_name, is_members_own
from tablee.server.http.requests import AnyRequest, GivenGuest, GivenHouse, count_new_table
from tablee.server.http.sessions import guest_of
from tablee.server.http.table_checks import SeatRequest, free_seat, hosted_table, own_seat
from tablee.server.http.table_creation import StartRequest, TableRequest, create_rematch, create_table, start_command
from tablee.server.http.table_summary import TableSummary, summaries, summary
from tablee.server.refusals import Refused
from tablee.server.table import commands


class TablesController(Controller):
    path = "/api"
    tags = ("tables",)

    @get("/tables", summary="Open tables, the newest first")
    async def tables(self, request: AnyRequest, house: GivenHouse) -> list[TableSummary]:
        guest = await guest_of(request, house.store)
        apart = await house.store.regulars.kept_apart(guest.id) if guest else frozenset()
        return await summaries(house, await house.store.tables.lobby(100), guest, without=apart)

    @get("/my/tables", summary="The tables I sit at, have created, or am invited to")
    async def mine(self, guest: GivenGuest, house: GivenHouse) -> list[TableSummary]:
        mine = await house.store.tables.of_guest(guest.id, 200)
        invitations = await house.store.regulars.invitations(guest.id)
        listed = await summaries(house, [*dict.fromkeys([*invitations, *mine])], guest)
        for table in listed:
            table.invited_by = None if table.yours else invitations.get(table.id)
        return listed

    @post("/tables", summary="Create a table", status_code=201)
    async def create(
        self, request: AnyRequest, data: JSONBody[TableRequest], guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        count_new_table(request)
        live = await create_table(house, guest, data)
        return summary(live, guest)

    @get("/tables/{table_id:str}", summary="One table")
    async def table(self, request: AnyRequest, table_id: FromPath[str], house: GivenHouse) -> TableSummary:
        return summary(await house.live(table_id), await guest_of(request, house.store))

    @post("/tables/{table_id:str}/sit", summary="Sit down")
    async def sit(
        self, table_id: FromPath[str], data: JSONBody[SeatRequest], guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        live = await house.live(table_id)
        await check_company(house, live.table, guest)
        name = guest.name if data.name is None else await free_name(house.store, data.name, guest)
        member = is_members_own(guest, name)
        await house.change(
            live,
            lambda table, at: commands.sit(table, free_seat(table, data.seat), name, at, guest=guest.id, member=member),
        )
        return summary(live, guest)

    @post("/tables/{table_id:str}/stand", summary="Stand up before the start")
    async def stand(
        self, table_id: FromPath[str], data: JSONBody[SeatRequest], guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        live = await house.live(table_id)
        await house.change(live, lambda table, at: commands.stand(table, own_seat(table, guest, data.seat), at))
        return summary(live, guest)

    @post("/tables/{table_id:str}/leave", summary="Leave for good: a bot plays on")
    async def leave(
        self, table_id: FromPath[str], data: JSONBody[SeatRequest], guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        live = await house.live(table_id)
        await house.change(
            live, lambda table, at: commands.leave(table, own_seat(table, guest, data.seat), STAND_IN_LEVEL, at)
        )
        return summary(live, guest)

    @post("/tables/{table_id:str}/start", summary="Start the match (the host)")
    async def start(
        self,
        table_id: FromPath[str],
        guest: GivenGuest,
        house: GivenHouse,
        data: JSONBody[StartRequest | None] = None,
    ) -> TableSummary:
        live = await hosted_table(house, table_id, guest)
        await house.change(live, start_command(guest, data or StartRequest()))
        return summary(live, guest)

    @post("/tables/{table_id:str}/close", summary="Close a table (the host)")
    async def close(self, table_id: FromPath[str], guest: GivenGuest, house: GivenHouse) -> TableSummary:
        live = await hosted_table(house, table_id, guest)
        await house.change(live, commands.close)
        return summary(live, guest)

    @post("/tables/{table_id:str}/rematch", summary="The same people once more", status_code=201)
    async def rematch(
        self, request: AnyRequest, table_id: FromPath[str], guest: GivenGuest, house: GivenHouse
    ) -> TableSummary:
        count_new_table(request)
        live = await house.live(table_id)
        if not live.table.seats_of(guest.id) and live.table.setup.host != guest.id:
            raise Refused("not_at_table", status=403)
        async with live.rematch_lock:
            if live.table.next_table is None:
                await create_rematch(house, live, guest)
        return summary(await house.live(live.table.next_table or table_id), guest)
