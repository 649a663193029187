"""The host names under which the house answers.

A page of another site could let its own name point at this machine (DNS rebinding) and then read what the house sends.
Such a name needs a dot and a public ending; addresses and names of the home network cannot be taken that way.
"""

from typing import Final
from urllib.parse import urlsplit

from tablee.server.network_address import parsed_address
from tablee.server.settings import Settings

HOME_ENDINGS: Final = (".localhost", ".local", ".home.arpa")


def known_names(settings: Settings) -> frozenset[str]:
    """The names from the settings: the public address, the host, and `host_names`."""
    public = urlsplit(settings.public_url).hostname or ""
    return frozenset(_plain(name) for name in (public, settings.host, *settings.host_names.split(",")))


def is_known(host: str, known: frozenset[str]) -> bool:
    """Whether the house answers under this `Host` header."""
    try:
        name = _plain(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return False
    return name in known or "." not in name or name.endswith(HOME_ENDINGS) or parsed_address(name) is not None


def _plain(name: str) -> str:
    return name.strip().lower().removesuffix(".")
