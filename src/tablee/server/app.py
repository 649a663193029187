"""The Litestar application: wires the house, its routes and its limits together."""

import logging
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import msgspec
from litestar import Litestar, get
from litestar.di import Provide
from litestar.exceptions import HTTPException
from litestar.openapi.config import OpenAPIConfig
from litestar.types import Scope
from prometheus_client import CONTENT_TYPE_PLAIN_0_0_4
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

import tablee
from tablee.core import codec
from tablee.core.errors import TableeError
from tablee.core.registry import GAMES
from tablee.server.bots.worker_pool import WorkerPool
from tablee.server.connection_limits import ConnectionLimits
from tablee.server.house.guest_expiry import GuestExpiry
from tablee.server.house.house import House
from tablee.server.house.timer import Timer
from tablee.server.http import web_client
from tablee.server.http.admin import AdminController
from tablee.server.http.blocks import BlocksController, TableBlocksController
from tablee.server.http.book import BookController
from tablee.server.http.devices import DevicesController
from tablee.server.http.evenings import EveningsController
from tablee.server.http.games import GamesController, table_file
from tablee.server.http.guests import GuestsController
from tablee.server.http.hints import HintsController
from tablee.server.http.home_proxy import HomeProxy
from tablee.server.http.member_list import MemberListController
from tablee.server.http.membership import MembershipController
from tablee.server.http.middleware import HouseMiddleware, RequestLimits
from tablee.server.http.moderation import ModerationController
from tablee.server.http.notifications import NotificationLinksController, NotificationsController
from tablee.server.http.openapi import Document
from tablee.server.http.ratings import RatingsController
from tablee.server.http.records import RecordsController
from tablee.server.http.regulars import RegularsController
from tablee.server.http.reports import ReportsController, TableReportsController
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
from tablee.server.http.reviews import ReviewsController
from tablee.server.http.seats import SeatsController
from tablee.server.http.sign_in import SignInController
from tablee.server.http.tables import TablesController
from tablee.server.http.tournaments import TournamentsController
from tablee.server.http.typed_lines import TypedLinesController
from tablee.server.http.work_queue import WorkQueue
from tablee.server.mail_server import mail_server
from tablee.server.network_address import is_loopback, network_address
from tablee.server.notifications.mail import MailSender
from tablee.server.notifications.web_push import PushSender
from tablee.server.ops.maintenance import Maintenance
from tablee.server.ops.metrics import Metrics
from tablee.server.ops.shutdown import before_shutdown, disconnect_all
from tablee.server.peers.limit_news import LimitExchange
from tablee.server.peers.listener import Listener
from tablee.server.rate_limit import RateLimiter
from tablee.server.refusals import Refused
from tablee.server.settings import Settings, admin_token, networks
from tablee.server.shared_limits import OpenCount, SharedLimits
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
class AppParts:
    """What the application is made of."""

    settings: Settings
    engine: AsyncEngine
    log: Log
    redis: RedisNotices | None
    pool: WorkerPool
    house: House
    clock: Timer

    @classmethod
    def from_settings(cls, settings: Settings, clock: Timer) -> "AppParts":
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
            workers=None if settings.is_sqlite else settings.workers,
        )
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
        await self.house.fill_in_matches()
        if self.house.homes is not None:
            app.state.limit_exchange = LimitExchange(app.state.shared_limits, self.house.homes)
            app.state.listener = Listener(
                app,
                passed_sockets(app),
                self.house.homes.token,
                self.settings.internal_address,
                on_news=app.state.limit_exchange.on_told,
            )
            await self.house.homes.open(await app.state.listener.open())
            self.house.spawn(app.state.limit_exchange.run())
        await self._open_notifications()
        self._start_background_work()
        logger.info("house open", extra=self._about())
        with before_shutdown(lambda: self._leave(app)):
            yield
        await self._leave(app)
        if self.house.homes is not None:
            await app.state.listener.finish()
        await self._close()
        logger.info("house closed")

    async def _open_notifications(self) -> None:
        settings, house = self.settings, self.house
        contact = settings.public_url.rstrip("/")
        if not contact.startswith("https"):
            contact = f"mailto:{settings.mail_from or 'house@localhost'}"
        mail = MailSender(mail_server(settings.smtp), settings.mail_from, settings.address) if settings.smtp else None
        await house.notifications.open(
            PushSender(house.store.house_keys, contact, networks(settings.push_networks)), mail
        )

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
        house.spawn(house.book_writer.run())
        house.spawn(house.tournaments.run())
        house.spawn(house.downtime.run(lambda: house.has_clocks))
        house.spawn(GuestExpiry(house.store, self.clock.now, self.settings.idle_guest_days).run())
        house.spawn(Maintenance(house.clean_up, self.clock.now, lambda: house.is_idle).run())

    def _about(self) -> dict[str, object]:
        return {
            "version": tablee.__version__,
            "database": self.engine.dialect.name,
            "workers": self.settings.workers,
        }

    async def _close(self) -> None:
        await self.house.close()
        await self.house.notifications.close()
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
    DevicesController,
    MembershipController,
    SignInController,
    MemberListController,
    TablesController,
    SeatsController,
    ModerationController,
    NotificationsController,
    NotificationLinksController,
    RegularsController,
    BlocksController,
    TableBlocksController,
    ReportsController,
    TableReportsController,
    RecordsController,
    ReviewsController,
    HintsController,
    TypedLinesController,
    BookController,
    RatingsController,
    EveningsController,
    TournamentsController,
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
    app = application_without_house()
    give_house(app, settings, timer or Timer())
    return app


