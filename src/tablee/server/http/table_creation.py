"""Creating tables: a new one, or one for a rematch."""

import secrets
from dataclasses import replace
from typing import Annotated, Any, Final

import msgspec

from tablee.core.registry import by_current_rules, game
from tablee.server.house.evenings import current_table
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.house.notifications import Notification
from tablee.server.house.seating import sit_command
from tablee.server.http.names import free_name, is_members_own
from tablee.server.http.sessions import new_id
from tablee.server.http.table_checks import check_level
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest
from tablee.server.store.notification_choices import Kind
from tablee.server.table import commands, deal_commands, messages
from tablee.server.table.clocks import OnTimeout, TimeLimits
from tablee.server.table.command_parts import TableCommand
from tablee.server.table.deal_commands import ShownPart
from tablee.server.table.rows import Draft
from tablee.server.table.setup import Setup
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

RATED_SECONDS: Final = 86_400.0
"""The time for a choice in a rated match without other time limits."""


class TimeLimitsRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds for each choice (none: no limit), a reserve for the match, and what happens when time is up."""

    seconds: float | None = None
    reserve: float = 0.0
    on_timeout: OnTimeout = OnTimeout.BOT


def checked_limits(asked: TimeLimitsRequest) -> TimeLimits:
    """Time limits as they were asked for; raises `Refused`."""
    if (asked.seconds is not None and not 1 <= asked.seconds <= 31 * 86400) or not 0 <= asked.reserve <= 86400:
        raise Refused("bad_time_limits", status=400)
    return TimeLimits(asked.seconds, asked.reserve, asked.on_timeout)


class TableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A table to create. `seats`: how many are mine, from `first_seat` on; `bots`: levels for the last others."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    open: bool = False
    time_limits: TimeLimitsRequest = msgspec.field(default_factory=TimeLimitsRequest)
    bots: Annotated[list[str], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)
    seats: messages.SeatNumber = 1
    names: Annotated[list[str], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)
    """Names for my seats, if several people play at this device; else my own."""
    first_seat: messages.SeatNumber = 0
    """The first of my seats: it decides my colour."""
    commitment: messages.Hash | None = None
    """What this device commits to for its seats; see docs/fairness.md."""
    rated: bool = False
    """Whether the match counts for ratings: then only members and bots sit down."""


class StartRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The part of the secret that the host's device shows at once, where no other device has committed to one."""

    part: messages.Hash | None = None
    commitments: Annotated[list[messages.Hash | None], msgspec.Meta(max_length=100)] | None = None
    """Those that the device has seen: the start is refused if they have changed since."""


def start_command(guest: Guest, data: StartRequest) -> TableCommand:
    """The command that starts a match, or the deal before it."""

    def command(table: Table, at: float) -> Draft:
        part = data.part
        shown = part and ShownPart(table.seats_of(guest.id), bytes.fromhex(part), data.commitments)
        return deal_commands.start(table, at, shown or None)

    return command


async def create_table(house: House, guest: Guest, data: TableRequest) -> LiveTable:
    chosen = game(data.game, **data.options)
    for level in data.bots:
        check_level(level)
    names = [await free_name(house.store, name, guest) for name in data.names] or [guest.name] * data.seats
    if not 0 <= len(names) <= chosen.players or len(names) + len(data.bots) > chosen.players:
        raise Refused("too_many_seats", {"players": chosen.players}, status=400)
    limits = checked_limits(data.time_limits)
    if data.rated and (guest.role is None or len(names) > 1):
        raise Refused("rated_members_only", status=403)
    live = await house.open_table(
        Setup(
            id=new_id(10),
            game=chosen,
            secret=secrets.token_bytes(32),
            host=guest.id,
            is_open=data.open,
            time_limits=_time_limits(limits, rated=data.rated),
            created_at=house.timer.now(),
            one_device=len(names) > 1,
            rated=data.rated,
        )
    )
    mine = [(data.first_seat + number) % chosen.players for number in range(len(names))]
    for seat, name in zip(mine, names, strict=True):
        await house.change(live, sit_command(seat, name, guest=guest.id, member=is_members_own(guest, name)))
    if data.commitment is not None and mine:
        given = data.commitment
        await house.change(live, lambda table, at: deal_commands.commit(table, table.seats_of(guest.id), given, at))
    others = [seat for seat in range(chosen.players) if seat not in mine]
    for seat, level in zip(others[len(others) - len(data.bots) :], data.bots, strict=True):
        await house.change(live, sit_command(seat, "", bot=level))
    return live


