"""Web push: a message is encrypted for one browser (RFC 8291) and given to the push service of that browser, signed
with the key of the house (VAPID, RFC 8292).

The addresses of push services come from browsers, so they may be anything. Only public addresses are called, over
HTTPS, and exactly the address that was checked.
"""

import asyncio
import hashlib
import socket
from collections.abc import Sequence
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit

import httpx
import msgspec

from tablee.server.notifications.channel_errors import NotTaken, ReceiverGone, TryLater
from tablee.server.refusals import Refused
from tablee.server.store.house_keys import HouseKeyStore
from tablee.server.store.notification_choices import PushDevice

if TYPE_CHECKING:
    from tablee.server.notifications.push_encryption import PushEncryption

SECONDS: Final = 10.0
"""How long a push service may take."""
MAX_ENDPOINT: Final = 1_000
KEPT_SECONDS: Final = 3 * 86_400
"""How long a push service keeps a message for a device that is switched off."""

WRAPPED: Final = (IPv6Network("64:ff9b::/96"), IPv6Network("::/96"))
"""IPv6 addresses that contain an IPv4 address, and lead to it."""
UNCLEAR: Final = (IPv6Network("64:ff9b:1::/48"), IPv6Network("2001::/32"), IPv6Network("fec0::/10"))
"""Addresses that may lead to a network that is not public: local translations, Teredo, and those of a site."""

Networks = Sequence[IPv4Network | IPv6Network]


def check_subscription(endpoint: str, public_key: str, auth: str, trusted: Networks) -> None:
    """Raises `Refused` unless a browser may have given this."""
    from tablee.server.notifications.push_encryption import check_browser_keys  # noqa: PLC0415 - see there

    try:
        _where(endpoint, trusted)
        check_browser_keys(public_key, auth)
    except ValueError:
        raise Refused("bad_push_address", status=400) from None


@dataclass(frozen=True)
class _Where:
    """Where a push service is reached."""

    scheme: str
    host: str
    port: int
    path: str

    @property
    def origin(self) -> str:
        standard = {"https": 443, "http": 80}[self.scheme]
        return f"{self.scheme}://{_bracketed(self.host)}" + ("" if self.port == standard else f":{self.port}")


def _where(endpoint: str, trusted: Networks) -> _Where:
    """Raises ValueError for an address that is never called, whatever its name leads to."""
    if len(endpoint) > MAX_ENDPOINT or not endpoint.isascii() or not endpoint.isprintable():
        raise ValueError(endpoint)
    parts = urlsplit(endpoint)
    host, port = parts.hostname, parts.port
    if not host or parts.username is not None or parts.password is not None:
        raise ValueError(endpoint)
    literal = _literal(host)
    if literal is not None and not _is_allowed(literal, trusted):
        raise ValueError(endpoint)
    is_trusted = literal is not None and _is_trusted(literal, trusted)
    if not is_trusted and (parts.scheme != "https" or port not in (None, 443)):
        raise ValueError(endpoint)
    if parts.scheme not in ("http", "https"):
        raise ValueError(endpoint)
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return _Where(parts.scheme, host, port or {"https": 443, "http": 80}[parts.scheme], path)


def _literal(host: str) -> str | None:
    try:
        return str(ip_address(host))
    except ValueError:
        return None


def _is_trusted(address: str, trusted: Networks) -> bool:
    return any(ip_address(address) in network for network in trusted)


def _is_allowed(address: str, trusted: Networks) -> bool:
    return _is_public(ip_address(address)) or _is_trusted(address, trusted)


def _is_public(address: IPv4Address | IPv6Address) -> bool:
    """Whether an address is one of the open net, also if it only wraps one of the old net.

    >>> [_is_public(ip_address(text)) for text in ("1.1.1.1", "64:ff9b::1.1.1.1", "64:ff9b::10.0.0.1")]
    [True, True, False]
    """
    if isinstance(address, IPv6Address):
        if any(address in network for network in UNCLEAR):
            return False
        old = address.ipv4_mapped or address.sixtofour
        if any(address in network for network in WRAPPED):
            old = IPv4Address(int(address) & 0xFFFF_FFFF)
        if old is not None:
            return _is_public(old)
    return address.is_global and not address.is_multicast


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host


