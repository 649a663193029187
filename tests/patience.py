"""How long tests wait on a busy machine, and how they wait: for something to become true, never for time to pass."""

import asyncio
from collections.abc import Callable
from typing import Any, Final

from tests.repetitions import repetitions

PATIENCE: Final = float(repetitions(600, 150))
"""How many seconds a test waits for what should happen soon. A night is not to end because the machine was busy."""
PATIENCE_MS: Final = 1000 * PATIENCE
"""The same in milliseconds, for browsers."""
SOCKET: Final[dict[str, Any]] = {"open_timeout": PATIENCE, "ping_interval": None, "proxy": None}
"""How a test opens a WebSocket: neither the handshake nor an answer to a ping is ever late."""


async def until(condition: Callable[[], object]) -> None:
    """Wait until something is true."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.001)
