"""The house's only clock. Tests put a virtual one in its place."""

import asyncio
import time
from collections.abc import Callable


class Timer:
    """Tells the time and calls back at a moment; one call a key."""

    def __init__(self) -> None:
        self._calls: dict[str, asyncio.TimerHandle] = {}

    def now(self) -> float:
        """Unix time, in seconds."""
        return time.time()

    def set(self, key: str, moment: float | None, call: Callable[[], object]) -> None:
        """Call at a moment (None: not at all) instead of what was set for this key."""
        if earlier := self._calls.pop(key, None):
            earlier.cancel()
        if moment is not None:
            self._calls[key] = asyncio.get_running_loop().call_later(
                max(0.0, moment - self.now()), self._call, key, moment, call
            )

    def _call(self, key: str, moment: float, call: Callable[[], object]) -> None:
        if self.now() < moment:
            # The loop rounds to milliseconds, and the time may have been set back: whoever is called early finds
            # nothing to do.
            self.set(key, moment, call)
            return
        # Forgotten first: what was called holds on to its table.
        del self._calls[key]
        call()

    def close(self) -> None:
        for call in self._calls.values():
            call.cancel()
        self._calls.clear()
