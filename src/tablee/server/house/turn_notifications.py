"""Whose turn it is while they are away. Everybody else sees it at the table.

Who is away is in the log (absences.py), so this asks nobody anything: a match whose players are all there costs one
look at its chairs for each change.
"""

from collections.abc import Callable

from tablee.core.seat import Seat
from tablee.server.house.live_table import LiveTable
from tablee.server.store.outbox import Details
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

TurnHasCome = Callable[[str, str, str, Details], None]
"""Takes the guest, the name of the event, the table and the details."""


class TurnWatch:
    def __init__(self, turn_has_come: TurnHasCome) -> None:
        self._turn_has_come = turn_has_come

    def after_change(self, live: LiveTable) -> None:
        """Raise the turns that have come since the last change."""
        table = live.table
        if table.status is not Status.PLAYING:
            return
        for seat in table.awaited:
            guest = absent_guest(table, seat)
            if guest is not None and live.told_prompts.get(seat) != table.prompts[seat]:
                live.told_prompts[seat] = table.prompts[seat]
                choice = choices_made(table, seat)
                table_id = table.setup.id
                details: Details = {"table": table_id, "seat": seat, "choice": choice}
                self._turn_has_come(guest, f"turn {table_id} {seat} {choice}", table_id, details)


def absent_guest(table: Table, seat: Seat) -> str | None:
    """The guest awaited at a seat, if they are away; else None."""
    chair = table.chairs[seat]
    return chair.guest if chair.away and not chair.left and chair.played_by is None else None


def choices_made(table: Table, seat: Seat) -> int:
    """How many choices a seat has made: the number of the one it has to make now."""
    return sum(logged.entry.seat == seat for logged in table.entries)
