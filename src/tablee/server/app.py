"""The application: everything put together."""

import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

from litestar import Litestar, Request, WebSocket, get, websocket
from litestar.channels import ChannelsPlugin
from litestar.channels.backends.memory import MemoryChannelsBackend
from litestar.channels.backends.psycopg import PsycoPgChannelsBackend
from litestar.di import Provide
from litestar.enums import ScopeType
from litestar.exceptions import HTTPException
from litestar.middleware import DefineMiddleware
from litestar.openapi.config import OpenAPIConfig
from litestar.types import ASGIApp, Message, Receive, Scope, Send
from prometheus_client import generate_latest

import tablee
from tablee.core.errors import TableeError
from tablee.server import connection as connections
from tablee.server.admin import Admin
from tablee.server.asking import (
    GivenHouse,
    address,
    is_foreign,
    language,
    provide_guest,
    provide_lang,
    tell_http_error,
    tell_refusal,
    wait_seconds,
)
from tablee.server.botroom import BotRoom
from tablee.server.budgets import Budget, Budgets
from tablee.server.guests import Guests
from tablee.server.house import House
from tablee.server.identity import guest_of, hashed
from tablee.server.lobby import Lobby
from tablee.server.metrics import Metrics
from tablee.server.refusals import Refused
from tablee.server.settings import Settings, admin_token
from tablee.server.store import database
from tablee.server.store.log import Log
from tablee.server.store.store import Store
from tablee.server.timer import Timer
from tablee.server.wire import schema

logger = logging.getLogger("tablee.app")
CHANNEL: Final = "tablee_tables"
"""Where processes tell each other which tables they wrote to."""
FOREIGN: Final = 4403
NOT_FOUND: Final = 4404
TOO_MANY: Final = 4429

