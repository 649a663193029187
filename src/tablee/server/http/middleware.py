"""Middleware: rate limits, refusal of cross-site requests and foreign host names, security headers."""

from collections.abc import Collection
from typing import Any, Final

from litestar import Request
from litestar.enums import ScopeType
from litestar.types import ASGIApp, HTTPScope, Message, Receive, Scope, Send

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
"""What the house answers is about one guest: nobody keeps a copy on the way."""
HOST_NAME_LENGTH: Final = 100

Headers = Collection[tuple[bytes, bytes]]


class HouseMiddleware:
    """Wraps the whole application, so that requests for unknown paths are limited and protected, too."""

    def __init__(self, app: ASGIApp, limiter: RateLimiter, settings: Settings) -> None:
        self._app = app
        self._limiter = limiter
        self._public_url = settings.public_url
        self._names = known_names(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if is_passed_on(scope):
            await self._app(scope, receive, send)  # the process that passed it on has done all this
            return
        request: AnyRequest = Request(scope)
        is_socket = scope["type"] == ScopeType.WEBSOCKET
        refused = self._refusal(request, unsafe=is_socket or request.method not in SAFE)
        if refused is not None:
            answer = refusal_response(request, refused).to_asgi_response(app=None, request=request)
            headed = _with_headers(_as_websocket_response(send) if is_socket else send, _NOT_STORED)
            await answer(scope, receive, headed)
        elif scope["type"] == ScopeType.HTTP:
            more = _NOT_STORED if scope["path"].startswith("/api/") else ()
            await self._app(_head_as_get(scope), receive, _with_headers(send, more))
        else:
            await self._app(scope, receive, send)

    def _refusal(self, request: AnyRequest, *, unsafe: bool) -> Refused | None:
        if wait := self._limiter.take(address(request)):
            return too_fast(wait)
        for host in request.headers.getall("host", []):
            if not is_known(host, self._names):
                return Refused("host_name_unknown", {"host": host[:HOST_NAME_LENGTH]}, status=421)
        if unsafe and is_cross_site(request, self._public_url):
            return Refused("foreign", status=403)
        return None


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
