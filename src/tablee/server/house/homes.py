"""The home of a table: the one process that plays it. Several processes can then share a house on PostgreSQL, and each
move is paid for once.

A process has a lease in the database and renews it every second. Whoever needs a table that has no home gives it one.
The log stays the fence: a process that lost its lease without noticing cannot write a row that another has written.
"""

import asyncio
import contextlib
import hashlib
import logging
import os
import secrets
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import count
from time import monotonic
from typing import Final, Protocol

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.store.homes import LEASE_SECONDS, HomeStore, Process

logger = logging.getLogger("tablee.homes")

RENEW_SECONDS: Final = 1.0
RELEASE_ROUNDS: Final = 60
"""The number of renewals after which the homes of tables that are no longer in memory are released."""
MOVING_ROUNDS: Final = 5
"""The number of renewals after the end of a process within which all of its tables have new homes."""
ATTEMPTS: Final = 3
"""How often a home is looked for if processes end meanwhile."""
MAX_KNOWN: Final = 100_000
"""How many homes of other processes are remembered."""


class HomeOwner(Protocol):
    """What a house does when homes change."""

    def on_home(self, table_id: str) -> None:
        """This process is the home of a table from now on."""

    def on_homes_lost(self) -> None:
        """This process was declared dead: others play its tables now."""

    def on_homes_moved(self) -> None:
        """Other processes have ended: their tables have new homes, or soon will."""

    async def take_up(self, table_id: str) -> None:
        """Go on with a running match, or the review of an ended one."""

    def on_resumed(self) -> None:
        """All running matches have been taken up after the start."""

    def has_in_memory(self, table_id: str) -> bool: ...


@dataclass(frozen=True)
class PeerAddresses:
    """Where other processes reach this one."""

    path: str = ""
    address: str = ""


def preferred(table_id: str, processes: Sequence[Process]) -> Process:
    """The process that should play a table (rendezvous hashing): tables spread evenly, and when a process ends only its
    own tables move."""
    return max(processes, key=lambda process: hashlib.blake2b(f"{process.id} {table_id}".encode()).digest())


