"""How uvicorn serves the house. Every worker reads this first, so it loads little."""

import signal
from typing import Any, Final

import uvicorn

from tablee.server.ops import logs
from tablee.server.socket.websocket import FrameSocket

LARGEST_MESSAGE: Final = 65_536
PATIENCE: Final = 10
"""How long answers under way may take when the house closes, in seconds."""
SILENCE: Final = 15
"""After how many seconds without an answer a worker is replaced; a busy machine takes its time to start one."""


class UvicornConfig(uvicorn.Config):
    """uvloop and httptools are used where they are installed."""

    def __init__(self, app: Any, *, log_format: str, **more: Any) -> None:
        self._log_format = log_format
        super().__init__(
            app,
            ws=FrameSocket,
            ws_per_message_deflate=False,
            ws_max_size=LARGEST_MESSAGE,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=PATIENCE,
            timeout_worker_healthcheck=SILENCE,
            **more,
        )

    def configure_logging(self) -> None:
        """Called first in every process: also have it end in an orderly way after it was told to stop."""
        logs.configure(self._log_format)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
