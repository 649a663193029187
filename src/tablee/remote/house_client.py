"""The HTTP client of a house: tables and seats."""

from collections.abc import Mapping
from typing import Any, Final, Self

import httpx

from tablee.core.texts import Lang
from tablee.remote.errors import RefusedByHouse, Unreachable
from tablee.remote.table_socket import PATIENCE, TableSocket

COOKIE: Final = "tablee_guest"
HTTPS_COOKIE: Final = f"__Host-{COOKIE}"
SECONDS: Final = 30.0
"""How long an answer may take."""
REUSE: Final = httpx.Limits(keepalive_expiry=2)
"""Connections are used again for less time than a house keeps them open: it may close one just when a request comes."""


class HouseClient:
    """One guest of a house. Without a name it can only look; with one it can create tables and sit down.

    Tables come as the house sends them: plain data, described in its `/api/docs/openapi.json`.
    """

    def __init__(self, url: str, name: str | None = None, *, lang: Lang = "en") -> None:
        self.url = url.rstrip("/")
        self.lang: Lang = lang
        self._http = httpx.Client(base_url=self.url, headers={"Accept-Language": lang}, timeout=SECONDS, limits=REUSE)
        if name is not None:
            self.ask("POST", "/api/me", {"name": name})

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        self._http.close()

    @property
    def secret(self) -> str | None:
        """The secret that identifies this guest; None without a name. Keep it like a password."""
        return self._http.cookies.get(HTTPS_COOKIE) or self._http.cookies.get(COOKIE)

    def ask(self, method: str, path: str, data: Mapping[str, Any] | None = None) -> Any:
        """Any request of the house's API; raises `RefusedByHouse` with what the house says."""
        try:
            response = self._http.request(method, path, json=data)
        except httpx.HTTPError as error:
            raise Unreachable(f"{self.url}: {error}") from error
        if response.is_error:
            raise _refusal(response)
        return response.json() if response.content else None

    # What is needed to bring programs to a table

    def create_table(self, game: str, options: Mapping[str, Any] | None = None, **given: Any) -> dict[str, Any]:
        """Create a table; `given` as the house knows it: `bots`, `seats`, `names`, `open`, `time_limits`."""
        told: dict[str, Any] = self.ask("POST", "/api/tables", {"game": game, "options": dict(options or {}), **given})
        return told

    def program(self, table: str, seat: int, name: str = "bot") -> str:
        """Keep a seat of one's table for a program: the token it plays with."""
        token: str = self.ask("POST", f"/api/tables/{table}/seats/{seat}/program", {"name": name})["token"]
        return token

    def sit(self, table: str, seat: int | None = None) -> dict[str, Any]:
        told: dict[str, Any] = self.ask("POST", f"/api/tables/{table}/sit", {"seat": seat})
        return told

    def start(self, table: str) -> dict[str, Any]:
        told: dict[str, Any] = self.ask("POST", f"/api/tables/{table}/start")
        return told

    def table(self, table: str) -> dict[str, Any]:
        told: dict[str, Any] = self.ask("GET", f"/api/tables/{table}")
        return told

    def record(self, table: str) -> dict[str, Any]:
        """The record of a finished match."""
        told: dict[str, Any] = self.ask("GET", f"/api/tables/{table}/record")
        return told

    def socket(
        self, table: str, *, seat: int | None = None, watch: bool = False, patience: float = PATIENCE
    ) -> TableSocket:
        """A socket to a table: from one's own seat, or to `watch` only."""
        # By both names: a proxy may speak HTTPS without telling the house.
        cookie = f"{HTTPS_COOKIE}={self.secret}; {COOKIE}={self.secret}" if self.secret else None
        looking = "none" if watch else None if seat is None else str(seat)
        return TableSocket(self.url, table, cookie=cookie, seat=looking, lang=self.lang, patience=patience)


def _refusal(response: httpx.Response) -> RefusedByHouse | Unreachable:
    try:
        body = response.json()
        wait = response.headers.get("Retry-After")
        return RefusedByHouse(body["code"], body["sentence"], body.get("rule"), None if wait is None else float(wait))
    except (ValueError, TypeError, KeyError):
        return Unreachable(f"{response.url} answers {response.status_code}, but not as a house does")
