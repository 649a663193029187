"""The house's only source of time. Tests replace it by a virtual one."""

import asyncio
import time
from collections.abc import Callable


class Timer:
    """Gives the time, and calls functions at a later time, at most one per key."""

    def __init__(self) -> None:
        self._calls: dict[str, asyncio.TimerHandle] = {}

    def now(self) -> float:
        """Unix time, in seconds."""
        return time.time()

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
            # Too early: the event loop rounds to milliseconds, or the system clock was set back.
            self.set(key, moment, call)
            return
        # Removed before the call: the function refers to its table and would keep it in memory.
        del self._calls[key]
        call()

    def close(self) -> None:
        for call in self._calls.values():
            call.cancel()
        self._calls.clear()
