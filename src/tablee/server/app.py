"""The Litestar application: wires the house, its routes and its limits together."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import Litestar, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

import tablee
from tablee.core import codec
from tablee.core.errors import TableeError
from tablee.core.registry import GAMES
from tablee.server.bots.worker_pool import WorkerPool
from tablee.server.house.homes import Homes
from tablee.server.house.house import House
from tablee.server.house.timer import Timer
from tablee.server.http import web_client
from tablee.server.http.admin import AdminController
from tablee.server.http.games import GamesController, table_file
from tablee.server.http.guests import GuestsController
from tablee.server.http.hints import HintsController
from tablee.server.http.home_proxy import HomeProxy
from tablee.server.http.middleware import HouseMiddleware
from tablee.server.http.moderation import ModerationController
from tablee.server.http.openapi import Document
from tablee.server.http.records import RecordsController
from tablee.server.http.requests import (
    AnyRequest,
    GivenHouse,
    client_address,
    http_error_response,
    internal_error_response,
    provide_guest,
    provide_lang,
    refusal_response,
    unreadable_body_response,
)
from tablee.server.http.seats import SeatsController
from tablee.server.http.tables import TablesController
from tablee.server.http.typed_lines import TypedLinesController
from tablee.server.http.work_queue import WorkQueue
from tablee.server.network_address import is_loopback, network_address
from tablee.server.ops.maintenance import Maintenance
from tablee.server.ops.metrics import Metrics
from tablee.server.ops.shutdown import before_shutdown, disconnect_all
from tablee.server.peers.listener import Listener
from tablee.server.rate_limit import RateLimiter
from tablee.server.refusals import Refused
from tablee.server.settings import Settings, admin_token, networks
from tablee.server.socket import endpoint
from tablee.server.store import database, postgres_notices
from tablee.server.store.log import Log
from tablee.server.store.redis_notices import RedisNotices
from tablee.server.store.store import Store
from tablee.server.table.messages import schema
from tablee.server.uvicorn_config import passed_sockets

logger = logging.getLogger("tablee.app")
MAX_BODY_BYTES: Final = 65_536


@get("/health", summary="The process runs", tags=["operations"])
async def health() -> dict[str, str]:
    return {"status": "ok"}


@get("/ready", summary="The house can serve", tags=["operations"], refuses=(503,))
async def ready(house: GivenHouse) -> dict[str, str]:
    try:
        async with asyncio.timeout(2):
            await house.store.ping()
    except Exception as error:
        raise Refused("not_ready", {"seconds": 1}, status=503) from error
    return {"status": "ready"}


@get("/metrics", summary="Figures for Prometheus", tags=["operations"], media_type=CONTENT_TYPE_PLAIN_0_0_4)
async def metrics(request: AnyRequest, house: GivenHouse) -> bytes:
    reader = client_address(request)
    if reader is None or not any(reader in network for network in networks(request.app.state.settings.metrics_from)):
        raise Refused("no_such_page", status=404)
    return house.metrics.exposition()


class HouseInfo(msgspec.Struct):
    """How the house can be reached."""

    address: str | None
    """The address to give to other devices; none if they cannot reach the house, or it is not known."""
    is_loopback: bool
    """Whether only this computer can reach the house."""


@get("/api/house", summary="The address under which other devices reach the house", tags=["operations"])
async def house_info(request: AnyRequest) -> HouseInfo:
    settings: Settings = request.app.state.settings
    return HouseInfo(network_address(settings), is_loopback(settings))


@get("/api/messages.json", summary="The messages of the socket, as JSON Schema", tags=["tables"])
async def messages() -> dict[str, Any]:
    return schema()


@dataclass(frozen=True)
class Parts:
    """What the application is made of."""

    settings: Settings
    engine: AsyncEngine
    log: Log
    redis: RedisNotices | None
    pool: WorkerPool
    house: House
    clock: Timer

    @classmethod
    def from_settings(cls, settings: Settings, clock: Timer) -> "Parts":
        """Nothing is opened yet: that happens in `lifespan`."""
        engine = database.engine(settings.database_url)
        metrics = Metrics()
        redis = RedisNotices(settings.redis) if settings.redis and not settings.is_sqlite else None
        publish = redis.publish if redis else None
        log = Log(database.writing_engine(settings.database_url), publish, metrics.commit_seconds.observe)
        pool = WorkerPool(settings.bot_workers or None)
        house = House(
            Store(engine, log),
            clock,
            metrics,
            pool,
            tables_per_guest=settings.tables_per_guest,
            absence_seconds=settings.absence_seconds,
        )
        if not settings.is_sqlite:
            house.homes = Homes(house.store.homes, house, settings.workers)
        return cls(settings, engine, log, redis, pool, house, clock)

    @asynccontextmanager
    async def lifespan(self, app: Litestar) -> AsyncIterator[None]:
        """Open the house, and close it again."""
        backup = await database.migrate(self.engine, self.settings.database_url)
        if backup:
            logger.info("database migrated", extra={"backup": backup.name})
        self.log.start()
        self.clock.start()
        await self.house.downtime.measure()
        if self.house.homes is not None:
            app.state.listener = Listener(
                app, passed_sockets(app), self.house.homes.token, self.settings.internal_address
            )
            await self.house.homes.open(await app.state.listener.open())
        self._start_background_work()
        logger.info("house open", extra=self._about())
        with before_shutdown(lambda: self._leave(app)):
            yield
        await self._leave(app)
        if self.house.homes is not None:
            await app.state.listener.finish()
        await self._close()
        logger.info("house closed")

    async def _leave(self, app: Litestar) -> None:
        """Leave the tables to other processes, then disconnect all clients: they come back there."""
        if self.house.homes is not None:
            app.state.listener.close()
            with suppress(SQLAlchemyError):
                await self.house.homes.leave()
        await disconnect_all(app.state.connections)

    def _start_background_work(self) -> None:
        house, url = self.house, self.settings.database_url
        if self.redis:
            house.spawn(self.redis.deliver())
            house.spawn(self.redis.listen(house.on_notice, house.catch_up_all))
        elif not self.settings.is_sqlite:
            house.spawn(postgres_notices.listen(url, house.on_notice, house.catch_up_all))
        if house.homes is None:
            house.spawn(house.resume_matches())
        else:
            house.spawn(house.homes.keep_lease())
            house.spawn(house.homes.keep_matches_going())
        house.spawn(house.downtime.run(lambda: house.has_clocks))
        house.spawn(Maintenance(house.store.purge_deleted, self.clock.now, lambda: house.is_idle).run())

    def _about(self) -> dict[str, object]:
        return {
            "version": tablee.__version__,
            "database": self.engine.dialect.name,
            "workers": self.settings.workers,
        }

    async def _close(self) -> None:
        await self.house.close()
        await self.log.close()
        if self.redis:
            await self.redis.close()
        self.pool.close()
        await self.engine.dispose()


ROUTE_HANDLERS: Final = (
    web_client.page,
    web_client.asset,
    web_client.file,
    table_file,
    GamesController,
    GuestsController,
    TablesController,
    SeatsController,
    ModerationController,
    RecordsController,
    HintsController,
    TypedLinesController,
    AdminController,
    health,
    ready,
    metrics,
    house_info,
    messages,
    endpoint.socket,
)
EXCEPTION_HANDLERS: Final[Any] = {
    TableeError: refusal_response,
    HTTPException: http_error_response,
    UnicodeDecodeError: unreadable_body_response,
    RecursionError: unreadable_body_response,
    Exception: internal_error_response,
}


def create_app(settings: Settings, timer: Timer | None = None) -> Litestar:
    """The application, ready to be served."""
    for kind in GAMES.values():
        codec.prepare([*kind.action_types, *kind.event_types, kind.view_type])
    Path(settings.data_dir).mkdir(mode=0o700, parents=True, exist_ok=True)
    parts = Parts.from_settings(settings, timer or Timer())
    app = Litestar(
        route_handlers=ROUTE_HANDLERS,
        dependencies={
            "house": Provide(lambda: parts.house, sync_to_thread=False),
            "guest": Provide(provide_guest),
            "lang": Provide(provide_lang, sync_to_thread=False),
        },
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=[parts.lifespan],
        openapi_config=OpenAPIConfig(
            title="Tablée", version=tablee.__version__, path="/api/docs", render_plugins=[Document()]
        ),
        request_max_body_size=MAX_BODY_BYTES,
        logging_config=None,
        debug=False,
    )
    _limit(app, parts)
    app.state.house = parts.house
    app.state.pool = parts.pool
    app.state.settings = settings
    app.state.listener = None
    app.state.connections = set()
    app.state.sockets_by_address = Counter()
    app.state.admin_token = admin_token(Path(settings.data_dir))
    return app


def _limit(app: Litestar, parts: Parts) -> None:
    """Limit how much one address, and everybody together, may ask for."""
    per_second, now = parts.settings.requests_per_second, parts.clock.now
    limiter = RateLimiter(per_second, 10 * per_second, now)
    app.asgi_handler = HouseMiddleware(HomeProxy(app.asgi_handler, parts.house), limiter, parts.settings)
    rate = per_second / 20
    app.state.expensive_requests = RateLimiter(rate, max(1.0, 10 * rate), now)
    # One thread at a time: because of the GIL a second one would only slow down the event loop.
    app.state.verify_queue = WorkQueue(at_once=1, waiting=10)
    app.state.replay_queue = WorkQueue(at_once=1, waiting=100)
