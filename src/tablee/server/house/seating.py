"""Who sits where: commands that seat people and bots at an open table, and the chairs of a tournament's table."""

from collections.abc import Callable, Sequence
from typing import Any

from tablee.bots.cast import cast_bot
from tablee.bots.levels import level_for_bot_number
from tablee.core.seat import Seat
from tablee.server.store.tournaments import TournamentPlayer
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
            shown, level = _named_bot(level, seat, [chair.name for chair in table.chairs])
        return commands.sit(table, Seat(seat), shown, at, guest=guest, bot=level, program=program, member=member)

    return command


def tournament_chairs(players: Sequence[TournamentPlayer | None], level: str) -> list[dict[str, Any]]:
    """Who sits on each chair. Bots sit where nobody does, or where somebody was forgotten."""
    names: list[str] = [player.name for player in players if player is not None]
    chairs: list[dict[str, Any]] = []
    for seat, player in enumerate(players):
        if player is not None and player.guest is not None:
            chairs.append({"name": player.name, "guest": player.guest, "bot": None})
        else:
            name, bot = _named_bot(level, seat, names)
            names.append(name)
            chairs.append({"name": name, "guest": None, "bot": bot})
    return chairs


def _named_bot(level: str, seat: int, names: Sequence[str]) -> tuple[str, str | None]:
    """The name and the level of a bot: one of the cast or, if all of them sit here already, one without a name."""
    player = cast_bot(level, names)
    return (player.name, player.bot) if player else ("", level_for_bot_number(level, seat))


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
