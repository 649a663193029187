"""Notices that are foreign or broken: whoever listens goes on listening."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Final

import psycopg
import pytest
from tests.patience import PATIENCE, until
from tests.server.databases import PostgresServer
from tests.server.operations.test_workers import redis

from tablee.server.store import postgres_notices, redis_notices
from tablee.server.store.postgres_notices import CHANNEL
from tablee.server.store.redis_notices import RedisNotices

pytestmark = pytest.mark.anyio

BROKEN: Final = ["", "table", "table one", "table 1 2", "table 1.5", "tablé ½", f"table {'9' * 5000}", "troubling 1"]

Heard = list[tuple[str, int]]
Send = Callable[[str | bytes], Awaitable[None]]


class RecordingListener:
    """Takes down what it hears, and fails at one table."""

    def __init__(self) -> None:
        self.heard: Heard = []
        self.began = 0

    def begin(self) -> None:
        self.began += 1

    def hear(self, table: str, number: int) -> None:
        if table == "troubling":
            raise RuntimeError
        self.heard.append((table, number))


@asynccontextmanager
async def listening(work: Awaitable[None]) -> AsyncIterator[None]:
    task = asyncio.ensure_future(work)
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


async def test_broken_notices_in_postgresql(postgres: PostgresServer, caplog: pytest.LogCaptureFixture) -> None:
    url, listener = await postgres.fresh(), RecordingListener()
    async with (
        listening(postgres_notices.listen(url, listener.hear, listener.begin)),
        await psycopg.AsyncConnection.connect(url.replace("+psycopg", ""), autocommit=True) as other,
    ):
        await until(lambda: listener.began)
        for payload in [*BROKEN, "table 7"]:
            await other.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload])
        await until(lambda: listener.heard)
    assert listener.heard == [("table", 7)]
    assert listener.began == 1, "it was never disconnected"
    assert caplog.messages == ["a notice could not be read"] * len(BROKEN)
    postgres.done_with(url)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def test_broken_notices_in_redis(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    port, listener = free_port(), RecordingListener()
    with redis(port, tmp_path):
        notices = RedisNotices(f"redis://127.0.0.1:{port}/0")
        async with listening(notices.listen(listener.hear, listener.begin)):
            await until(lambda: listener.began)
            payloads: list[str | bytes] = [*BROKEN, b"\xff\xfe 1", "table 7"]
            for payload in payloads:
                await notices._redis.publish(CHANNEL, payload)
            await until(lambda: listener.heard)
        await notices.close()
    assert listener.heard == [("table", 7)]
    assert listener.began == 1
    assert caplog.messages == ["a notice could not be read"] * (len(BROKEN) + 1)


async def test_a_redis_that_falls_silent_is_lost(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What was to be sent keeps waiting, and whoever sends does not."""
    monkeypatch.setattr(redis_notices, "SEND_SECONDS", 0.01)
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        notices = RedisNotices(f"redis://127.0.0.1:{silent.getsockname()[1]}/0")
        notices.publish({"table": 3})
        async with asyncio.timeout(PATIENCE):
            assert not await notices._send_waiting()
        assert notices._waiting == {("table", 0): 3}
        assert caplog.messages == ["lost Redis, publishing again soon"]
        await notices._redis.aclose()
