"""A table as the lobby shows it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.store.guests import Guest
from tablee.server.table import messages, updates
from tablee.server.table.clocks import Pace
from tablee.server.table.setup import Origin
from tablee.server.table.table_parts import Status


class TableSummary(msgspec.Struct):
    """A table as the lobby shows it."""

    id: str
    game: str
    options: dict[str, Any]
    rules_version: int
    """By which version of the game's rules it is played."""
    status: Status
    open: bool
    pace: Pace
    chairs: tuple[messages.ChairInfo, ...]
    yours: tuple[int, ...]
    host: bool
    commitment: str
    created_at: float
    next_table: str | None
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    """Of a match played to its end."""
    your_turn: bool
    origin: Origin | None
    """The record this match was played on from, and from which step; none if it began at the beginning."""
    places: tuple[int, ...]
    """By seat: the chair that its player sat down on, before the first match of a series."""
    commitments: tuple[str | None, ...]
    """By seat, before the start: what its device has committed to."""


def summary(live: LiveTable, guest: Guest | None) -> TableSummary:
    table, setup = live.table, live.table.setup
    yours = table.seats_of(guest.id if guest else None)
    return TableSummary(
        id=setup.id,
        game=table.game.name,
        options=table.game.options(),
        rules_version=table.game.rules_version,
        status=table.status,
        open=setup.is_open,
        pace=setup.pace,
        chairs=updates.chairs(table),
        yours=tuple(yours),
        host=guest is not None and guest.id == setup.host,
        commitment=table.commitment,
        created_at=setup.created_at,
        next_table=table.next_table,
        winners=table.winners() if table.status is Status.OVER else (),
        scores=table.scores(),
        your_turn=any(seat in table.awaited for seat in yours),
        origin=table.origin,
        places=table.places,
        commitments=updates.commitments(table),
    )


async def summaries(house: House, table_ids: Sequence[str], guest: Guest | None) -> list[TableSummary]:
    """All these tables but those that cannot be read."""
    return [summary(live, guest) for live in await house.live_tables(table_ids)]
