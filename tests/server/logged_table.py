"""A table and its log without a house."""

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec

from tablee.core.game import AnyGame
from tablee.core.seat import Seat
from tablee.server.refusals import Refused, Resent
from tablee.server.table import commands, deal_commands
from tablee.server.table.clocks import TimeLimits
from tablee.server.table.rows import Draft, Row
from tablee.server.table.setup import Setup
from tablee.server.table.table import Table, table_from_log


class LoggedTable:
    """Applies each draft twice: as the process that wrote it does (`table`) and as other processes do (`elsewhere`)."""

    def __init__(self, game: AnyGame, limits: TimeLimits | None = None, seed: int = 1, *, rated: bool = False) -> None:
        self.rng = Random(seed)
        self.setup = Setup(
            "t",
            game,
            self.rng.randbytes(32),
            "anne",
            time_limits=limits or TimeLimits(),
            created_at=1000.0,
            rated=rated,
        )
        self.table = Table(self.setup)
        self.elsewhere = Table(self.setup)
        self.rows: list[Row] = []
        self.now = 1000.0

    def do(self, command: Callable[..., Draft | None], *arguments: Any, **named: Any) -> bool:
        """Draft, write, apply; whether there was something to write. Raises `Refused` or `Resent`."""
        draft = command(self.table, *arguments, self.now, **named)
        if draft is None:
            return False
        written = [self._from_database(row) for row in draft.rows]
        self.table.apply_draft(draft)
        for row in written:
            self.elsewhere.apply_row(row)
        self.rows += written
        return True

    def tries(self, command: Callable[..., Draft | None], *arguments: Any, **named: Any) -> str | None:
        """Do something that may be refused; returns the code."""
        try:
            self.do(command, *arguments, **named)
        except Refused as refused:
            return refused.code
        except Resent:
            return "resent"
        return None

    @staticmethod
    def _from_database(row: Row) -> Row:
        return Row(row.number, row.kind, msgspec.json.decode(msgspec.json.encode(row.data)), row.at)

    def read_back(self) -> Table:
        """The table as its log tells it."""
        return table_from_log(self.setup, self.rows)

    def all_sit(self, bots: int = 0) -> "LoggedTable":
        """Guests g0, g1, … sit down, bots on the last seats, and the match starts."""
        seats = self.table.game.seats
        for seat in seats:
            if seat >= len(seats) - bots:
                self.do(commands.sit, seat, "", bot="random")
            else:
                self.do(commands.sit, seat, f"G{seat}", guest=f"g{seat}", member=self.setup.rated)
        self.do(deal_commands.start)
        return self

    def any_action(self, seat: Seat) -> Any:
        return self.table.game.random_action(self.table.match.state, seat, self.rng)

    def play(self, seat: Seat, action: Any = None) -> Any:
        """The seat answers its prompt; returns the prompt and the action."""
        prompt = self.table.prompts[seat]
        action = action or self.any_action(seat)
        self.do(commands.play, seat, prompt, action)
        return prompt, action


def snapshot(table: Table) -> dict[str, Any]:
    """All fields of a table, for comparison."""
    return {
        "version": table.version,
        "status": table.status,
        "chairs": list(map(repr, table.chairs)),
        "state": table.match.state,
        "played": list(table.match.log),
        "chat": list(table.chat),
        "undo": table.undo,
        "muted": set(table.muted),
        "used_links": set(table.used_links),
        "next_table": table.next_table,
        "rewound": table.rewound,
        "awaited": table.awaited,
        "prompts": list(table.prompts),
        "answered": list(table.answered),
        "clocks": [(clock.reserve, clock.since, clock.deadline) for clock in table.clocks],
        "deadline": table.next_deadline(),
    }
