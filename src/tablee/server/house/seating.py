"""Commands that seat people and bots at a table that is open."""

from collections.abc import Callable, Sequence

from tablee.bots.cast import cast_bot
from tablee.bots.levels import tempered
from tablee.core.seat import Seat
from tablee.server.table import commands
from tablee.server.table.rows import Draft
from tablee.server.table.table import Table


def sit_command(
    seat: int,
    name: str,
    *,
    guest: str | None = None,
    bot: str | None = None,
    program: str | None = None,
    member: bool = False,
) -> Callable[[Table, float], Draft]:
    """The command that seats a guest, a bot or a program. A bot without a name gets one of the cast."""

    def command(table: Table, at: float) -> Draft:
        shown, level = name, bot
        if level is not None and not shown:
            player = cast_bot(level, [chair.name for chair in table.chairs])
            shown, level = (player.name, player.bot) if player else ("", tempered(level, seat))
        return commands.sit(table, Seat(seat), shown, at, guest=guest, bot=level, program=program, member=member)

    return command


def in_one_draft(steps: Sequence[Callable[[Table, float], Draft]]) -> Callable[[Table, float], Draft]:
    """The command that does what several do, one after the other: all of it is written, or nothing."""

    def command(table: Table, at: float) -> Draft:
        there, draft = table.copy(), Draft([])
        for step in steps:
            following = step(there, at)
            there.apply_draft(following)
            draft = draft.followed_by(following)
        return draft

    return command
