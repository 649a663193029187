"""What processes of a house are to each other, without a house."""

import asyncio
import socket
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.patience import until

from tablee.server.house.homes import preferred
from tablee.server.http import home_proxy
from tablee.server.peers import calls, listener
from tablee.server.peers.listener import Intake, Listener
from tablee.server.peers.messages import KEY_BYTES, LimitNews, PassedRequest, PassedSocket, addressed
from tablee.server.store.homes import Process
from tablee.server.store.postgres_notices import WATCHED
from tablee.server.store.redis_notices import RedisNotices

pytestmark = pytest.mark.anyio


def no_news_expected(news: LimitNews) -> None:
    raise AssertionError(news)


def test_tables_spread_evenly_and_only_those_of_a_process_that_ended_move() -> None:
    processes = [Process(f"{number}", "", "", "") for number in range(4)]
    tables = [f"table{number}" for number in range(4000)]
    before = {table: preferred(table, processes) for table in tables}
    for process in processes:
        assert 850 < list(before.values()).count(process) < 1150
    after = {table: preferred(table, processes[1:]) for table in tables}
    assert all(after[table] == before[table] for table in tables if before[table] != processes[0])


async def test_a_relay_holds_back_what_the_other_end_cannot_take() -> None:
    near, far = calls.Pipe(), calls.Pipe()
    done: list[str] = []

    class End(asyncio.Transport):
        def pause_reading(self) -> None:
            done.append("pause")

        def resume_reading(self) -> None:
            done.append("resume")

    for pipe in (near, far):
        pipe.data_received(b"too early")
        pipe.pause_writing()
        pipe.resume_writing()
        pipe.connection_lost(None)
        pipe.connection_lost(None)
    near.other = End()
    near.pause_writing()
    near.resume_writing()
    assert done == ["pause", "resume"]


async def test_the_internal_address_may_be_taken(caplog: pytest.LogCaptureFixture) -> None:
    async def nothing(*_: object) -> None: ...

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        first = Listener(nothing, lambda _: asyncio.Protocol(), "", f"127.0.0.1:{port}", on_news=no_news_expected)
        second = Listener(nothing, lambda _: asyncio.Protocol(), "", "192.0.2.1:1", on_news=no_news_expected)
        doors = await first.open()
        assert doors.address.startswith("127.0.0.1:")
        assert doors.address != f"127.0.0.1:{port}"
        assert (await second.open()).address == ""
    assert caplog.messages == ["the internal address cannot be used"]
    for listener_ in (first, second):
        listener_.close()
        await listener_.finish()


async def test_a_process_that_cannot_be_reached_is_left_alone() -> None:
    nowhere = Process("x", "", "", "")
    with pytest.raises(ConnectionRefusedError):
        await calls.forward(nowhere, PassedRequest("GET", "/", b"/", b"", "http", None, [], b""))


def test_that_a_table_is_watched_is_also_told_through_redis() -> None:
    notices = RedisNotices("redis://127.0.0.1:1/0")
    notices.publish({"a": 3})
    notices.publish({"a": WATCHED, "b": 0})
    notices.publish({"a": 4, "b": 7})
    assert notices._waiting == {("a", 0): 4, ("a", WATCHED): WATCHED, ("b", 0): 0}


async def test_a_descriptor_is_not_handed_to_a_process_that_has_ended(tmp_path: Path) -> None:
    passed = PassedSocket("ws", None, b"")
    home = Process("x", str(tmp_path / "p"), "", "")
    with socket.socket() as own:
        assert not await calls.hand_over(home, own.fileno(), passed)
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as ended:
            ended.bind(calls.handover_path(home.path))
        with pytest.raises(calls.PeerGone):
            await calls.hand_over(home, own.fileno(), passed)
        Path(calls.handover_path(home.path)).unlink()
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as other:
            other.bind(calls.handover_path(home.path))
            assert not await calls.hand_over(home, own.fileno(), passed)


class Recorder(asyncio.Transport):
    """A transport that notes how it was closed."""

    is_aborted = is_closed = False

    def abort(self) -> None:
        self.is_aborted = True

    def close(self) -> None:
        self.is_closed = True


def intake_of(listener_: Listener) -> tuple[Intake, Recorder]:
    intake, transport = Intake(listener_), Recorder()
    intake.connection_made(transport)
    return intake, transport


def secret_listener(on_news: Callable[[LimitNews], object] = no_news_expected) -> Listener:
    async def nothing(*_: object) -> None: ...

    return Listener(nothing, lambda _: asyncio.Protocol(), "secret", "", on_news=on_news)


async def test_a_message_may_come_in_parts() -> None:
    told: list[LimitNews] = []
    intake, transport = intake_of(secret_listener(told.append))
    news = LimitNews("me", {}, {})
    message = addressed(news, "secret")
    for part in (message[:2], message[2:33], message[33:-1]):
        intake.data_received(part)
        assert not told
    intake.data_received(message[-1:])
    assert told == [news]
    assert transport.is_closed
    assert not transport.is_aborted


async def test_nothing_is_kept_of_a_stranger(monkeypatch: pytest.MonkeyPatch) -> None:
    """Before, anybody who could connect could leave 16 MB here, for ever, as often as they liked."""
    listener_ = secret_listener()
    intake, transport = intake_of(listener_)
    intake.data_received(b"x" * (KEY_BYTES - 1))
    assert not transport.is_aborted
    intake.data_received(b"x" * 1000)
    assert transport.is_aborted
    assert not intake._buffer
    monkeypatch.setattr(listener, "MAX_UNADMITTED", 2)
    friend, of_friend = intake_of(listener_)
    friend.data_received(addressed(LimitNews("me", {}, {}), "secret")[:-1])
    strangers = [intake_of(listener_)[1] for _ in range(3)]
    assert [each.is_aborted for each in strangers] == [True, False, False]
    assert not of_friend.is_aborted
    monkeypatch.setattr(listener, "INTAKE_SECONDS", 0.0)
    late, of_late = intake_of(listener_)
    await until(lambda: of_late.is_aborted)
    late.connection_lost(None)
    assert strangers[1].is_aborted, "it was the oldest then"
    assert not strangers[2].is_aborted


@pytest.mark.parametrize("parts", [[b"a", b"b"], [b"a" * 40_000, b"b" * 40_000, b"c"]])
async def test_the_body_of_a_request_can_be_read_again(parts: list[bytes]) -> None:
    messages = [{"type": "http.request", "body": part, "more_body": part != parts[-1]} for part in parts]
    sent = iter(messages)

    async def receive() -> Any:
        return next(sent, {"type": "http.disconnect"})

    body, replayed = await home_proxy._read(receive)
    assert body == (b"ab" if len(parts) == 2 else None), "one that is too long is not kept"
    assert [await replayed() for _ in parts] == messages
    assert await replayed() == {"type": "http.disconnect"}


async def test_a_client_that_goes_leaves_no_body() -> None:
    async def receive() -> Any:
        return {"type": "http.disconnect"}

    body, _ = await home_proxy._read(receive)
    assert body is None
    assert await home_proxy._nothing() == {"type": "http.disconnect"}
