"""The configuration of uvicorn. Every worker imports this first, so it imports little."""

import signal
from typing import Any, Final

import uvicorn

from tablee.server.ops import logs
from tablee.server.socket.websocket import FrameSocket

MAX_MESSAGE_BYTES: Final = 65_536
SHUTDOWN_SECONDS: Final = 10
"""How long open requests may take when the house shuts down."""
HEALTHCHECK_SECONDS: Final = 15
"""A worker that does not respond for so long is replaced. Generous: on a busy machine a start takes time."""


class UvicornConfig(uvicorn.Config):
    """One configuration for all processes. uvloop and httptools are used where they are installed."""

    def __init__(self, app: Any, *, log_format: str, **more: Any) -> None:
        self._log_format = log_format
        super().__init__(
            app,
            ws=FrameSocket,
            ws_per_message_deflate=False,
            ws_max_size=MAX_MESSAGE_BYTES,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            timeout_worker_healthcheck=HEALTHCHECK_SECONDS,
            **more,
        )

    def configure_logging(self) -> None:
        """Called first in every process, so the signal handler for an orderly shutdown is set here too."""
        logs.configure(self._log_format)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
