"""The extras of the package: what some commands need beyond a plain `pip install tablee`."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final

from tablee.cli.errors import CliError

EXTRAS: Final[Mapping[str, tuple[str, ...]]] = {
    "house": (
        "aiosmtplib",
        "aiosqlite",
        "alembic",
        "argon2",
        "cryptography",
        "http_ece",
        "httptools",
        "httpx",
        "litestar",
        "networkx",
        "numpy",
        "openskill",
        "polars",
        "prometheus_client",
        "psycopg",
        "py_vapid",
        "sqlalchemy",
        "uvicorn",
        "webauthn",
        "websockets",
    ),
    "remote": ("httpx", "websockets"),
    "bots": ("numpy", "openskill"),
    "train": ("numpy",),
    "cluster": ("ray",),
    "lab": ("altair", "polars", "vl_convert"),
}
"""The modules that each brings."""

NAMED: Final = 3
"""So many of the modules that are missing are named: whoever installs the extra need not read the others."""


def require(extra: str, command: str) -> None:
    """Refuse a command whose extra is not installed."""
    missing = [module for module in EXTRAS[extra] if not _is_there(module)]
    if missing:
        install = f'pip install "tablee[{extra}]"'
        named = ", ".join(missing[:NAMED] + ["…"] * (len(missing) > NAMED))
        raise CliError("missing_extra", {"command": command, "missing": named, "install": install})


def _is_there(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):
        return False
