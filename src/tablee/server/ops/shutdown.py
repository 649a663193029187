"""Graceful shutdown: clients get their pending answers before the sockets are closed."""

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from types import FrameType
from typing import Any, Final, Protocol

SIGNALS: Final = (signal.SIGINT, signal.SIGTERM)
DISCONNECT_SECONDS: Final = 5.0
"""How long clients have to receive their last messages."""


class Disconnectable(Protocol):
    """A client connection, as far as the shutdown needs to know it."""

    def disconnect(self) -> None: ...


async def disconnect_all(connections: Collection[Disconnectable]) -> None:
    """Disconnect all clients, and wait until they are gone: each one removes itself from `connections`."""
    with suppress(TimeoutError):
        async with asyncio.timeout(DISCONNECT_SECONDS):
            while connections:
                for connection in tuple(connections):
                    connection.disconnect()
                await asyncio.sleep(0.01)


@contextmanager
def before_shutdown(work: Callable[[], Awaitable[None]]) -> Iterator[None]:
    """On a signal to stop, do this work first, then call the previous handler. A second signal does not wait.

    uvicorn closes all sockets before it tells the application to shut down, which would be too late.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before: dict[int, Callable[[int, FrameType | None], Any]] = {}
    stopping: list[asyncio.Task[None]] = []

    async def stop(number: int) -> None:
        await work()
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
