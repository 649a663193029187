"""Tells the other processes of a house what addresses took here, so that limits hold for all of them together."""

import asyncio
from contextlib import suppress
from typing import Final

from tablee.server.house.homes import Homes
from tablee.server.peers.calls import PeerGone, tell
from tablee.server.peers.messages import LimitNews
from tablee.server.shared_limits import Open, SharedLimits
from tablee.server.store.homes import Process

PAUSE: Final = 0.25
"""Seconds between two rounds."""


class LimitExchange:
    """What this process tells and is told about limits."""

    def __init__(self, limits: SharedLimits, homes: Homes) -> None:
        self._limits = limits
        self._homes = homes
        self._told: dict[str, Open] = {}
        """What each process was last told of connections and sockets."""
        limits.share()

    async def run(self) -> None:
        """Tell the others until cancelled."""
        while True:
            await asyncio.sleep(PAUSE)
            await self.tell_all()

    async def tell_all(self) -> None:
        """One round. Nothing is sent if there is nothing new."""
        others = self._homes.others()
        ids = {process.id for process in others}
        self._limits.keep_only(ids)
        self._told = {process: told for process, told in self._told.items() if process in ids}
        taken, still_open = self._limits.taken(), self._limits.open_here(len(others) + 1)
        news = LimitNews(self._homes.me.id, taken, still_open)
        told = [
            self._tell(process, news) for process in others if taken or still_open != self._told.get(process.id, {})
        ]
        await asyncio.gather(*told)

    async def _tell(self, process: Process, news: LimitNews) -> None:
        """One that cannot be reached has ended, or counts alone until it can."""
        with suppress(OSError, PeerGone):
            await tell(process, news)
            self._told[process.id] = news.still_open

    def on_told(self, news: LimitNews) -> None:
        self._limits.on_told(news.process, news.taken, news.still_open)
