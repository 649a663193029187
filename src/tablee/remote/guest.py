"""A person at the house, as a program sees it: what the lobby offers, over HTTP."""

from collections.abc import Mapping
from typing import Any, Final, Self

import httpx

from tablee.core.texts import Lang
from tablee.remote.errors import Refused, Unreachable
from tablee.remote.line import PATIENCE, Line

COOKIE: Final = "tablee_guest"
SECONDS: Final = 30.0
"""How long an answer may take."""


class Guest:
    """Somebody who looks at the lobby; once a name is given, somebody who can put up tables and sit down.

    Tables are told as the house tells them: plain data, see the house's `/api/docs/openapi.json`.
    """

    def __init__(self, url: str, name: str | None = None, *, lang: Lang = "en") -> None:
        self.url = url.rstrip("/")
        self.lang: Lang = lang
        self._http = httpx.Client(base_url=self.url, headers={"Accept-Language": lang}, timeout=SECONDS)
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
        """What the house knows this guest by; None for a stranger. Keep it as you would keep a key."""
        return self._http.cookies.get(COOKIE)

    def ask(self, method: str, path: str, data: Mapping[str, Any] | None = None) -> Any:
        """Any request of the house's API; raises `Refused` with what the house says."""
        try:
            response = self._http.request(method, path, json=data)
        except httpx.HTTPError as error:
            raise Unreachable(f"{self.url}: {error}") from error
        if response.is_error:
            raise _refusal(response)
        return response.json() if response.content else None

    # What is needed to bring programs to a table

    def put_up(self, game: str, options: Mapping[str, Any] | None = None, **given: Any) -> dict[str, Any]:
        """Put up a table; `given` as the house knows it: `bots`, `seats`, `names`, `open`, `pace`."""
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

    def line(self, table: str, *, seat: int | None = None, watch: bool = False, patience: float = PATIENCE) -> Line:
        """A line to a table: from one's own seat, or to `watch` only."""
        cookie = f"{COOKIE}={self.secret}" if self.secret else None
        looking = "none" if watch else None if seat is None else str(seat)
        return Line(self.url, table, cookie=cookie, seat=looking, lang=self.lang, patience=patience)


def _refusal(response: httpx.Response) -> Refused | Unreachable:
    try:
        body = response.json()
        wait = response.headers.get("Retry-After")
        return Refused(body["code"], body["sentence"], body.get("rule"), None if wait is None else float(wait))
    except (ValueError, TypeError, KeyError):
        return Unreachable(f"{response.url} answers {response.status_code}, but not as a house does")
