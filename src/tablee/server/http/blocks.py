"""Blocked people: they do not meet by chance, and do not read each other."""

from collections.abc import Collection
from typing import Final

import msgspec
from litestar import Controller, delete, post
from litestar.params import FromPath

from tablee.server.house.house import House
from tablee.server.http.moderation import FindAuthor, LineInPath, author_at_seat, author_of_line
from tablee.server.http.regulars import Company, company, handle_of, person_of
from tablee.server.http.requests import GivenGuest, GivenHouse
from tablee.server.http.table_checks import SeatInPath
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest
from tablee.server.table.table import Table

MOST_BLOCKED: Final = 500


class BlockResult(msgspec.Struct):
    handle: str
    """What the person who is blocked is called by, for taking it back."""
    name: str


class BlocksController(Controller):
    path = "/api/me/blocks"
    tags = ("regulars",)

    @post("/{handle:str}", summary="Block somebody", status_code=200)
    async def block(self, handle: FromPath[str], guest: GivenGuest, house: GivenHouse) -> Company:
        await _block(house, guest, await person_of(house, guest, handle))
        return await company(house, guest)

    @delete("/{handle:str}", summary="Block somebody no longer", status_code=200)
    async def unblock(self, handle: FromPath[str], guest: GivenGuest, house: GivenHouse) -> Company:
        other = await person_of(house, guest, handle)
        await house.store.regulars.unblock(guest.id, other)
        await house.blocks.refresh([guest.id, other])
        return await company(house, guest)


class TableBlocksController(Controller):
    path = "/api/tables/{table_id:str}"
    tags = ("regulars",)

    @post("/seats/{seat:int}/block", summary="Block whoever sits here", status_code=200)
    async def block_seat(
        self, table_id: FromPath[str], seat: SeatInPath, guest: GivenGuest, house: GivenHouse
    ) -> BlockResult:
        return await _block_author(house, guest, table_id, author_at_seat(seat))

    @post("/chat/{number:int}/block", summary="Block whoever wrote this line", status_code=200)
    async def block_author(
        self, table_id: FromPath[str], number: LineInPath, guest: GivenGuest, house: GivenHouse
    ) -> BlockResult:
        return await _block_author(house, guest, table_id, author_of_line(number))


async def _block_author(house: House, guest: Guest, table_id: str, find_author: FindAuthor) -> BlockResult:
    other = find_author((await house.live(table_id)).table).guest
    if other is None:
        raise Refused("no_such_person", status=404)
    await _block(house, guest, other)
    return BlockResult(handle_of(guest, other), await house.store.guests.name_of(other) or "")


async def _block(house: House, guest: Guest, other: str) -> None:
    if other == guest.id:
        raise Refused("oneself")
    if len(await house.store.regulars.blocked(guest.id)) >= MOST_BLOCKED:
        raise Refused("too_many_blocked", {"most": MOST_BLOCKED})
    await house.store.regulars.block(guest.id, other, house.timer.now())
    await house.blocks.refresh([guest.id, other])


async def check_company(house: House, table: Table, guest: Guest) -> None:
    """Raises `Refused` if the host, or a player at an open table, is kept apart from the guest. At other tables the
    host decides who plays."""
    seated: Collection[str | None] = [chair.guest for chair in table.chairs] if table.setup.is_open else []
    if {*seated, table.setup.host} & await house.store.regulars.kept_apart(guest.id):
        raise Refused("kept_apart", status=403)