def _time_limits(limits: TimeLimits, *, rated: bool) -> TimeLimits:
    """Those that were asked for. A rated match always has some, so that it ends even if players stay away."""
    return replace(limits, seconds=RATED_SECONDS) if rated and limits.seconds is None else limits


async def create_rematch(house: House, live: LiveTable, guest: Guest) -> None:
    """Create a table with the same people, options and time limits, and link to it from the finished one. What was said
    and who won before come along."""
    if live.table.status is not Status.OVER:
        raise Refused("match_not_over")
    occasion = live.table.setup.occasion
    if occasion is not None and occasion.kind == "evening":
        await _create_rematch_of_evening(house, live, guest, occasion.id)
    else:
        await _link(house, live, await _rematch_table(house, live, guest))


async def _create_rematch_of_evening(house: House, live: LiveTable, guest: Guest, evening: str) -> None:
    """A rematch is the next match of the evening, unless somebody else has begun that: then it leads there."""
    store = house.store.evenings
    while True:
        # Read before looking whether a match is on: whoever adds one after that takes this number.
        number = await store.number_of_tables(evening)
        if (current := await current_table(house, await store.tables(evening))) is not None:
            return await _link(house, live, current)
        new = await _rematch_table(house, live, guest)
        if await store.add_table(evening, new.table.setup.id, number):
            return await _link(house, live, new)
        await house.change(new, lambda there, at: commands.change_status(there, "close", at))


async def _link(house: House, live: LiveTable, new: LiveTable) -> None:
    """Lead from an ended match to the next one."""
    await house.change(live, lambda there, at: commands.rematch(there, new.table.setup.id, at))
    if live.table.next_table != new.table.setup.id and new.table.setup.occasion is None:
        # Another process created a rematch at the same moment and was faster: that one is used.
        await house.change(new, lambda there, at: commands.change_status(there, "close", at))


async def _rematch_table(house: House, live: LiveTable, guest: Guest) -> LiveTable:
    """A table with the people of an ended match, who are told of it."""
    table, setup = live.table, live.table.setup
    # A match that ended by earlier rules is followed by one with those played now.
    rules = by_current_rules(setup.game)
    held = [chair.guest for chair in table.chairs if chair.guest is not None]
    apart = await house.store.regulars.kept_apart(guest.id)
    new = await house.open_table(
        Setup(
            new_id(10),
            rules,
            secrets.token_bytes(32),
            guest.id,
            setup.is_open,
            setup.time_limits,
            house.timer.now(),
            setup.one_device or len(set(held)) < len(held),
            setup.rated,
            setup.occasion if setup.occasion and setup.occasion.kind == "evening" else None,
        )
    )
    for seat, chair in enumerate(table.chairs):
        if chair.taken and chair.program is None and chair.guest not in apart:
            await house.change(
                new, sit_command(seat, chair.name, guest=chair.guest, bot=chair.bot, member=chair.is_member)
            )
    await house.change(new, lambda there, at: commands.carry_over(there, table, at))
    await _tell_of_rematch(house, live, new.table, guest)
    return new


async def _tell_of_rematch(house: House, live: LiveTable, new: Table, guest: Guest) -> None:
    """Tell those who are not there any more. Before the link: if the house stops in between, they find the table."""
    here = {live.table.chairs[seat].guest for seat, present in enumerate(live.present()) if present}
    absent = {chair.guest for chair in new.chairs if chair.guest is not None} - here - {guest.id}
    table_id = new.setup.id
    rematch = Notification(Kind.REMATCH, f"rematch {table_id}", f"/t/{table_id}", {"table": table_id, "by": guest.id})
    await house.notifications.add(absent, rematch)
