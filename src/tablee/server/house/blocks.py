"""Hides the chat of blocked people from each other, at once for those connected."""

from collections.abc import Callable, Collection, Iterable

from tablee.server.house.live_table import LiveTable, Reader
from tablee.server.store.regulars import RegularStore


class Blocks:
    """Who is kept apart from whom, for the readers of the tables of this process."""

    def __init__(
        self,
        store: RegularStore,
        tables: Callable[[], Iterable[LiveTable]],
        send_update: Callable[[LiveTable, Reader], None],
    ) -> None:
        self._store = store
        self._tables = tables
        self._send_update = send_update

    async def refresh(self, guests: Collection[str]) -> None:
        """Send these guests their whole tables again, after a block was added or removed."""
        apart = {guest: await self._store.kept_apart(guest) for guest in guests}
        for live in tuple(self._tables()):
            for reader in tuple(live.readers):
                if reader.guest is not None and reader.guest in apart:
                    reader.kept_apart, reader.since = apart[reader.guest], None
                    self._send_update(live, reader)
