"""Creating tables: a new one, or one for a rematch."""

import secrets
from collections.abc import Callable
from typing import Annotated, Any

import msgspec

from tablee.bots.cast import cast_bot
from tablee.bots.levels import tempered
from tablee.core.registry import by_current_rules, game
from tablee.core.seat import Seat
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.http.sessions import checked_name, new_id
from tablee.server.http.table_checks import check_level
from tablee.server.refusals import Refused
from tablee.server.store.guests import Guest
from tablee.server.table import commands, messages
from tablee.server.table.clocks import OnTimeout, Pace
from tablee.server.table.commands import Command, ShownPart
from tablee.server.table.rows import Draft
from tablee.server.table.setup import Setup
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status


class PaceRequest(msgspec.Struct, forbid_unknown_fields=True):
    """Seconds for each choice (none: no limit), a reserve for the match, and what happens when time is up."""

    seconds: float | None = None
    reserve: float = 0.0
    on_timeout: OnTimeout = OnTimeout.BOT


class TableRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A table to create. `seats`: how many are mine, from `first_seat` on; `bots`: levels for the last others."""

    game: str
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    open: bool = False
    pace: PaceRequest = msgspec.field(default_factory=PaceRequest)
    bots: Annotated[list[str], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)
    seats: messages.SeatNumber = 1
    names: Annotated[list[str], msgspec.Meta(max_length=100)] = msgspec.field(default_factory=list)
    """Names for my seats, if several people play at this device; else my own."""
    first_seat: messages.SeatNumber = 0
    """Players are known by the colour of their seat: somebody may have a favourite."""
    commitment: messages.Hash | None = None
    """What this device commits to for its seats; see docs/fairness.md."""


class StartRequest(msgspec.Struct, forbid_unknown_fields=True):
    """The part of the secret that the host's device shows at once, where no other device has committed to one."""

    part: messages.Hash | None = None
    commitments: Annotated[list[messages.Hash | None], msgspec.Meta(max_length=100)] | None = None
    """Those that the device has seen: the start is refused if they have changed since."""


def start_command(guest: Guest, data: StartRequest) -> Command:
    """The command that starts a match, or the deal before it."""

    def command(table: Table, at: float) -> Draft:
        part = data.part
        shown = part and ShownPart(table.seats_of(guest.id), bytes.fromhex(part), data.commitments)
        return commands.start(table, at, shown or None)

    return command


def sit_command(
    seat: int, name: str, *, guest: str | None = None, bot: str | None = None, program: str | None = None
) -> Callable[[Table, float], Draft]:
    """The command that seats a guest, a bot or a program. A bot without a name gets one of the cast."""

    def command(table: Table, at: float) -> Draft:
        shown, level = name, bot
        if level is not None and not shown:
            player = cast_bot(level, [chair.name for chair in table.chairs])
            shown, level = (player.name, player.bot) if player else ("", tempered(level, seat))
        return commands.sit(table, Seat(seat), shown, at, guest=guest, bot=level, program=program)

    return command


async def create_table(house: House, guest: Guest, data: TableRequest) -> LiveTable:
    chosen = game(data.game, **data.options)
    for level in data.bots:
        check_level(level)
    names = [checked_name(name) for name in data.names] or [guest.name] * data.seats
    if not 0 <= len(names) <= chosen.players or len(names) + len(data.bots) > chosen.players:
        raise Refused("too_many_seats", {"players": chosen.players}, status=400)
    pace = data.pace
    if (pace.seconds is not None and not 1 <= pace.seconds <= 31 * 86400) or not 0 <= pace.reserve <= 86400:
        raise Refused("bad_pace", status=400)
    live = await house.open_table(
        Setup(
            id=new_id(10),
            game=chosen,
            secret=secrets.token_bytes(32),
            host=guest.id,
            is_open=data.open,
            pace=Pace(pace.seconds, pace.reserve, pace.on_timeout),
            created_at=house.timer.now(),
            one_device=len(names) > 1,
        )
    )
    mine = [(data.first_seat + number) % chosen.players for number in range(len(names))]
    for seat, name in zip(mine, names, strict=True):
        await house.change(live, sit_command(seat, name, guest=guest.id))
    if data.commitment is not None and mine:
        given = data.commitment
        await house.change(live, lambda table, at: commands.commit(table, table.seats_of(guest.id), given, at))
    others = [seat for seat in range(chosen.players) if seat not in mine]
    for seat, level in zip(others[len(others) - len(data.bots) :], data.bots, strict=True):
        await house.change(live, sit_command(seat, "", bot=level))
    return live


async def create_rematch(house: House, live: LiveTable, guest: Guest) -> None:
    """Create a table with the same people, options and pace, and link to it from the finished one. What was said and
    who won before come along."""
    table, setup = live.table, live.table.setup
    if table.status is not Status.OVER:
        raise Refused("match_not_over")
    # A match that ended by earlier rules is followed by one with those played now.
    rules = by_current_rules(setup.game)
    held = [chair.guest for chair in table.chairs if chair.guest is not None]
    new = await house.open_table(
        Setup(
            new_id(10),
            rules,
            secrets.token_bytes(32),
            guest.id,
            setup.is_open,
            setup.pace,
            house.timer.now(),
            setup.one_device or len(set(held)) < len(held),
        )
    )
    for seat, chair in enumerate(table.chairs):
        if chair.taken and chair.program is None:
            await house.change(new, sit_command(seat, chair.name, guest=chair.guest, bot=chair.bot))
    await house.change(new, lambda there, at: commands.carry_over(there, table, at))
    await house.change(live, lambda there, at: commands.rematch(there, new.table.setup.id, at))
    if live.table.next_table != new.table.setup.id:
        # Another process created a rematch at the same moment and was faster: that one is used.
        await house.change(new, lambda there, at: commands.change_status(there, "close", at))
