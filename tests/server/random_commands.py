"""Commands of every kind to a table, drawn at random."""

from collections.abc import Iterator
from typing import Any, Final

from tests.server.logged_table import LoggedTable

from tablee.core.seat import Seat
from tablee.server.table import commands
from tablee.server.table.chairs import Author
from tablee.server.table.rows import Draft
from tablee.server.table.table import Table
from tablee.server.table.table_parts import Status

LEVELS: Final = ("random", "greedy")


def random_commands(logged: LoggedTable, steps: int) -> Iterator[str | None]:
    """Send `steps` random commands, mostly plays; yields the refusal of each, or None."""
    rng, game = logged.rng, logged.table.game
    for _ in range(steps):
        logged.now += rng.choice([0.0, 0.5, 3.0, 12.0, 50.0])
        seat = rng.choice(game.seats)
        level = rng.choice(LEVELS)
        yes = rng.random() < 0.7
        if (request := logged.table.undo) and rng.random() < 0.5:
            yield logged.tries(commands.answer_undo, rng.choice(sorted(request.waiting)), yes)
            continue
        match rng.choices(range(13), (24, 2, 4, 3, 3, 3, 2, 2, 1, 1, 2, 1, 3))[0]:
            case 0:
                yield from _play(logged)
            case 1:
                stale = rng.randrange(logged.table.version + 2)
                yield logged.tries(commands.play, seat, stale, _some_action(logged, seat))
            case 2:
                yield logged.tries(commands.undo, seat)
            case 3:
                yield logged.tries(commands.answer_undo, seat, yes)
            case 4:
                yield logged.tries(commands.stand_in, seat, level, "host")
            case 5:
                yield logged.tries(commands.return_to_seat, seat)
            case 6:
                yield logged.tries(commands.timeouts, bot=level)
            case 7:
                yield logged.tries(commands.chat, "Bon appétit", name="G", author=Author(f"g{seat}"), seat=seat)
            case 8:
                yield logged.tries(commands.mute, Author(f"g{seat}"), yes)
            case 9:
                yield logged.tries(commands.transfer_seat, seat, "H", f"h{seat}", link=f"link {rng.randrange(9)}")
            case 10:
                yield logged.tries(commands.change_status, rng.choice(["aside", "restore", "restore"]), trouble="t")
            case 11:
                yield logged.tries(commands.rematch, "next")
            case _:
                yield logged.tries(_presence, [seat], yes)


def _presence(table: Table, seats: list[Seat], away: bool, at: float) -> Draft | None:
    return commands.note_presence(table, seats, at, away=away)


def _play(logged: LoggedTable) -> Iterator[str | None]:
    """A seat that is asked chooses, or changes its choice; sometimes it sends the choice twice."""
    table, rng = logged.table, logged.rng
    asked = [seat for seat in table.game.seats if table.prompts[seat] is not None]
    if table.status is Status.PLAYING and asked:
        seat = rng.choice(asked)
        prompt, action = logged.play(seat)
        yield None
        if rng.random() < 0.2:
            assert logged.tries(commands.play, seat, prompt, action) == "resent"
            yield "resent"


def _some_action(logged: LoggedTable, seat: Seat) -> Any:
    legal = logged.table.match.legal(seat)
    first = logged.table.game.action_types[-1]
    played = [play.action for play in logged.table.match.log if isinstance(play.action, first)]
    return logged.rng.choice([*legal[:20], *played[-5:]] or [None])
