"""A clock that stands still until a test moves it."""

import asyncio
from collections.abc import Callable

from tablee.server.house.timer import Timer


class VirtualTimer(Timer):
    """The timer of a house in tests: what is due is called, in order, when the test lets the time pass."""

    def __init__(self, now: float = 1_000_000_000.0) -> None:
        super().__init__()
        self._now = now
        self._due: dict[str, tuple[float, Callable[[], object]]] = {}

    def now(self) -> float:
        return self._now

    def set(self, key: str, moment: float | None, call: Callable[[], object]) -> None:
        self._due.pop(key, None)
        if moment is not None:
            self._due[key] = (moment, call)

    def advance_to(self, moment: float) -> None:
        self._now = max(self._now, moment)

    def start(self) -> None:
        """Nobody need look at it."""

    def close(self) -> None:
        self._due.clear()

    def jump(self, seconds: float) -> None:
        """The time passes, and what was due is late."""
        self._now += seconds

    async def let_pass(self, seconds: float) -> None:
        """The time passes; returns when all that was due has been done."""
        until = self._now + seconds
        while due := [(moment, key) for key, (moment, _) in self._due.items() if moment <= until]:
            moment, key = min(due)
            _, call = self._due.pop(key)
            self._now = max(self._now, moment)
            before = asyncio.all_tasks()
            call()
            await asyncio.gather(*(asyncio.all_tasks() - before))
        self._now = until


class SharedVirtualTimer(Timer):
    """The timer of a second process, on the time of the first."""

    def __init__(self, first: VirtualTimer) -> None:
        super().__init__()
        self._first = first
        self._keys: set[str] = set()

    def now(self) -> float:
        return self._first.now()

    def advance_to(self, moment: float) -> None:
        self._first.advance_to(moment)

    def start(self) -> None:
        """Nobody need look at it."""

    def set(self, key: str, moment: float | None, call: Callable[[], object]) -> None:
        self._keys.add(key)
        self._first.set(f"{id(self)} {key}", moment, call)

    def close(self) -> None:
        for key in tuple(self._keys):
            self.set(key, None, lambda: None)
