"""The mail server of the settings, and e-mail addresses."""

from dataclasses import dataclass
from email.headerregistry import Address
from typing import Final
from urllib.parse import unquote, urlsplit

MAX_ADDRESS: Final = 254
PORTS: Final = {"smtp": 587, "smtps": 465}


@dataclass(frozen=True)
class MailServer:
    """An SMTP server, as `smtp://user:password@host:port` or `smtps://…` names it."""

    host: str
    port: int
    is_tls: bool
    user: str | None
    password: str | None


def mail_server(url: str) -> MailServer:
    """Raises ValueError."""
    parts = urlsplit(url)
    if parts.scheme not in PORTS or not parts.hostname or parts.path not in ("", "/") or parts.query or parts.fragment:
        raise ValueError(parts.scheme)
    user, password = (None if part is None else unquote(part) for part in (parts.username, parts.password))
    return MailServer(parts.hostname, parts.port or PORTS[parts.scheme], parts.scheme == "smtps", user, password)


def checked_address(text: str) -> str | None:
    """An address that a message can be sent to; None if it is none."""
    address = text.strip()
    if not 3 <= len(address) <= MAX_ADDRESS or not address.isascii() or not address.isprintable():
        return None
    name, _, domain = address.rpartition("@")
    if not name or "@" in name or "." not in domain or any(letter in address for letter in ' <>,;:"()[]\\'):
        return None
    try:
        return Address(addr_spec=address).addr_spec
    except (ValueError, IndexError):  # the parser of the standard library gives up in several ways
        return None
