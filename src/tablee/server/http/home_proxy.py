"""Forwards requests about a table to the process that is its home: only there is known who is connected."""

import re
from dataclasses import dataclass
from typing import Any, Final

import msgspec
from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Receive, Scope, Send
from sqlalchemy.exc import SQLAlchemyError

from tablee.server.house.homes import Homes
from tablee.server.house.house import House
from tablee.server.http.guests import TokenRequest
from tablee.server.http.requests import AnyRequest, refusal_response
from tablee.server.http.sessions import hashed
from tablee.server.peers.calls import AnswerLost, at_home, forward
from tablee.server.peers.messages import PASSED_ON, PassedRequest
from tablee.server.refusals import Refused
from tablee.server.store.homes import Process

TABLE_PATH: Final = re.compile(r"/api/tables/([a-z0-9]{1,16})(?:/|$)")
TAKE_SEAT: Final = "/api/take-seat"
MAX_BODY_BYTES: Final = 65_536
SAFE: Final = ("GET", "HEAD", "OPTIONS")
"""The methods that change nothing."""


def is_passed_on(scope: Scope) -> bool:
    """Whether another process has passed this on: it is not passed on again."""
    return PASSED_ON in (scope.get("extensions") or {})


class HomeProxy:
    """Wraps the application."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self._app = app
        self._house = house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        homes = self._house.homes
        if homes is None or scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        table = TABLE_PATH.match(scope["path"])
        if table is None and scope["path"] != TAKE_SEAT:
            await self._app(scope, receive, send)
            return
        body, replayed = await _read(receive)
        try:
            table_id = table[1] if table else await self._table_of_link(body)
            is_answered = await self._is_answered_at_home(homes, table_id, scope, body, send)
        except SQLAlchemyError:
            is_answered = False  # the application finds out itself, and says so
        if not is_answered:
            await self._app(scope, replayed, send)

    async def _table_of_link(self, body: bytes | None) -> str | None:
        """The table of a link to a seat."""
        try:
            token = msgspec.json.decode(body or b"", type=TokenRequest).token
        except (msgspec.DecodeError, RecursionError):
            return None
        link = await self._house.store.guests.seat_link(hashed(token), self._house.timer.now())
        return link[0] if link else None

    async def _is_answered_at_home(
        self, homes: Homes, table_id: str | None, scope: HTTPScope, body: bytes | None, send: Send
    ) -> bool:
        if table_id is None or body is None:
            return False
        if is_passed_on(scope):
            await homes.claim(table_id)
            return False
        forwarded = ForwardedRequest(self._house, table_id, scope, body, send)
        try:
            return await at_home(homes, table_id, forwarded.pass_on)
        except Refused as refused:
            request: AnyRequest = Request(scope)
            await refusal_response(request, refused).to_asgi_response(app=None, request=request)(scope, _nothing, send)
            return True


@dataclass(frozen=True)
class ForwardedRequest:
    """A request that another process answers."""

    house: House
    table_id: str
    scope: HTTPScope
    body: bytes
    send: Send

    async def pass_on(self, home: Process) -> bool:
        """Raises `AnswerLost` if the home has ended and nothing was done, `Refused` if something may have been done."""
        is_safe = self.scope["method"] in SAFE
        before = 0 if is_safe else await self._version()
        try:
            answer = await forward(home, self._passed())
        except AnswerLost:
            if is_safe or await self._version() == before:
                raise
            raise Refused("not_ready", {"seconds": 1}, status=503) from None
        await self.send({"type": "http.response.start", "status": answer.status, "headers": answer.headers})
        await self.send({"type": "http.response.body", "body": answer.body, "more_body": False})
        return True

    async def _version(self) -> int:
        return (await self.house.store.tables.last_numbers([self.table_id])).get(self.table_id, 0)

    def _passed(self) -> PassedRequest:
        scope = self.scope
        return PassedRequest(
            method=scope["method"],
            path=scope["path"],
            raw_path=scope["raw_path"],
            query=scope["query_string"],
            scheme=scope["scheme"],
            client=scope["client"],
            headers=[(bytes(name), bytes(value)) for name, value in scope["headers"]],
            body=self.body,
        )


async def _read(receive: Receive) -> tuple[bytes | None, Receive]:
    """The body of a request (None if it is too long, or the client has gone), and a function to read it again."""
    messages: list[Any] = []
    body = b""
    while len(body) <= MAX_BODY_BYTES:
        message: Any = await receive()
        messages.append(message)
        body += message.get("body", b"")
        if message["type"] != "http.request" or not message.get("more_body"):
            break
    is_whole = len(body) <= MAX_BODY_BYTES and messages[-1]["type"] == "http.request"
    again = iter(messages)

    async def replayed() -> Any:
        for message in again:
            return message
        return await receive()

    return (body if is_whole else None), replayed


async def _nothing() -> Any:
    """There is nothing more to read."""
    return {"type": "http.disconnect"}