def application_without_house() -> Litestar:
    """The routes, without a house; call `give_house` next."""
    return Litestar(
        route_handlers=ROUTE_HANDLERS,
        dependencies={
            "house": Provide(_provide_house, sync_to_thread=False),
            "guest": Provide(provide_guest),
            "lang": Provide(provide_lang, sync_to_thread=False),
        },
        exception_handlers=EXCEPTION_HANDLERS,
        lifespan=[_lifespan],
        openapi_config=OpenAPIConfig(
            title="Tablée", version=tablee.__version__, path="/api/docs", render_plugins=[Document()]
        ),
        request_max_body_size=MAX_BODY_BYTES,
        logging_config=None,
        debug=False,
    )


def _provide_house(scope: Scope) -> House:
    house: House = scope["litestar_app"].state.house
    return house


def _lifespan(app: Litestar) -> AbstractAsyncContextManager[None]:
    parts: AppParts = app.state.parts
    return parts.lifespan(app)


def give_house(app: Litestar, settings: Settings, timer: Timer) -> None:
    """Make the application one of a house, which is not open yet."""
    for kind in GAMES.values():
        codec.prepare([*kind.action_types, *kind.event_types, kind.view_type])
    Path(settings.data_dir).mkdir(mode=0o700, parents=True, exist_ok=True)
    parts = AppParts.from_settings(settings, timer)
    app.state.parts = parts
    app.state.connection_limits = ConnectionLimits(settings)
    _limit(app, parts)
    app.state.house = parts.house
    app.state.pool = parts.pool
    app.state.settings = settings
    app.state.listener = None
    app.state.limit_exchange = None
    app.state.connections = set()
    app.state.admin_token = admin_token(Path(settings.data_dir))


def _limit(app: Litestar, parts: AppParts) -> None:
    """Limit how much one address, and everybody together, may ask for."""
    per_second, now = parts.settings.requests_per_second, parts.clock.now
    limiter = RateLimiter(per_second, 10 * per_second, now)
    written = _per(86_400, 1e6 * parts.settings.megabytes_per_day, now)
    app.asgi_handler = HouseMiddleware(
        HomeProxy(app.asgi_handler, parts.house),
        RequestLimits(limiter, app.state.connection_limits, written),
        parts.settings,
    )
    rate = per_second / 20
    rates = {
        "requests": limiter,
        "written": written,
        "new_guests": _per(3600, parts.settings.guests_per_hour, now),
        "new_tables": _per(3600, parts.settings.tables_per_hour, now),
        "expensive_requests": RateLimiter(rate, max(1.0, 10 * rate), now),
    }
    counts = {
        "connections": app.state.connection_limits.connections,
        "sockets_by_address": OpenCount(parts.settings.sockets_per_address),
        "sockets_by_guest": OpenCount(parts.settings.sockets_per_guest),
    }
    for name in ("written", "new_guests", "new_tables", "expensive_requests"):
        app.state[name] = rates[name]
    for name in ("sockets_by_address", "sockets_by_guest"):
        app.state[name] = counts[name]
    app.state.shared_limits = SharedLimits(rates, counts)
    # One thread at a time: because of the GIL a second one would only slow down the event loop.
    charge = app.state.connection_limits.work.charge
    app.state.verify_queue = WorkQueue(at_once=1, waiting=10, charge=charge)
    app.state.replay_queue = WorkQueue(at_once=1, waiting=100, charge=charge)
    app.state.passphrase_queue = WorkQueue(at_once=1, waiting=20, charge=charge)


def _per(seconds: float, number: float, now: Callable[[], float]) -> RateLimiter:
    """A limit of `number` in `seconds`, which may also come all at once."""
    return RateLimiter(number / seconds, number, now)
