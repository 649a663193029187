"""Long work in a thread of this process, beside an event loop that others wait for."""

import asyncio
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, ParamSpec, TypeVar

SWITCH_SECONDS: Final = 0.0005
"""After how long the thread lets the event loop run, if that waits. With Python's 5 ms, a thread that replays a record
kept the interpreter for 5 ms each time, five times for every move of others. But a house at full speed plays fewer
moves with so small a time, so it holds only while there is such work."""

Given = ParamSpec("Given")
Result = TypeVar("Result")


class _ThreadSwitchInterval:
    """Python's interval between thread switches. Used by the event loop only."""

    def __init__(self) -> None:
        self._threads = 0
        self._usual = 0.0

    @contextmanager
    def shortened(self) -> Iterator[None]:
        """While at least one thread is at work, the interpreter switches threads more often."""
        if not self._threads:
            self._usual = sys.getswitchinterval()
            sys.setswitchinterval(SWITCH_SECONDS)
        self._threads += 1
        try:
            yield
        finally:
            self._threads -= 1
            if not self._threads:
                sys.setswitchinterval(self._usual)


_switch_interval: Final = _ThreadSwitchInterval()


async def in_thread(work: Callable[Given, Result], *args: Given.args, **kwargs: Given.kwargs) -> Result:
    """Do work in a thread."""
    with _switch_interval.shortened():
        return await asyncio.to_thread(work, *args, **kwargs)
