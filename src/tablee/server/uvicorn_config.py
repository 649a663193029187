"""The configuration of uvicorn. Every worker imports this first, so it imports little."""

import signal
from collections.abc import Callable
from typing import Any, Final

import uvicorn
from uvicorn.server import ServerState

from tablee.server.http.http_protocol import HttpProtocol
from tablee.server.ops import logs
from tablee.server.peers.messages import PassedSocket
from tablee.server.socket.websocket import FrameSocket, PassedFrameSocket

MAX_MESSAGE_BYTES: Final = 65_536
SHUTDOWN_SECONDS: Final = 10
"""How long open requests may take when the house shuts down."""
HEALTHCHECK_SECONDS: Final = 60
"""A worker that hangs for so long is replaced; one that has ended is at once. Generous: it responds only after it was
loaded, and on a machine with far too much to do it would otherwise be replaced again and again before that."""


SOCKETS: Final[dict[str, Any]] = {"ws_per_message_deflate": False, "ws_max_size": MAX_MESSAGE_BYTES}
"""How all sockets are served."""


def passed_sockets(app: Any) -> Callable[[PassedSocket], PassedFrameSocket]:
    """Makes the protocols of sockets that other processes pass on."""
    # Who the client is was found out by the process that passes it on: no proxy is believed here.
    config = uvicorn.Config(app, ws=FrameSocket, lifespan="off", log_config=None, proxy_headers=False, **SOCKETS)
    config.load()
    state = ServerState()
    return lambda passed: PassedFrameSocket(passed, config=config, server_state=state, app_state={})


class UvicornConfig(uvicorn.Config):
    """One configuration for all processes. uvloop and httptools are used where they are installed."""

    def __init__(self, app: Any, *, log_format: str, **more: Any) -> None:
        self._log_format = log_format
        super().__init__(
            app,
            http=HttpProtocol,
            ws=FrameSocket,
            lifespan="on",
            log_config=None,
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SHUTDOWN_SECONDS,
            timeout_worker_healthcheck=HEALTHCHECK_SECONDS,
            **SOCKETS,
            **more,
        )

    def configure_logging(self) -> None:
        """Called first in every process, so the signal handler for an orderly shutdown is set here too."""
        logs.configure(self._log_format)
        signal.signal(signal.SIGTERM, signal.default_int_handler)
