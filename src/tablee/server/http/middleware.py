"""Middleware: rate limits, refusal of cross-site requests and foreign host names, security headers."""

import asyncio
import re
from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send
from litestar.utils.path import normalize_path

from tablee.server.connection_limits import ConnectionLimits
from tablee.server.http.home_proxy import SAFE, is_passed_on
from tablee.server.http.host_names import is_known, known_names
from tablee.server.http.requests import AnyRequest, address, is_cross_site, refusal_response
from tablee.server.rate_limit import RateLimiter
from tablee.server.refusals import Refused, too_fast
from tablee.server.settings import Settings

SECURITY: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
        "frame-ancestors 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
_HEADERS: Final = [(name.encode(), value.encode()) for name, value in SECURITY.items()]
_NOT_STORED: Final = [(b"cache-control", b"no-store")]
"""Responses are personal: proxies must not cache them."""
HOST_NAME_LENGTH: Final = 100
COSTS: Final = (
    (re.compile(r"/api/((my/)?tables|me)$"), 0.01),
    (re.compile(r"/api/records$|.*/(from-here|replay|turns|draws|record|rematch|review)$"), 0.02),
    (re.compile(r"/api/tables/"), 0.006),
    (re.compile(r"/api/"), 0.003),
)
"""Seconds of the event loop that requests take, by their path: roughly what was measured."""
OTHER_COST: Final = 0.001
FULL_SECONDS: Final = 30
"""After how many seconds a client may try again if too many files are open."""
ROW_BYTES: Final = 500
"""The bytes that a request writes besides its body."""
LONGEST_PAUSE: Final = 10.0
"""Requests that would have to wait longer are refused."""
REFUSAL_PAUSE: Final = 0.25
"""The maximum delay in seconds of a refusal of a fast client, so that retrying at once does not pay."""

Headers = Collection[tuple[bytes, bytes]]


@dataclass(frozen=True)
class RequestLimits:
    """What an address may ask for."""

    requests: RateLimiter
    connections: ConnectionLimits
    written: RateLimiter
    """Bytes on the disk."""


class HouseMiddleware:
    """Wraps the whole application, so that requests for unknown paths are limited and protected, too."""

    def __init__(self, app: ASGIApp, limits: RequestLimits, settings: Settings) -> None:
        self._app = app
        self._limits = limits
        self._public_url = settings.public_url
        self._names = known_names(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        # As the application will read it: however it is spelled, it costs the same, and has the same home.
        scope["path"] = normalize_path(scope["path"])
        request: AnyRequest = Request(scope)
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        is_ours = not is_passed_on(scope)
        refused = None
        if is_ours:  # else the process that passed it on has checked it, and adds the headers
            refused = self._refusal(request, unsafe=is_socket or request.method not in SAFE)
        if refused is None:
            # Also if it was passed on: else an address could take its share of every process at the home of one table.
            refused = await self._throttled(address(request), scope["path"])
        if refused is not None:
            await asyncio.sleep(min(refused.wait or 0, REFUSAL_PAUSE))
            answer = refusal_response(request, refused).to_asgi_response(app=None, request=request)
            out = _as_websocket_response(send) if is_socket else send
            await answer(scope, receive, _with_headers(out, _NOT_STORED) if is_ours else out)
        elif is_ours and scope["type"] == ScopeType.HTTP:
            more = _NOT_STORED if scope["path"].startswith("/api/") else ()
            await self._app(_head_as_get(scope), receive, _with_headers(send, more))
        else:
            await self._app(scope, receive, send)

    def _refusal(self, request: AnyRequest, *, unsafe: bool) -> Refused | None:
        limits = self._limits
        if wait := limits.requests.take(address(request)):
            return too_fast(wait)
        if limits.connections.is_full:
            return Refused("house_full", {"seconds": FULL_SECONDS}, status=503)
        for host in request.headers.getall("host", []):
            if not is_known(host, self._names):
                return Refused("host_name_unknown", {"host": host[:HOST_NAME_LENGTH]}, status=421)
        if unsafe and is_cross_site(request, self._public_url):
            return Refused("foreign", status=403)
        if unsafe and (wait := limits.written.take(address(request), _written_bytes(request))):
            return too_fast(wait)
        return None

    async def _throttled(self, client: str, path: str) -> Refused | None:
        """Wait until the address has time left for this request; refuse it if that takes long."""
        cost = cost_of(path)
        work = self._limits.connections.work
        wait = work.charge(client, cost)
        if wait > LONGEST_PAUSE:
            work.charge(client, -cost)
            return too_fast(wait)
        if wait:
            await asyncio.sleep(wait)
        return None


def cost_of(path: str) -> float:
    """Seconds of the event loop that a request takes."""
    return next((cost for pattern, cost in COSTS if pattern.match(path)), OTHER_COST)


def _written_bytes(request: AnyRequest) -> int:
    length = request.headers.get("content-length", "")
    return ROW_BYTES + (int(length) if length.isascii() and length.isdecimal() else 0)


def _with_headers(send: Send, more: Headers) -> Send:
    """Adds headers to the answer; of `more` only those that it does not have."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            has = {name.lower() for name, _ in message["headers"]}
            missing = (header for header in more if header[0] not in has)
            message["headers"] = [*message["headers"], *_HEADERS, *missing]
        await send(message)

    return send_with_headers


def _head_as_get(scope: HTTPScope) -> HTTPScope:
    """HEAD is handled as GET; uvicorn leaves out the body."""
    return {**scope, "method": "GET"} if scope["method"] == "HEAD" else scope


def _as_websocket_response(send: Send) -> Send:
    """Answers a WebSocket handshake with a plain HTTP response."""

    async def send_response(message: Any) -> None:
        message["type"] = f"websocket.{message['type']}"
        await send(message)

    return send_response
