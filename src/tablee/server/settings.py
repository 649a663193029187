"""The settings of a house: defaults, overridden by a TOML file, the environment and the command line, in this order."""

import os
import re
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, replace
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import Any, Final, get_type_hints
from urllib.parse import urlsplit

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from tablee.core.texts import Phrase
from tablee.server.mail_server import checked_address, mail_server
from tablee.server.refusals import Refused

LOG_FORMATS: Final = ("", "json", "text")
_DRIVERS: Final = {"postgresql": "psycopg", "sqlite": "aiosqlite"}
_RANGES: Final = {
    "port": (0, 65_535),
    "workers": (1, 1_000),
    "bot_workers": (0, 1_000),
    "tables_per_guest": (0, 1_000_000),
    "sockets_per_address": (1, 1_000_000),
    "requests_per_second": (0.001, 1_000_000),
    "messages_per_second": (0.001, 1_000_000),
    "share_per_address": (0.001, 1_000_000),
    "sockets_per_guest": (1, 1_000_000),
    "guests_per_hour": (0.001, 1_000_000_000),
    "tables_per_hour": (0.001, 1_000_000_000),
    "megabytes_per_day": (0.001, 1_000_000_000),
    "idle_guest_days": (0.0, 100_000),
    "absence_seconds": (0.0, 86_400),
}


@dataclass(frozen=True)
class Settings:
    """All settings. In the environment each is `TABLEE_` and its name in capitals."""

    host: str = "127.0.0.1"
    port: int = 8642
    """0: any free port."""
    data_dir: str = "tablee-data"
    database: str = ""
    """A URL; empty: one SQLite file in the data folder."""
    workers: int = 1
    redis: str = ""
    """A Redis URL for notices between processes, instead of PostgreSQL's LISTEN/NOTIFY."""
    internal_address: str = ""
    """Where processes on other machines reach this machine, `host` or `host:port`; empty: on this machine only."""
    public_url: str = ""
    """The public address of the house, if it is not host and port (behind a reverse proxy)."""
    host_names: str = ""
    """Further names under which the house is reached, with commas; the name in `public_url` needs no mention."""
    metrics_from: str = "127.0.0.1,::1"
    """Addresses or networks that may read `/metrics`."""
    proxies: str = "127.0.0.1,::1"
    """Addresses or networks of trusted reverse proxies: their forwarded-for headers are believed."""
    log_format: str = ""
    """`json` or `text`; empty: text on a terminal, else JSON."""
    tables_per_guest: int = 20
    requests_per_second: float = 20.0
    """For each address; bursts of ten times as many are allowed."""
    messages_per_second: float = 10.0
    """For each socket; bursts of ten times as many are allowed."""
    share_per_address: float = 0.25
    """How much of the time of a process one address may take; who wants more waits."""
    sockets_per_address: int = 200
    sockets_per_guest: int = 50
    guests_per_hour: float = 300.0
    """New guests for each address; all may come at once. The same holds for the next two."""
    tables_per_hour: float = 300.0
    """New tables for each address."""
    megabytes_per_day: float = 200.0
    """What each address, and each guest at tables, may have the house write to the disk."""
    idle_guest_days: float = 30.0
    """The days after which a guest who never sat, wrote or uploaded anything is deleted."""
    absence_seconds: float = 60.0
    """How long somebody has no connection to a running match before the host may have a bot play for them."""
    smtp: str = ""
    """The mail server: `smtp://user:password@host:port`, or `smtps://…` with TLS from the start; empty: no e-mail."""
    mail_from: str = ""
    """The address that e-mails come from."""
    push_networks: str = ""
    """Networks that push messages are sent to although they are not public, and without HTTPS; for tests."""
    bot_workers: int = 0
    """Worker processes for bots; 0: one less than there are cores. There is one more for quick levels alone."""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{Path(self.data_dir) / 'tablee.sqlite'}"

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    @property
    def address(self) -> str:
        """The address to open in a browser."""
        return self.public_url or self.own_address

    @property
    def own_address(self) -> str:
        """The address of the house as seen from this machine."""
        host = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "::1"}.get(self.host, self.host)  # noqa: S104
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"


def read_settings(
    file: Path | None = None, environment: Mapping[str, str] = os.environ, given: Mapping[str, Any] | None = None
) -> Settings:
    """The settings from all sources, each checked; raises `Refused` with what is wrong and what is allowed."""
    kinds = get_type_hints(Settings)
    values: dict[str, Any] = {}
    if file is not None:
        values |= _from_file(file, kinds)
    for name, kind in kinds.items():
        if (text := environment.get(f"TABLEE_{name.upper()}")) is not None:
            values[name] = _parsed(name, text.strip(), kind)
    values |= {name: value for name, value in (given or {}).items() if value is not None}
    return _checked(replace(Settings(), **values))


