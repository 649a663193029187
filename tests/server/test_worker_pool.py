"""The workers of the bots are shared fairly: by guests, then by tables, and quick levels do not wait for slow ones."""

import asyncio
import errno
import os
from concurrent.futures import ProcessPoolExecutor
from contextlib import AsyncExitStack
from typing import Any

import pytest
from tests.patience import PATIENCE
from tests.server.house_in_process import OpenHouse, on_sqlite

from tablee.bots.levels import BOTS
from tablee.server.bots import worker_pool
from tablee.server.bots.worker_pool import LEAST_SECONDS, OVERHEAD_SECONDS, WorkerPool, WorkerRequest, is_slow
from tablee.server.house import bot_turns

pytestmark = pytest.mark.anyio
SLOW = "toque"
TIME_OF = worker_pool._max_seconds
"""How long a level is waited for, before the tests gave them all more time."""


class FakeTime:
    """A clock that the test sets."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


async def served(pool: WorkerPool, clock: FakeTime, requests: list[WorkerRequest], seconds: float = 1.0) -> list[str]:
    """In which order those who ask at once get a worker; each keeps it for so long."""
    order: list[str] = []

    async def use(request: WorkerRequest) -> None:
        async with pool.worker(request):
            order.append(request.table)
            clock.now += seconds
            await asyncio.sleep(0)

    await asyncio.gather(*(use(request) for request in requests))
    return order


async def test_every_level_is_waited_for_as_long_as_it_may_take_and_the_last_to_the_end() -> None:
    assert TIME_OF(SLOW) == BOTS[SLOW].patience >= 2 * BOTS[SLOW].limit
    assert TIME_OF("commis") == BOTS["commis"].patience < TIME_OF(SLOW)
    assert TIME_OF("random") == TIME_OF("no level") == worker_pool.MAX_BOT_SECONDS > TIME_OF(SLOW)


async def test_a_guest_with_many_tables_does_not_keep_the_others_waiting() -> None:
    clock = FakeTime()
    pool = WorkerPool(1, clock)
    many = [WorkerRequest("greedy", f"greedy {number}", 0, SLOW) for number in range(5)]
    order = await served(pool, clock, [*many, WorkerRequest("modest", "modest", 0, SLOW)])
    assert order.index("modest") == 1, "after the one that had the worker already"


async def test_a_table_with_many_bots_does_not_keep_the_others_of_its_host_waiting() -> None:
    clock = FakeTime()
    pool = WorkerPool(1, clock)
    order = await served(
        pool, clock, [*(WorkerRequest("a", "large", seat, SLOW) for seat in range(3)), WorkerRequest("a", "b", 0, SLOW)]
    )
    assert order == ["large", "b", "large", "large"]


async def test_nobody_waits_longer_because_they_were_served_before() -> None:
    """Whoever had thought longest waited until all others had thought as long: 50 s were seen."""
    clock = FakeTime()
    pool = WorkerPool(1, clock)
    order: list[str] = []

    async def play(table: str) -> None:
        for _ in range(3):
            async with pool.worker(WorkerRequest("a", table, 0, SLOW)):
                order.append(table)
                await asyncio.sleep(0)

    await asyncio.gather(*(play(table) for table in ("first", "second", "third")))
    assert order == ["first", "second", "third"] * 3


async def test_quick_levels_never_wait_for_a_slow_one() -> None:
    pool = WorkerPool(2)
    async with AsyncExitStack() as stack:
        for number in range(2):
            await stack.enter_async_context(pool.worker(WorkerRequest("a", f"{number}", 0, SLOW)))
        waiting = asyncio.create_task(stack.enter_async_context(pool.worker(WorkerRequest("a", "2", 0, SLOW))))
        await asyncio.sleep(0)
        for level in BOTS:
            if not is_slow(level):
                async with asyncio.timeout(PATIENCE), pool.worker(WorkerRequest("b", "quick", 0, level)):
                    assert not waiting.done()
        waiting.cancel()
        await asyncio.wait([waiting])


async def test_a_free_worker_is_for_everybody() -> None:
    pool = WorkerPool(1)
    async with pool.worker(WorkerRequest("a", "1", 0, "random")), pool.worker(WorkerRequest("a", "2", 0, "random")):
        assert not pool._free
    assert len(pool._free) == len(pool._free_for_quick) == 1


async def test_whoever_gives_up_leaves_the_worker_to_others() -> None:
    pool = WorkerPool(1)
    request = WorkerRequest("a", "1", 0, SLOW)
    async with pool.worker(request):
        gives_up = asyncio.create_task(pool.worker(request).__aenter__())
        stays = asyncio.create_task(served(pool, FakeTime(), [request]))
        await asyncio.sleep(0)
        gives_up.cancel()
        await asyncio.wait([gives_up])
    # One more gives up just when a worker was given to it.
    async with asyncio.timeout(PATIENCE):
        await stays
        async with pool.worker(request):
            late = asyncio.create_task(pool.worker(request).__aenter__())
            await asyncio.sleep(0)
        late.cancel()
        await asyncio.wait([late])
        assert late.cancelled()
        assert await served(pool, FakeTime(), [request]) == ["1"]


@pytest.mark.parametrize(("workers", "tables"), [(1, 2), (1, 20), (15, 20), (4, 20)])
async def test_so_many_tables_are_answered_within_twice_the_time_of_the_level(workers: int, tables: int) -> None:
    """Twenty tables with one worker took 20 × 2.2 s = 44 s before, where 6 s were promised."""
    clock, level = FakeTime(), BOTS[SLOW]
    pool = WorkerPool(workers, clock)
    async with AsyncExitStack() as stack:
        entering = [pool.worker(WorkerRequest("a", f"{number}", 0, SLOW)) for number in range(tables)]
        tasks = [asyncio.create_task(stack.enter_async_context(each)) for each in entering]
        await asyncio.sleep(0)
        seconds = pool.seconds_for(SLOW) or level.budget.seconds
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
    rounds = -(-tables // workers)
    assert rounds * (seconds + OVERHEAD_SECONDS) <= 2 * level.limit + 1e-9
    clock.now += 2 * level.limit
    assert pool.seconds_for(SLOW) is None, "nobody has asked for a while"


async def test_no_slow_level_plays_worse_than_a_quick_one_however_many_ask() -> None:
    pool = WorkerPool(1)
    pool._asked = {(f"{number}", 0): pool._now() for number in range(1000)}
    assert pool.seconds_for(SLOW) == LEAST_SECONDS
    assert all(pool.seconds_for(level) is None for level in BOTS if not is_slow(level))
    assert not is_slow("a level nobody knows")


@on_sqlite
async def test_a_worker_that_cannot_be_started_is_tried_again(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """Before, every level failed one after the other, and the match was put aside."""
    starting, failures = ProcessPoolExecutor, 12

    def start(*given: Any, **more: Any) -> Any:
        nonlocal failures
        failures -= 1
        if failures >= 0:
            raise OSError(errno.EMFILE, "Too many open files")
        return starting(*given, **more)

    monkeypatch.setattr(worker_pool, "ProcessPoolExecutor", start)
    monkeypatch.setattr(bot_turns, "PAUSE", 0.0)
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", bots=["cuisinier"])
    await anne.start(table)
    async with anne.at(table) as hers:
        await hers.play_out()
        assert hers.table["status"] == "over"
    assert failures < 0
    failed = [record.message for record in caplog.records if record.name == "tablee.bots"]
    assert failed == ["no process for bots"] * 12


@on_sqlite
async def test_a_crowded_house_thinks_shorter(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[float | None] = []
    choosing = worker_pool.Worker.choose

    async def choose(worker: Any, game: Any, view: Any, level: str, seconds: float | None = None) -> Any:
        asked.append(seconds)
        return await choosing(worker, game, view, level, seconds)

    monkeypatch.setattr(worker_pool.Worker, "choose", choose)
    now = house.pool._now()
    house.pool._asked = {(f"{number}", 0): now + 60 for number in range(1000)}
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 7}, bots=[SLOW])
    await anne.start(table)
    async with anne.at(table) as hers:
        await hers.play_out()
    assert set(asked) == {LEAST_SECONDS}
    started = [each._process._processes for each in house.pool._all if each._process is not None]
    niceness = [os.getpriority(os.PRIO_PROCESS, pid) for processes in started for pid in processes or ()]
    assert min(niceness) > os.getpriority(os.PRIO_PROCESS, 0), "bots leave the processor to the house"
