"""How a house is run: defaults, then a TOML file, then the environment, then the command line."""

import os
import secrets
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from pathlib import Path
from typing import Any, get_type_hints

from sqlalchemy import make_url
from sqlalchemy.exc import ArgumentError

from tablee.server.refusals import Refused


@dataclass(frozen=True)
class Settings:
    """All of it. In the environment each is `TABLEE_` and its name in capitals."""

    host: str = "127.0.0.1"
    port: int = 8642
    data_dir: str = "tablee-data"
    database: str = ""
    """A URL; empty: one SQLite file in the data folder."""
    workers: int = 1
    redis: str = ""
    """A Redis URL to tell other processes through, instead of PostgreSQL's own way."""
    public_url: str = ""
    """Where people reach the house, if not at host and port (behind a reverse proxy)."""
    tables_per_guest: int = 20
    requests_per_second: float = 20.0
    """For each address; bursts of ten times as many are let through."""
    messages_per_second: float = 10.0
    """For each socket; bursts of ten times as many are let through."""
    sockets_per_address: int = 200
    bot_workers: int = 0
    """Processes in which bots think; 0: one less than there are cores."""

    @property
    def database_url(self) -> str:
        return self.database or f"sqlite+aiosqlite:///{Path(self.data_dir) / 'tablee.sqlite'}"

    @property
    def is_sqlite(self) -> bool:
        return self.database_url.startswith("sqlite")

    @property
    def address(self) -> str:
        """What to open in a browser."""
        return self.public_url or f"http://{self.host}:{self.port}/"


def read_settings(
    file: Path | None = None, environment: Mapping[str, str] = os.environ, given: Mapping[str, Any] | None = None
) -> Settings:
    """The settings from all places, each checked; raises `Refused` with what is wrong and what is allowed."""
    kinds = get_type_hints(Settings)
    values: dict[str, Any] = {}
    if file is not None:
        values |= _from_file(file, kinds)
    for name in kinds:
        if (text := environment.get(f"TABLEE_{name.upper()}")) is not None:
            values[name] = _read(name, text, kinds[name])
    values |= {name: value for name, value in (given or {}).items() if value is not None}
    return _checked(replace(Settings(), **values))


def _from_file(file: Path, kinds: Mapping[str, type]) -> dict[str, Any]:
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise Refused("settings_file", {"file": str(file), "problem": str(error)}) from error
    for name, value in content.items():
        if name not in kinds:
            raise Refused("settings_unknown", {"name": name, "allowed": ", ".join(kinds)})
        if kinds[name] is float and type(value) is int:
            content[name] = float(value)
        elif type(value) is not kinds[name]:
            raise Refused("settings_value", {"name": name, "value": value})
    return content


def _read(name: str, text: str, kind: type) -> Any:
    try:
        return kind(text)
    except ValueError:
        raise Refused("settings_value", {"name": name, "value": text}) from None


def _checked(settings: Settings) -> Settings:
    try:
        drivername = make_url(settings.database_url).drivername
    except ArgumentError:
        drivername = ""
    if drivername == "postgresql":
        settings = replace(settings, database=settings.database.replace("postgresql", "postgresql+psycopg", 1))
    elif drivername == "sqlite":
        settings = replace(settings, database=settings.database.replace("sqlite", "sqlite+aiosqlite", 1))
    elif drivername not in ("postgresql+psycopg", "sqlite+aiosqlite"):
        raise Refused("settings_database", {"value": settings.database})
    for entry in fields(Settings):
        value = getattr(settings, entry.name)
        if isinstance(value, int | float) and value < 0:
            raise Refused("settings_value", {"name": entry.name, "value": value})
    if settings.workers > 1 and settings.is_sqlite:
        raise Refused("settings_workers")
    return settings


def admin_token(data_dir: Path) -> str:
    """The administrator's secret: made at the first start, kept in the data folder, readable by its owner only."""
    file = data_dir / "admin-token"
    if not file.exists():
        data_dir.mkdir(parents=True, exist_ok=True)
        file.touch(mode=0o600)
        file.write_text(secrets.token_urlsafe(32), encoding="ascii")
    return file.read_text(encoding="ascii").strip()
