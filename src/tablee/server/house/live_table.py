"""A table in memory: its readers, and the commands and bots under way. Readers are told of every change."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tablee.core.seat import Seat
from tablee.core.texts import Lang
from tablee.server.rate_limit import TokenBucket
from tablee.server.table import messages, updates
from tablee.server.table.commands import Command
from tablee.server.table.table import Row, Table

MATCH_ROWS: Final = {"play", "undo", "ask_undo", "answer_undo", "chat"}
"""The rows that change nothing around the match."""

CHAIR_ROWS: Final = {"sit", "stand", "hand_over", "start"}
"""The rows after which "who holds which seat" is written down anew."""


class Reader(Protocol):
    """Somebody connected to a table."""

    seat: Seat | None
    guest: str | None
    since: int | None
    """The version this reader has been told, if any."""
    words: Lang | None
    """The language in which this reader wants all of it in words too, if any."""

    def mine(self) -> tuple[Seat, ...]:
        """The seats this reader may play."""

    def framed(self, message: bytes) -> bytes:
        """A message as it is sent; the same for all readers, so that it is framed once for many."""

    def offer(self, frame: bytes) -> None:
        """Send this frame, soon; a reader that is too slow is disconnected."""


@dataclass(slots=True)
class PendingCommand:
    """A command that somebody waits for."""

    command: Command
    version: "asyncio.Future[int]"


@dataclass(eq=False)
class LiveTable:
    """A table, its readers, and what is under way."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: set[Reader] = field(default_factory=set)
    thinking: dict[tuple[Seat, int], "asyncio.Task[Any]"] = field(default_factory=dict)
    """The prompts a bot of this process is thinking about, and its doing so."""
    pending: list[PendingCommand] = field(default_factory=list)
    """Commands that were not taken up yet."""
    worker: "asyncio.Task[None] | None" = None
    """The task that takes them up, while there are any."""
    rematching: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held by whoever puts up a table for a rematch: whoever asks meanwhile finds it there."""
    hints: TokenBucket | None = None
    """How many more hints are given here, once somebody asked for one."""
    is_going_aside: bool = False
    """Whether the row that puts this table aside is about to be written."""
    trouble: str | None = None
    """Under which name the log of the house tells why this table's rows cannot be read or written, if they cannot."""

    def present(self) -> tuple[bool, ...]:
        seats = {seat for reader in self.readers for seat in self.table.seats_of(reader.guest)}
        seats |= {reader.seat for reader in self.readers if reader.seat is not None}
        return tuple(seat in seats for seat in self.table.game.seats)

    def known(self, since: int | None) -> int | None:
        """What a reader really knows: nothing, if what he knows was undone or never happened."""
        is_sound = since is not None and self.table.rewound <= since <= self.table.version
        return since if is_sound else None

    def thought(self, about: tuple[Seat, int], done: "asyncio.Task[Any]") -> None:
        """A bot has come to an end; another may think about the same by now."""
        if self.thinking.get(about) is done:
            del self.thinking[about]

    # Readers

    def seat_readers(self, rows: Sequence[Row]) -> None:
        """At the start the chairs are turned and everybody stays on his; whoever loses a seat sees it no more."""
        for row in rows:
            for reader in self.readers:
                if row.kind == "start" and reader.seat is not None:
                    reader.seat = Seat((reader.seat - row.data["turned"]) % self.table.game.players)
        if not CHAIR_ROWS.isdisjoint(row.kind for row in rows):
            for reader in self.readers:
                _check_seat(reader)

    def tell(self, reader: Reader, now: float) -> None:
        """Tell one reader what he does not know yet."""
        since = self.known(reader.since)
        around = self._around(reader, self.present())
        told = updates.told(self.table, reader.seat, since, around, now, words=reader.words)
        reader.offer(reader.framed(told))
        reader.since = self.table.version

    def begin_anew(self) -> None:
        """Whatever readers were told is void."""
        for reader in self.readers:
            reader.since = None
            _check_seat(reader)

    def tell_all(self, rows: Sequence[Row], now: float) -> None:
        """Tell all readers of some rows. Those who see the same table are told the same bytes."""
        before = rows[0].number - 1
        changed = any(row.kind not in MATCH_ROWS for row in rows)
        present = self.present() if changed else ()
        alike: dict[tuple[Any, ...], bytes] = {}
        """Frames, by what makes them differ."""
        for reader in tuple(self.readers):
            since = None if reader.since is None else self.known(min(reader.since, before))
            key = (reader.seat, since, reader.words, (reader.guest, reader.mine()) if changed else None)
            frame = alike.get(key)
            if frame is None:
                around = self._around(reader, present) if changed else None
                told = updates.told(self.table, reader.seat, since, around, now, words=reader.words)
                frame = alike[key] = reader.framed(told)
            reader.offer(frame)
            reader.since = self.table.version

    def _around(self, reader: Reader, present: tuple[bool, ...]) -> messages.Around:
        is_host = reader.guest is not None and reader.guest == self.table.setup.host
        return updates.around(self.table, reader.mine(), is_host, present)


def _check_seat(reader: Reader) -> None:
    if reader.seat is not None and reader.seat not in reader.mine():
        reader.seat, reader.since = None, None
