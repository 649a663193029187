"""Checks that several routes share: who is the host, whose seat it is, whether a level exists."""

from typing import Annotated

import msgspec
from litestar.params import PathParameter

from tablee.bots import BOTS
from tablee.core.seat import Seat
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest
from tablee.server.table import messages
from tablee.server.table.table import Table

SeatInPath = Annotated[int, PathParameter(ge=0, le=99)]


class SeatRequest(msgspec.Struct, forbid_unknown_fields=True):
    seat: messages.SeatNumber | None = None
    """Which one; none: the first that is free."""
    name: str | None = None


def check_level(level: str) -> str:
    if level not in BOTS:
        raise Refused("unknown_level", {"level": level, "allowed": ", ".join(BOTS)}, status=400)
    return level


async def hosted_table(house: House, table_id: str, guest: Guest) -> LiveTable:
    """The table, if the guest is its host; raises `Refused` otherwise."""
    live = await house.live(table_id)
    if live.table.setup.host != guest.id:
        raise Refused("host_only", status=403)
    return live


def free_seat(table: Table, seat: int | None) -> Seat:
    """The seat that was asked for, or the first free one."""
    if seat is not None:
        return Seat(seat)
    for free in table.game.seats:
        if not table.chairs[free].taken:
            return free
    raise Refused("table_full")


def own_seat(table: Table, guest: Guest, seat: int | None) -> Seat:
    """The seat that was asked for, or the guest's first one; raises `Refused` if it is not the guest's."""
    mine = table.seats_of(guest.id)
    if not mine or (seat is not None and seat not in mine):
        raise Refused("not_your_seat", {"seat": (seat or 0) + 1}, status=403)
    return mine[0] if seat is None else Seat(seat)
