"""The addresses of clients, and the one under which other devices reach the house."""

import socket
from contextlib import suppress
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address, ip_address
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


def parsed_address(host: str) -> IPv4Address | IPv6Address | None:
    """The address of a client; None if that is something else."""
    try:
        found = ip_address(host)
    except ValueError:
        return None
    return found.ipv4_mapped or found if isinstance(found, IPv6Address) else found


@lru_cache(maxsize=4096)
def counted_address(host: str) -> str:
    """The address for limits. IPv6 clients count by their /64 network, which they usually own.

    >>> counted_address("2001:db8:1:2:3:4:5:6"), counted_address("::ffff:192.0.2.7")
    ('2001:db8:1:2::', '192.0.2.7')
    """
    found = parsed_address(host)
    if found is None:
        return host
    return str(IPv6Address(int(found) >> 64 << 64) if isinstance(found, IPv6Address) else found)
