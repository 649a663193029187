"""A table as the lobby shows it."""

from collections.abc import Sequence
from typing import Any

import msgspec

from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.store.guests import Guest
from tablee.server.store.tables import ListedTable
from tablee.server.table import messages
from tablee.server.table.clocks import TimeLimits
from tablee.server.table.facts import TableFacts, facts_of
from tablee.server.table.setup import Origin, Setup
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
    time_limits: TimeLimits
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
    rated: bool
    """Whether the match is meant to count for ratings."""
    invited_by: str | None = None
    """Who has invited the guest who asks, if they do not sit there yet."""


def summary(live: LiveTable, guest: Guest | None) -> TableSummary:
    table = live.table
    return _summary(table.setup, table.status, facts_of(table), guest, table.awaited)


def _summary(
    setup: Setup, status: Status, facts: TableFacts, guest: Guest | None, awaited: Sequence[int] = ()
) -> TableSummary:
    yours = facts.seats_of(guest.id if guest else None)
    return TableSummary(
        id=setup.id,
        game=setup.game.name,
        options=setup.game.options(),
        rules_version=setup.game.rules_version,
        status=status,
        open=setup.is_open,
        time_limits=setup.time_limits,
        chairs=facts.chairs,
        yours=yours,
        host=guest is not None and guest.id == setup.host,
        commitment=facts.commitment,
        created_at=setup.created_at,
        next_table=facts.next_table,
        winners=facts.winners,
        scores=facts.scores,
        your_turn=any(seat in awaited for seat in yours),
        origin=facts.origin,
        places=facts.places,
        commitments=facts.commitments,
        rated=setup.rated,
    )


async def summaries(
    house: House, table_ids: Sequence[str], guest: Guest | None, *, without: frozenset[str] = frozenset()
) -> list[TableSummary]:
    """All these tables but those that cannot be read, and those with certain people."""
    listed = await house.listed(table_ids, guest.id if guest else None)
    return [_listed(each, guest) for each in listed if not without or without.isdisjoint(_people(each))]


def _people(table: LiveTable | ListedTable) -> set[str | None]:
    """The guests who sit at a table, and its host."""
    if isinstance(table, LiveTable):
        return {chair.guest for chair in table.table.chairs} | {table.table.setup.host}
    return {*table.facts.held, table.setup.host}


def _listed(table: LiveTable | ListedTable, guest: Guest | None) -> TableSummary:
    if isinstance(table, LiveTable):
        return summary(table, guest)
    return _summary(table.setup, table.status, table.facts, guest)