def _from_file(file: Path, kinds: Mapping[str, type]) -> dict[str, Any]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError as error:
        raise Refused("settings_file_missing", {"file": file}) from error
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("settings_file_unreadable", {"file": file}) from error
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        details: dict[str, object] = {"file": file, "line": line[1] if line else "?"}
        raise Refused("settings_file_not_toml", details) from error
    for name, value in content.items():
        if name not in kinds:
            raise Refused("settings_unknown", {"name": name, "allowed": ", ".join(kinds)})
        if kinds[name] is float and type(value) is int:
            content[name] = float(value)
        elif type(value) is not kinds[name]:
            raise _bad_value(name, value, Phrase(f"kinds.{kinds[name].__name__}"))
    return content


def _parsed(name: str, text: str, kind: type) -> Any:
    try:
        return kind(text)
    except ValueError:
        raise _bad_value(name, text, Phrase(f"kinds.{kind.__name__}")) from None


def _bad_value(name: str, value: object, allowed: Phrase) -> Refused:
    return Refused("settings_value", {"name": name, "value": value, "allowed": allowed})


def _checked(settings: Settings) -> Settings:
    settings = replace(settings, database=_with_driver(settings.database), public_url=_origin(settings.public_url))
    for name, (low, high) in _RANGES.items():
        value = getattr(settings, name)
        if not low <= value <= high:
            kind = "whole_range" if isinstance(value, int) else "number_range"
            raise _bad_value(name, value, Phrase(f"kinds.{kind}", {"low": low, "high": high}))
    if settings.log_format not in LOG_FORMATS:
        raise _bad_value("log_format", settings.log_format, Phrase("kinds.log_format"))
    networks(settings.metrics_from)
    networks(settings.push_networks, "push_networks")
    _check_mail(settings)
    try:
        split_address(settings.internal_address)
    except ValueError:
        raise _bad_value("internal_address", settings.internal_address, Phrase("kinds.host_and_port")) from None
    if settings.is_sqlite and settings.workers > 1:
        raise Refused("settings_workers")
    return settings


def _check_mail(settings: Settings) -> None:
    """E-mail needs both a server and a sender."""
    if not settings.smtp:
        return
    try:
        mail_server(settings.smtp)
    except ValueError:
        # Do not show the URL itself: it may contain a password.
        raise _bad_value("smtp", "…", Phrase("kinds.smtp")) from None
    if checked_address(settings.mail_from) is None:
        raise _bad_value("mail_from", settings.mail_from, Phrase("kinds.email"))


def networks(text: str, name: str = "metrics_from") -> list[IPv4Network | IPv6Network]:
    """The addresses and networks of a setting; raises `Refused` if one is neither."""
    try:
        return [ip_network(part.strip()) for part in text.split(",") if part.strip()]
    except ValueError:
        raise _bad_value(name, text, Phrase("kinds.networks")) from None


def _with_driver(url: str) -> str:
    """The URL with the driver that the house uses; the user may leave it out."""
    if not url:
        return url
    try:
        parsed = make_url(url)
    except ArgumentError:
        raise Refused("settings_database", {"kind": "?"}) from None
    kind, _, driver = parsed.drivername.partition("+")
    if kind not in _DRIVERS or driver not in ("", _DRIVERS[kind]):
        # Do not show the URL itself: it may contain a password.
        raise Refused("settings_database", {"kind": parsed.drivername})
    return parsed.set(drivername=f"{kind}+{_DRIVERS[kind]}").render_as_string(hide_password=False)


def _origin(url: str) -> str:
    """The public URL with a slash at the end. A path is refused: the house needs a host name of its own."""
    parts = urlsplit(url)
    if url and (parts.scheme not in ("http", "https") or not parts.hostname or parts.path not in ("", "/")):
        raise _bad_value("public_url", url, Phrase("kinds.page"))
    return url and f"{parts.scheme}://{parts.netloc}/"


def split_address(address: str) -> tuple[str, int]:
    """The host and the port of an address; port 0 if it has none. Raises ValueError.

    >>> split_address("10.0.0.5:8700"), split_address("house-1"), split_address("[fd00::5]:8700")
    (('10.0.0.5', 8700), ('house-1', 0), ('fd00::5', 8700))
    """
    host, colon, port = address.rpartition(":")
    if not colon:
        return address, 0
    if not host or not port.isdecimal() or int(port) > 65_535:
        raise ValueError(address)
    return host.strip("[]"), int(port)


def admin_token(data_dir: Path) -> str:
    """The administrator's secret: created at the first start, kept in the data folder, readable by its owner only."""
    file = data_dir / "admin-token"
    data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    try:
        descriptor = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as new:
            new.write(secrets.token_urlsafe(32))
    except FileExistsError:
        pass
    except OSError:
        raise Refused("data_dir", {"folder": data_dir}) from None
    try:
        token = file.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        raise Refused("admin_token_unreadable", {"file": file}) from None
    if not token:
        raise Refused("admin_token_empty", {"file": file})
    return token