class Homes:
    """The homes that this process knows, and its own lease."""

    def __init__(self, store: HomeStore, owner: HomeOwner, workers: int = 1) -> None:
        """`workers`: how many processes start together on this machine."""
        self._store = store
        self._owner = owner
        self._workers = workers
        self.token = secrets.token_hex(32)
        self.me = Process("", "", "", self.token)
        self._processes: dict[str, Process] = {}
        self._homes: dict[str, str] = {}
        """The process of each known table."""
        self._claiming = asyncio.Lock()
        self._renewed_at = 0.0
        self._has_left = False
        self._moving_rounds = 0
        """For how many renewals more tables may still be moving to new homes."""
        self._all_here = asyncio.Event()
        """Set once all workers that start together are there."""
        self._orphans = asyncio.Event()
        """Set while there may be matches without a home."""
        self._orphans.set()

    # The lease

    async def open(self, addresses: PeerAddresses) -> None:
        """Register this process."""
        await self._register(addresses)
        await self._refresh_processes()

    async def _register(self, addresses: PeerAddresses) -> None:
        process = Process(secrets.token_hex(16), addresses.path, addresses.address, self.token)
        await self._store.register(process)
        self.me = process
        self._renewed_at = monotonic()

    async def keep_lease(self) -> None:
        """Renew the lease until cancelled."""
        for number in count(1):
            await asyncio.sleep(RENEW_SECONDS)
            try:
                await self.renew()
                if number % RELEASE_ROUNDS == 0:
                    await self.release_unused()
            except SQLAlchemyError as error:
                logger.warning("the database does not answer", exc_info=error)

    async def keep_matches_going(self) -> None:
        """Take up matches without a home, now and whenever a process has ended, until cancelled."""
        await self._wait_for_workers()
        while True:
            await self._orphans.wait()
            self._orphans.clear()
            try:
                await self._take_up()
            except SQLAlchemyError as error:
                logger.warning("the database does not answer", exc_info=error)
                self._orphans.set()
                await asyncio.sleep(RENEW_SECONDS)

    async def _wait_for_workers(self) -> None:
        """Wait a moment for the workers that start with this one, or the first would take all matches."""
        until = monotonic() + LEASE_SECONDS
        while len(self._neighbours()) < self._workers and monotonic() < until:
            await asyncio.sleep(RENEW_SECONDS / 10)
            with contextlib.suppress(SQLAlchemyError):
                await self._refresh_processes()
        self._all_here.set()

    async def renew(self) -> None:
        """One round: renew the lease, remove processes that have ended, and take up their matches."""
        if self._has_left:
            return
        before = self._processes.keys()
        if not await self._store.renew(self.me.id):
            logger.warning("this process was declared dead")
            self._homes.clear()
            await self._register(PeerAddresses(self.me.path, self.me.address))
            self._owner.on_homes_lost()
        elif monotonic() - self._renewed_at < LEASE_SECONDS:
            # Not after a silence of the database: then the others could not renew either, and have a round to do so.
            await self._store.remove_dead()
        self._renewed_at = monotonic()
        await self._refresh_processes()
        if before - self._processes.keys():
            self._orphans.set()
            self._moving_rounds = MOVING_ROUNDS
        if self._moving_rounds:
            self._moving_rounds -= 1
            self._owner.on_homes_moved()

    async def _refresh_processes(self) -> None:
        self._processes = {process.id: process for process in await self._store.processes()}
        self._homes = {table: home for table, home in self._homes.items() if home in self._processes}

    async def _take_up(self) -> None:
        processes = tuple(self._processes.values()) or (self.me,)
        for table, home in await self._store.to_take_up(self.me.id):
            is_wanted = home is not None or preferred(table, processes).id == self.me.id
            if is_wanted and await self.claim(table):
                await self._owner.take_up(table)
        self._owner.on_resumed()

    async def release_unused(self) -> None:
        """Release the homes of tables that are no longer in memory."""
        is_used = self._owner.has_in_memory
        async with self._claiming:
            unused = [table for table, home in self._homes.items() if home == self.me.id and not is_used(table)]
            for table in unused:
                del self._homes[table]
            if unused:
                await self._store.release(unused, self.me.id)

    async def leave(self) -> None:
        """Release all tables: this process ends."""
        if not self._has_left:
            self._has_left = True
            self._homes.clear()
            await self._store.remove(self.me.id)

    # The homes

    def others(self) -> tuple[Process, ...]:
        """All other processes of the house, as far as they are known."""
        return tuple(process for process in self._processes.values() if process.id != self.me.id)

    def is_mine(self, table_id: str) -> bool:
        return self._homes.get(table_id) == self.me.id

    async def find(self, table_id: str) -> Process | None:
        """The process that plays a table; it is given one if it has none. None: there is no such table."""
        if known := self._processes.get(self._homes.get(table_id, "")):
            return known
        if self._has_left:
            return None
        await self._all_here.wait()
        async with self._claiming:
            for _ in range(ATTEMPTS):
                chosen = preferred(table_id, self._neighbours() or (self.me,))
                home = await self._store.claim(table_id, chosen.id)
                if home in self._processes:
                    return self._remember(table_id, self._processes[home])
                await self._refresh_processes()
        return None

    async def claim(self, table_id: str) -> bool:
        """Make this process the home of a table, unless it has another; returns whether it is.

        Whatever is passed on to this process claims its table: others take this for its home.
        """
        if self.is_mine(table_id):
            return True
        async with self._claiming:
            home = await self._store.claim(table_id, self.me.id)
            if home == self.me.id:
                self._remember(table_id, self.me)
        return home == self.me.id

    def _remember(self, table_id: str, home: Process) -> Process:
        if len(self._homes) >= MAX_KNOWN:
            self._homes = {table: home for table, home in self._homes.items() if home == self.me.id}
        self._homes[table_id] = home.id
        if home.id == self.me.id:
            self._owner.on_home(table_id)
        return home

    async def remove(self, process: Process) -> None:
        """A process of this machine refuses connections: it has ended, whatever its lease says."""
        await self._store.remove(process.id)
        await self._refresh_processes()
        self._orphans.set()

    def _neighbours(self) -> tuple[Process, ...]:
        """The processes of this machine: those whose socket is in its file system, and this one."""
        return tuple(
            process
            for process in self._processes.values()
            if process.id == self.me.id or (process.path and os.path.exists(process.path))
        )
