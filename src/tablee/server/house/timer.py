"""The house's only source of time. Tests replace it by a virtual one.

The time of the house starts with that of the machine's clock, and then runs by itself: setting the machine's clock
changes nothing. It stands still while the process is stopped, so that nobody's clock runs then.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Final

TICK: Final = 1.0
"""Seconds between two looks at the time, while the house is open."""
LONGEST_GAP: Final = 5.0
"""If the last look was longer ago than this, the process was stopped in between."""


class Timer:
    """Gives the time, and calls functions at a later time, at most one per key."""

    def __init__(self, steady: Callable[[], float] = time.monotonic, wall: Callable[[], float] = time.time) -> None:
        self._calls: dict[str, asyncio.TimerHandle] = {}
        self._steady = steady
        self._ahead = wall() - steady()
        """The time of the house less that of the steady clock."""
        self._looked_at: float | None = None
        """When the steady clock was last read; None before `start`."""

    def now(self) -> float:
        """Unix time, in seconds, as the house has it."""
        steady = self._steady()
        if self._looked_at is not None:
            gap = steady - self._looked_at
            if gap > LONGEST_GAP:
                self._ahead -= gap - TICK
            self._looked_at = steady
        return steady + self._ahead

    def advance_to(self, moment: float) -> None:
        """Another process is further, or this one was before it was started again: time never goes back."""
        self._ahead += max(0.0, moment - self.now())

    def start(self) -> None:
        """Read the clock regularly from now on."""
        self._looked_at = self._steady()
        self._tick()

    def _tick(self) -> None:
        self.now()
        self._calls["tick"] = asyncio.get_running_loop().call_later(TICK, self._tick)

    def set(self, key: str, moment: float | None, call: Callable[[], object]) -> None:
        """Call a function at a moment (None: never). Replaces the earlier call of this key."""
        if earlier := self._calls.pop(key, None):
            earlier.cancel()
        if moment is not None:
            self._calls[key] = asyncio.get_running_loop().call_later(
                max(0.0, moment - self.now()), self._call, key, moment, call
            )

    def _call(self, key: str, moment: float, call: Callable[[], object]) -> None:
        if self.now() < moment:
            # Too early: the event loop rounds to milliseconds, or the process was stopped for a while.
            self.set(key, moment, call)
            return
        # Removed before the call: the function refers to its table and would keep it in memory.
        del self._calls[key]
        call()

    def close(self) -> None:
        for call in self._calls.values():
            call.cancel()
        self._calls.clear()
