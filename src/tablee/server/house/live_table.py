"""A table in memory: its readers, pending commands and running bots. Every change is broadcast to the readers."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Protocol

from tablee.core.seat import Seat
from tablee.core.texts import Lang
from tablee.server.rate_limit import TokenBucket
from tablee.server.table import messages, updates
from tablee.server.table.command_parts import TableCommand
from tablee.server.table.deal import order_of
from tablee.server.table.rows import Row
from tablee.server.table.table import Table

MATCH_ROWS: Final = {"play", "undo", "ask_undo", "answer_undo", "chat"}
"""The kinds of rows after which `around` is not sent again."""

CHAIR_ROWS: Final = {"sit", "stand", "hand_over", "start", "stand_in"}
"""The kinds of rows that change which guest holds which seat."""


class Reader(Protocol):
    """A client connected to a table."""

    seat: Seat | None
    guest: str | None
    device: str | None
    """The device of that guest; none for programs and strangers."""
    since: int | None
    """The version of the table that this reader has, if any."""
    words: Lang | None
    """The language in which this reader also wants everything in words, if any."""
    kept_apart: frozenset[str]
    """The guests whose lines this reader does not see."""

    def own_seats(self) -> tuple[Seat, ...]:
        """The seats this reader may play."""

    def frame(self, message: bytes) -> bytes:
        """The WebSocket frame of a message. It can be shared: it is the same for all readers."""

    def send(self, frame: bytes) -> None:
        """Send a frame soon. A reader that is too slow is disconnected."""

    def disconnect(self) -> None:
        """Close the connection after the current message was answered."""

    def sign_out(self) -> None:
        """Close the connection, and say that its device was signed out."""


@dataclass(slots=True)
class PendingCommand:
    """A command in the queue of a table, and the future that its sender awaits."""

    command: TableCommand
    version: "asyncio.Future[int]"


@dataclass(eq=False)
class LiveTable:
    """A table in memory and all that belongs to it."""

    table: Table
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    readers: set[Reader] = field(default_factory=set)
    bot_tasks: dict[tuple[Seat, int], "asyncio.Task[Any]"] = field(default_factory=dict)
    """The running bots of this process, by seat and prompt."""
    pending: list[PendingCommand] = field(default_factory=list)
    """The queue of commands."""
    worker: "asyncio.Task[None] | None" = None
    """The task that processes the queue, while it is not empty."""
    rematch_lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    """Held while a rematch is created, so that only one is."""
    hints: TokenBucket | None = None
    """The rate limit for hints, since the first one."""
    view_seconds: float = 0.01
    """How long it took the last time to build an update for one reader."""
    is_private: bool = False
    """Whether no other process has to hear of its rows: this one is its home, and all readers are here."""
    is_being_put_aside: bool = False
    """Whether a command that puts this table aside is in the queue."""
    is_watched: bool = False
    """Whether this process measures who is away."""
    missed: set[Seat] = field(default_factory=set)
    """The seats that this process measures the absence of."""
    told_prompts: dict[Seat, int | None] = field(default_factory=dict)
    """By seat: the last prompt that a notification was raised for."""
    trouble: str | None = None
    """If the rows of this table cannot be read or written: the code under which the log has the error."""

    def present(self) -> tuple[bool, ...]:
        seats = {seat for reader in self.readers for seat in self.table.seats_of(reader.guest)}
        seats |= {reader.seat for reader in self.readers if reader.seat is not None}
        return tuple(seat in seats for seat in self.table.game.seats)

    def known_version(self, since: int | None) -> int | None:
        """The version to send an update from: None (send everything) if it was undone or does not exist."""
        is_valid = since is not None and self.table.rewound <= since <= self.table.version
        return since if is_valid else None

    def remove_bot_task(self, prompt: tuple[Seat, int], done: "asyncio.Task[Any]") -> None:
        """Remove a finished bot, unless another one was started for the same prompt."""
        if self.bot_tasks.get(prompt) is done:
            del self.bot_tasks[prompt]

    # Readers

    def update_reader_seats(self, rows: Sequence[Row]) -> None:
        """Keep readers on their chairs when the start orders them; those who lost their seat become spectators."""
        for row in rows:
            for reader in self.readers:
                if row.kind == "start" and reader.seat is not None:
                    reader.seat = Seat(order_of(row.data, self.table.game.players).index(reader.seat))
        if not CHAIR_ROWS.isdisjoint(row.kind for row in rows):
            for reader in self.readers:
                _check_seat(reader)

    def send_update(self, reader: Reader, now: float) -> None:
        """Send one reader all that is new to them."""
        since = self.known_version(reader.since)
        around = self._around(reader, self.present())
        apart = reader.kept_apart
        message = updates.update_message(self.table, reader.seat, since, around, now, words=reader.words, apart=apart)
        reader.send(reader.frame(message))
        reader.since = self.table.version

    def reset_readers(self) -> None:
        """The next update of all readers is the whole table."""
        for reader in self.readers:
            reader.since = None
            _check_seat(reader)

    def broadcast(self, rows: Sequence[Row], now: float) -> None:
        """Send all readers an update about some rows. Readers with the same view share one encoded frame."""
        before = rows[0].number - 1
        changed = self.table.chairs_changed > before or any(row.kind not in MATCH_ROWS for row in rows)
        present = self.present() if changed else ()
        frames: dict[tuple[Any, ...], bytes] = {}
        for reader in tuple(self.readers):
            since = None if reader.since is None else self.known_version(min(reader.since, before))
            apart = reader.kept_apart
            key = (reader.seat, since, reader.words, apart, (reader.guest, reader.own_seats()) if changed else None)
            frame = frames.get(key)
            if frame is None:
                around = self._around(reader, present) if changed else None
                message = updates.update_message(
                    self.table, reader.seat, since, around, now, words=reader.words, apart=apart
                )
                frame = frames[key] = reader.frame(message)
            reader.send(frame)
            reader.since = self.table.version

    def _around(self, reader: Reader, present: tuple[bool, ...]) -> messages.TableInfo:
        is_host = reader.guest is not None and reader.guest == self.table.setup.host
        return updates.table_info(self.table, reader.own_seats(), is_host, present)


def _check_seat(reader: Reader) -> None:
    if reader.seat is not None and reader.seat not in reader.own_seats():
        reader.seat, reader.since = None, None
