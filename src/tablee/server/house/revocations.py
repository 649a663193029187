"""Devices that were signed out: their sockets are closed at once, at every process."""

from collections import deque
from collections.abc import Callable, Iterable, Sequence
from typing import Final

from tablee.server.house.live_table import Reader
from tablee.server.store.postgres_notices import REVOKED
from tablee.server.store.store import Store

RECENT: Final = 10_000
"""How many are remembered, for sockets that were just being opened."""


class Revocations:
    """Closes the sockets of devices that were signed out."""

    def __init__(self, store: Store, readers: Callable[[], Iterable[Reader]]) -> None:
        self._store = store
        self._readers = readers
        self._recent: deque[str] = deque(maxlen=RECENT)

    async def revoke(self, devices: Sequence[str]) -> None:
        """Close the sockets of these devices, here and at other processes."""
        for device in devices:
            self.on_revoked(device)
        await self._store.notify(dict.fromkeys(devices, REVOKED))

    def on_revoked(self, device: str) -> None:
        """A device was signed out, perhaps by another process."""
        self._recent.append(device)
        for reader in tuple(self._readers()):
            self.check(reader)

    def check(self, reader: Reader) -> None:
        """Close a socket that is opened while its device is signed out."""
        if reader.device in self._recent:
            reader.sign_out()

    async def look_for_missed(self) -> None:
        """Close the sockets of devices that are no longer there: notices may have been missed."""
        devices = {reader.device for reader in self._readers() if reader.device is not None}
        known = await self._store.guests.known_devices(sorted(devices))
        for gone in devices - known:
            self.on_revoked(gone)
