"""What a row of the outbox tells when it is sent: the names as they are then; nothing, if it is no longer true."""

from collections.abc import Awaitable, Callable

from tablee.core.seat import Seat
from tablee.core.texts import catalogue
from tablee.server.house.live_table import LiveTable
from tablee.server.house.turn_notifications import absent_guest, choices_made
from tablee.server.notifications.wording import News
from tablee.server.refusals import Refused
from tablee.server.store.notification_choices import ChosenNotifications, Kind
from tablee.server.store.outbox import Outgoing
from tablee.server.store.store import Store
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status


async def current_news(
    store: Store, live: Callable[[str], Awaitable[LiveTable]], row: Outgoing, choices: ChosenNotifications
) -> News | None:
    """What is told; None if it is not true any more, or who asked was forgotten."""
    if row.kind is Kind.CONFIRMATION:
        return News(row.kind, f"/notifications/confirm#{choices.email_token}")
    table, by = None, ""
    if (table_id := row.details.get("table")) is not None:
        try:
            table = (await live(str(table_id))).table
        except Refused:
            return None
        if not _is_current(table, row):
            return None
    if (asker := row.details.get("by")) is not None:
        name = await store.guests.name_of(str(asker))
        if name is None or str(asker) in await store.regulars.kept_apart(row.guest):
            return None
        by = name
    return News(
        kind=row.kind,
        path=row.path,
        game=None if table is None else table.game.name,
        names=() if table is None else _others(table, row, choices, by),
        by=by,
        details=row.details,
    )


def _is_current(table: Table, row: Outgoing) -> bool:
    match row.kind:
        case Kind.TURN:
            seat = Seat(int(row.details["seat"]))
            is_asked = table.status is Status.PLAYING and seat in table.awaited
            return (
                is_asked
                and absent_guest(table, seat) == row.guest
                and choices_made(table, seat) == row.details["choice"]
            )
        case Kind.INVITATION:
            return table.status is Status.OPEN and not table.seats_of(row.guest)
        case Kind.REMATCH:
            return table.status is Status.OPEN and bool(table.seats_of(row.guest))
        case _:
            return True


def _others(table: Table, row: Outgoing, choices: ChosenNotifications, by: str) -> tuple[str, ...]:
    """The others at the table: people by name, bots by number."""
    say = catalogue("tablee.server", choices.lang)
    others = [chair for chair in table.chairs if chair.taken and chair.guest != row.guest and chair.name != by]
    people = [chair.name for chair in others if chair.bot is None and chair.name]
    bots = sum(chair.bot is not None for chair in others)
    return (*people, *([say("notifications.bots", count=bots)] if bots else []))