SECURITY: Final = {
    "content-security-policy": (
        "default-src 'self'; img-src 'self' data:; style-src 'self' 'unsafe-inline'; connect-src 'self'; "
        "object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}


class Gatekeeper:
    """Before anything else: nobody asks too fast, no other site asks in a guest's name, headers are strict."""

    def __init__(self, app: ASGIApp, settings: Settings, budgets: Budgets) -> None:
        self._app = app
        self._settings = settings
        self._budgets = budgets

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != ScopeType.HTTP:
            await self._app(scope, receive, send)
            return
        request: Request[Any, Any, Any] = Request(scope)
        refused = self._refusal(request)
        if refused is not None:
            response = tell_refusal(request, refused).to_asgi_response(app=None, request=request)
            await response(scope, receive, _with_headers(send))
            return
        await self._app(scope, receive, _with_headers(send))

    def _refusal(self, request: "Request[Any, Any, Any]") -> Refused | None:
        if wait := self._budgets.take(address(request)):
            return Refused("too_fast", {"seconds": wait_seconds(wait)}, status=429)
        if request.method not in ("GET", "HEAD", "OPTIONS") and is_foreign(request, self._settings.public_url):
            return Refused("foreign", status=403)
        return None


def _with_headers(send: Send) -> Send:
    extra = [(name.encode(), value.encode()) for name, value in SECURITY.items()]

    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *extra]
        await send(message)

    return sending


@get("/health", summary="The process runs", tags=["operations"])
async def health() -> dict[str, str]:
    return {"status": "ok"}


@get("/ready", summary="The house can serve", tags=["operations"])
async def ready(house: GivenHouse) -> dict[str, str]:
    try:
        await house.store.answers()
    except Exception as error:
        raise Refused("not_ready", {"seconds": 1}, status=503) from error
    return {"status": "ready"}


@get("/metrics", summary="Figures for Prometheus", tags=["operations"], media_type="text/plain")
async def metrics(house: GivenHouse) -> bytes:
    return generate_latest(house.metrics.registry)


@get("/api/messages.json", summary="The messages of the socket, as JSON Schema", tags=["tables"])
async def messages() -> dict[str, Any]:
    return schema()


@websocket("/api/tables/{table_id:str}/socket")
async def socket(socket: WebSocket[Any, Any, Any], table_id: str) -> None:
    """One socket a table: `?seat=` to see it from a seat of one's own (`none`: as a spectator), `?since=` the last
    version one has."""
    state = socket.app.state
    house: House = state.house
    settings: Settings = state.settings
    if is_foreign(socket, settings.public_url):
        await socket.close(FOREIGN)
        return
    if state.sockets_by_address.get(address(socket), 0) >= settings.sockets_per_address:
        await socket.close(TOO_MANY)
        return
    try:
        live = await house.live(table_id)
        guest = await guest_of(socket, house.store)
        program = _program(socket)
        budget = Budget(settings.messages_per_second, 10 * settings.messages_per_second, house.timer.now())
        reader = connections.Connection(
            socket, house, live, guest=guest, program=program, lang=language(socket), budget=budget
        )
        if program is not None and not reader.mine():
            raise Refused("bad_token", status=403)
        if (asked := socket.query_params.get("seat")) is not None:
            reader.look_from(None if asked == "none" else _number(asked))
        since = socket.query_params.get("since")
        reader.since = _number(since) if since is not None else None
    except Refused as refused:
        await socket.accept()
        await socket.close(NOT_FOUND if refused.status == 404 else FOREIGN, refused.say(language(socket))[:100])
        return
    await socket.accept()
    counts = state.sockets_by_address
    counts[address(socket)] = counts.get(address(socket), 0) + 1
    state.connections.add(reader)
    try:
        await connections.serve(reader, house, live)
    finally:
        state.connections.discard(reader)
        counts[address(socket)] -= 1
        if not counts[address(socket)]:
            del counts[address(socket)]


def _number(text: str) -> int:
    if not text.isdecimal() or len(text) > 9:
        raise Refused("bad_message", status=400)
    return int(text)


def _program(socket: "WebSocket[Any, Any, Any]") -> str | None:
    """The hash of the token that a program shows."""
    scheme, _, token = socket.headers.get("authorization", "").partition(" ")
    return hashed(token) if scheme.lower() == "bearer" else None


def create_app(settings: Settings, timer: Timer | None = None) -> Litestar:
    """A house that can be served."""
    Path(settings.data_dir).mkdir(parents=True, exist_ok=True)
    engine = database.engine(settings.database_url)
    figures = Metrics()
    clock = timer or Timer()
    log = Log(engine, None if settings.is_sqlite else CHANNEL)
    house = House(Store(engine, log), clock, figures)
    bots = BotRoom(house, settings.bot_workers or None)
    house.call_bot = bots.play
    backend = MemoryChannelsBackend() if settings.is_sqlite else PsycoPgChannelsBackend(_dsn(settings.database_url))
    channels = ChannelsPlugin(backend=backend, channels=[CHANNEL])

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        copy = await database.migrate(engine, settings.database_url)
        if copy:
            logger.info("database migrated", extra={"backup": copy.name})
        log.start()
        if not settings.is_sqlite:
            house.spawn(_listen(channels, house))
        await house.wake_all()
        yield
        for reader in tuple(app.state.connections):
            reader.leave()
        await house.close()
        await log.close()
        bots.close()
        await engine.dispose()

    app = Litestar(
        route_handlers=[Guests, Lobby, Admin, health, ready, metrics, messages, socket],
        dependencies={
            "house": Provide(lambda: house, sync_to_thread=False),
            "guest": Provide(provide_guest),
            "lang": Provide(provide_lang, sync_to_thread=False),
        },
        exception_handlers={TableeError: tell_refusal, HTTPException: tell_http_error},
        middleware=[
            DefineMiddleware(
                Gatekeeper,
                settings=settings,
                budgets=Budgets(settings.requests_per_second, 10 * settings.requests_per_second, clock.now),
            )
        ],
        lifespan=[lifespan],
        plugins=[channels],
        openapi_config=OpenAPIConfig(title="Tablée", version=tablee.__version__, path="/api/docs"),
        request_max_body_size=1_000_000,
    )
    app.state.house = house
    app.state.settings = settings
    app.state.connections = set()
    app.state.sockets_by_address = {}
    app.state.admin_token = admin_token(Path(settings.data_dir))
    return app


async def _listen(channels: ChannelsPlugin, house: House) -> None:
    """Hear which tables other processes wrote to."""
    async with channels.start_subscription([CHANNEL]) as heard:
        async for message in heard.iter_events():
            await house.hear(message.decode())


def _dsn(url: str) -> str:
    return url.replace("postgresql+psycopg", "postgresql", 1)
