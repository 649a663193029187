"""The address under which other devices reach the house."""

import socket
from contextlib import suppress
from typing import Final

from tablee.server.settings import Settings

EVERYWHERE: Final = ("0.0.0.0", "::", "")  # noqa: S104 - only if somebody asks for it
LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")


def is_loopback(settings: Settings) -> bool:
    """Whether no other device can reach the house."""
    return settings.host in LOOPBACK and not settings.public_url


def network_address(settings: Settings) -> str | None:
    """The address to give to other devices; None: there is none, or it is not known."""
    if settings.public_url or settings.host not in (*EVERYWHERE, *LOOPBACK):
        return settings.address
    nearby = None if is_loopback(settings) else _own_address()
    return f"http://{nearby}:{settings.port}/" if nearby else None


def _own_address() -> str | None:
    """This computer's address on the network it would use; nothing is sent to find it."""
    with suppress(OSError), socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return str(probe.getsockname()[0])
    return None
