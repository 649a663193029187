"""Closing the house: whoever is connected is told before the sockets are cut."""

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final, Protocol

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
PATIENCE: Final = 5.0
"""How long everybody has to take his last messages, in seconds."""


class Leaving(Protocol):
    """Somebody who can be told that the house closes."""

    def leave(self) -> None: ...


async def goodbye(connected: Collection[Leaving]) -> None:
    """Have everybody get his answers and leave; `connected` empties itself as they go."""
    with suppress(TimeoutError):
        async with asyncio.timeout(PATIENCE):
            while connected:
                for reader in tuple(connected):
                    reader.leave()
                await asyncio.sleep(0.01)


@contextmanager
def before_stopping(farewell: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """When a signal says to stop, do this first, and then what the signal did before; a second signal does not wait.

    uvicorn cuts all sockets before it tells the application that it stops: that would be too late.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before: dict[int, Callable[[int, FrameType | None], Any]] = {}
    stopping: list[asyncio.Task[None]] = []

    async def stop(number: int) -> None:
        await farewell()
        before[number](number, None)

    def begin(number: int) -> None:
        if stopping:
            before[number](number, None)
        else:
            stopping.append(loop.create_task(stop(number)))

    for number in SIGNALS:
        handler = signal.getsignal(number)
        if callable(handler):
            before[number] = handler
            signal.signal(number, lambda number, _frame: loop.call_soon_threadsafe(begin, number))
    try:
        yield
    finally:
        for caught, handler in before.items():
            signal.signal(caught, handler)
