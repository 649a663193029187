"""Reviews of finished matches: found out job by job in the workers of the bots, then kept in the database.

Who waits for a review is in the database, too, until it is there and the outbox has the notification. So a review that
was under way when the house stopped is taken up again after the start.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from itertools import count
from time import monotonic
from typing import Final, TypeVar

from sqlalchemy.exc import SQLAlchemyError

from tablee.bots.levels import LEVELS
from tablee.review import MatchReview, MatchReviewer
from tablee.review.findings import Finding
from tablee.server.bots.worker_pool import WorkerNotStarted, WorkerPool, WorkerRequest
from tablee.server.house.background import BackgroundTasks
from tablee.server.house.live_table import LiveTable
from tablee.server.house.notifications import Notification, Notifications
from tablee.server.house.timer import Timer
from tablee.server.ops.long_work import in_thread
from tablee.server.refusals import Refused
from tablee.server.store.notification_choices import Kind
from tablee.server.store.reviews import ReviewStore
from tablee.server.table.table_parts import Status

logger = logging.getLogger("tablee.house")

MOST_WAITING: Final = 20
MOST_OF_ONE: Final = 2
"""How many reviews may wait: in all, and for each payer."""
RETRY_SECONDS: Final = 30
ATTEMPTS: Final = 3
"""How often a job is tried whose process was lost or too slow."""
PAUSE: Final = 1.0
LOOK_SECONDS: Final = 10.0
"""A guest who has not asked for the progress for this long no longer watches. Clients ask more often, even if answers
are slow."""

T = TypeVar("T")


@dataclass
class HouseReview:
    """A review, and how far it is."""

    jobs: int = 0
    """How many there are; 0 until that is known."""
    payer: str = ""
    """Who is charged for the workers: the guest who asked first, or their address."""
    done: int = 0
    told: MatchReview | None = None
    """The review, once all jobs are done."""
    task: "asyncio.Task[None] | None" = None
    looks: dict[str, float] = field(default_factory=dict)
    """The guests who have asked for it here, and when they last looked (by the steady clock)."""

    def is_watched_by(self, guest: str) -> bool:
        """Whether a guest looks at it now."""
        return guest in self.looks and monotonic() - self.looks[guest] < LOOK_SECONDS


class Reviews:
    """The reviews of a house. One is computed at a time, and a job takes one turn of the bots' workers, so that
    players do not wait for it."""

    def __init__(
        self, store: ReviewStore, pool: WorkerPool, timer: Timer, tasks: BackgroundTasks, notifications: Notifications
    ) -> None:
        self._store = store
        self._pool = pool
        self._timer = timer
        self._tasks = tasks
        self._notifications = notifications
        self._under_way: dict[str, HouseReview] = {}
        self._one = asyncio.Lock()

    def under_way(self, table: str) -> HouseReview | None:
        """The review of a table's match, if this process is at it."""
        return self._under_way.get(table)

    async def of(self, table: str) -> HouseReview | None:
        """The review of a table's match, if somebody has asked for it before."""
        if found := self._under_way.get(table):
            return found
        told = await self._store.of(table)
        if told is None:
            return None
        jobs = 1 + len(told.moments) + len(told.decisions)
        return HouseReview(jobs, done=jobs, told=told)

    async def look(self, table: str, guest: str) -> None:
        """A guest has asked for a review, or how far it is. Returns once it is written down that they wait for it."""
        review = self._under_way.get(table)
        if review is None or review.told is not None:
            return
        is_new = guest not in review.looks
        review.looks[guest] = monotonic()
        if is_new:
            await self._store.add_request(table, guest, self._timer.now())
            if self._under_way.get(table) is not review:
                await self._store.remove_requests(table)  # it has ended meanwhile

    async def begin(self, live: LiveTable, guest: str | None, address: str) -> None:
        """Begin the review of a finished match, unless this process is at it. A guest who asks for it will be told when
        it is there, whatever happens to this process. Raises `Refused` if too many wait."""
        table, payer = live.table.setup.id, guest or address
        if table in self._under_way:
            return
        of_payer = sum(review.payer == payer for review in self._under_way.values())
        if len(self._under_way) >= MOST_WAITING or of_payer >= MOST_OF_ONE:
            raise Refused("queue_full", {"seconds": RETRY_SECONDS}, status=429)
        if guest is not None:
            await self._store.add_request(table, guest, self._timer.now())
        self._start(live, payer)

    async def take_up(self, live: LiveTable) -> None:
        """After a start, or the end of another process: go on with a review that somebody waits for."""
        table = live.table.setup.id
        is_under_way = table in self._under_way
        if live.table.status is Status.OVER and not is_under_way and await self._store.waiting(table):
            self._start(live, live.table.setup.host or "")

    def _start(self, live: LiveTable, payer: str) -> None:
        table = live.table.setup.id
        if table not in self._under_way:  # another task may have been faster
            review = self._under_way[table] = HouseReview(payer=payer)
            review.task = self._tasks.spawn(self._run(live, review))

    async def _run(self, live: LiveTable, review: HouseReview) -> None:
        """Keeps hold of the table: while it is in memory, this process stays its home."""
        table = live.table.setup.id
        try:
            async with self._one:
                review.told = await self._surely(lambda: self._store.of(table))
                if review.told is None:
                    told = review.told = await self._computed(live, review)
                    await self._surely(lambda: self._store.add(table, told, self._timer.now()))
            await self._surely(lambda: self._tell(table, review))
        except Exception:
            # One that failed is begun anew by whoever asks next, not at every start.
            await self._surely(lambda: self._store.remove_requests(table))
            raise
        finally:
            del self._under_way[table]

    async def _computed(self, live: LiveTable, review: HouseReview) -> MatchReview:
        """The match of a table has no names: nor has its review."""
        setup = live.table.setup
        request = WorkerRequest(review.payer, f"review of {setup.id}", 0, list(LEVELS)[-1])
        reviewer = await in_thread(MatchReviewer.of, live.table.match.copy())
        review.jobs = len(await in_thread(reviewer.jobs))
        findings: list[Finding] = []
        for number in range(review.jobs):
            findings.append(await self._finding(request, reviewer, number))
            review.done = len(findings)
        return await in_thread(reviewer.assembled, findings)

    async def _finding(self, request: WorkerRequest, reviewer: MatchReviewer, number: int) -> Finding:
        attempts = count(1)
        while True:
            try:
                async with self._pool.worker(request) as worker:
                    return await worker.finding(reviewer, number)
            except (TimeoutError, BrokenProcessPool, WorkerNotStarted) as error:
                if next(attempts) == ATTEMPTS:
                    raise
                logger.warning("a job of a review failed", extra={"job": number}, exc_info=error)
                await asyncio.sleep(PAUSE)

    async def _tell(self, table: str, review: HouseReview) -> None:
        """Tell those who wait for a review that it is there. They wait until the outbox has it."""
        absent = [guest for guest in await self._store.waiting(table) if not review.is_watched_by(guest)]
        ready = Notification(Kind.REVIEW, f"review {table}", f"/review/{table}", {"table": table})
        await self._notifications.add(absent, ready)
        await self._store.remove_requests(table)

    async def _surely(self, work: Callable[[], Awaitable[T]]) -> T:
        """Do something, even if the database is away for a while."""
        while True:
            try:
                return await work()
            except SQLAlchemyError as error:
                logger.warning("a review waits for the database", exc_info=error)
                await asyncio.sleep(PAUSE)
