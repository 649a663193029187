"""What people ask of a table, and what several such wishes come to when they are taken up together."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from tablee.server.refusals import Refused, Resent
from tablee.server.table.table import Draft, Table

Command = Callable[[Table, float], Draft | None]
"""Something asked of a table: drafts the rows it takes (none: there is nothing to do), or raises `Refused`."""


@dataclass(slots=True)
class PendingCommand:
    """A command that somebody waits for."""

    command: Command
    version: "asyncio.Future[int]"


@dataclass(slots=True)
class Batch:
    """What some wishes come to."""

    ahead: Table
    """The table as it will stand, if there are several; else as it stands."""
    draft: Draft
    answers: list[tuple[PendingCommand, Refused | Resent | None]] = field(default_factory=list)

    @classmethod
    def of(
        cls, table: Table, wishes: Sequence[PendingCommand], drafted: Callable[[Table, Command], Draft | None]
    ) -> "Batch":
        """What is to be written, each command checked on the table as those before it leave it."""
        plan = cls(table if len(wishes) == 1 else table.twin(), Draft([]))
        for wish in wishes:
            try:
                draft = drafted(plan.ahead, wish.command)
            except (Refused, Resent) as answer:
                plan.answers.append((wish, answer))
                continue
            plan.answers.append((wish, None))
            if draft is not None:
                plan.draft = draft if len(wishes) == 1 else plan.draft.followed_by(draft)
                if len(wishes) > 1:
                    plan.ahead.adopt(draft)
        return plan

    @property
    def refuses(self) -> bool:
        return any(isinstance(answer, Refused) for _, answer in self.answers)

    def succeed(self, version: int) -> None:
        """All is saved that was to be: everybody gets his answer."""
        for wish, answer in self.answers:
            if wish.version.done():
                continue
            if answer is None:
                wish.version.set_result(version)
            else:
                wish.version.set_exception(answer)

    def fail(self, error: Exception) -> None:
        """Nothing is saved; who is refused anyway is told why."""
        for wish, answer in self.answers:
            if not wish.version.done():
                wish.version.set_exception(answer if isinstance(answer, Refused) else error)