class PushSender:
    """Sends push messages for the house."""

    def __init__(self, keys: HouseKeyStore, contact: str, trusted: Networks = ()) -> None:
        """`contact`: where those who run a push service reach the house; `trusted`: networks that are called although
        they are not public."""
        self._keys = keys
        self._encryption: PushEncryption | None = None
        self._contact = contact
        self.trusted = trusted
        self._client: httpx.AsyncClient | None = None

    async def public_key(self) -> str:
        """What browsers need of the key of the house, base64url."""
        return (await self._loaded()).public_key

    async def _loaded(self) -> "PushEncryption":
        from tablee.server.notifications.push_encryption import (  # noqa: PLC0415 - see there
            PushEncryption,
            new_private_key,
        )

        if self._encryption is None:
            self._encryption = PushEncryption(await self._keys.value("vapid", new_private_key))
        return self._encryption

    async def send(self, device: PushDevice, message: dict[str, Any], *, event: str, is_urgent: bool) -> None:
        """Send a message to a device; raises `ReceiverGone`, `TryLater` or `NotTaken`."""
        encryption = await self._loaded()
        try:
            where = _where(device.endpoint, self.trusted)
            body = encryption.encrypted(msgspec.json.encode(message), device)
        except ValueError:
            raise ReceiverGone from None
        address = await self._address(where)
        headers = encryption.headers(self._contact, where.origin) | {
            "Host": where.origin.partition("//")[2],
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
            "TTL": str(KEPT_SECONDS),
            "Urgency": "high" if is_urgent else "normal",
            # A message of the same topic replaces one that was not shown yet: one that is sent again, for example.
            "Topic": hashlib.sha256(event.encode()).hexdigest()[:32],
        }
        url = f"{where.scheme}://{_bracketed(address)}:{where.port}{where.path}"
        extensions = {"sni_hostname": where.host} if where.scheme == "https" else {}
        try:
            async with (
                asyncio.timeout(SECONDS),
                self._opened().stream("POST", url, content=body, headers=headers, extensions=extensions) as answer,
            ):
                _check(answer)
        except (httpx.HTTPError, TimeoutError, httpx.InvalidURL) as error:
            raise TryLater from error

    async def _address(self, where: _Where) -> str:
        """The address to call: nobody can change what the name leads to after this check."""
        try:
            async with asyncio.timeout(SECONDS):
                found = await asyncio.get_running_loop().getaddrinfo(where.host, where.port, type=socket.SOCK_STREAM)
        except (OSError, TimeoutError, UnicodeError) as error:
            raise TryLater from error
        addresses = [str(each[4][0]).partition("%")[0] for each in found]
        if not addresses or not all(_is_allowed(address, self.trusted) for address in addresses):
            raise ReceiverGone
        return addresses[0]

    def _opened(self) -> httpx.AsyncClient:
        """Made when it is first needed: to read the certificates of the world takes a while."""
        if self._client is None:
            self._client = httpx.AsyncClient(timeout=SECONDS, trust_env=False, follow_redirects=False)
        return self._client

    async def close(self) -> None:
        if self._client is not None:
            await self._client.aclose()


def _check(answer: httpx.Response) -> None:
    """Raises an error unless the push service has taken the message."""
    if answer.is_success:
        return
    if answer.status_code in (404, 410):
        raise ReceiverGone
    if answer.status_code == 429 or answer.is_server_error:
        wait = answer.headers.get("Retry-After", "")
        raise TryLater(float(wait) if wait.isascii() and wait.isdecimal() and len(wait) < 7 else 0.0)
    raise NotTaken(answer.status_code)
