"""What a signal does to a house, without a house."""

import asyncio
import os
import signal
from collections.abc import Iterator
from types import FrameType

import pytest
from tests.patience import until

from tablee.server.ops import shutdown

pytestmark = pytest.mark.anyio


class SlowClient:
    """Somebody who takes a while to leave."""

    def __init__(self, connected: set["SlowClient"]) -> None:
        self._connected = connected
        self.told = 0
        connected.add(self)

    def disconnect(self) -> None:
        self.told += 1
        if self.told == 3:
            self._connected.discard(self)


class StayingClient:
    """Somebody who never leaves."""

    def __init__(self) -> None:
        self.told = 0

    def disconnect(self) -> None:
        self.told += 1


@pytest.fixture
def stopped() -> Iterator[list[int]]:
    """The signals that came through to whoever runs the house."""
    through: list[int] = []

    def note(number: int, _frame: FrameType | None) -> None:
        through.append(number)

    before = {number: signal.signal(number, note) for number in shutdown.SIGNALS}
    yield through
    for number, handler in before.items():
        signal.signal(number, handler)


async def test_everybody_leaves_before_the_house_hears_of_the_signal(stopped: list[int]) -> None:
    connected: set[SlowClient] = set()
    guests = [SlowClient(connected) for _ in range(3)]
    handler = signal.getsignal(signal.SIGTERM)
    with shutdown.before_shutdown(lambda: shutdown.disconnect_all(connected)):
        os.kill(os.getpid(), signal.SIGTERM)
        assert stopped == []
        await until(lambda: stopped)
        assert not connected
    assert stopped == [signal.SIGTERM]
    assert [guest.told for guest in guests] == [3, 3, 3]
    assert signal.getsignal(signal.SIGTERM) is handler


async def test_a_second_signal_does_not_wait(stopped: list[int]) -> None:
    never = asyncio.Event()

    async def wait() -> None:
        await never.wait()

    with shutdown.before_shutdown(wait):
        os.kill(os.getpid(), signal.SIGINT)
        await asyncio.sleep(0)
        os.kill(os.getpid(), signal.SIGINT)
        await until(lambda: stopped)
        assert stopped == [signal.SIGINT]
        never.set()
        await until(lambda: len(stopped) == 2)


async def test_whoever_does_not_leave_is_not_waited_for_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutdown, "DISCONNECT_SECONDS", 0.05)
    guest = StayingClient()
    connected = {guest}
    await shutdown.disconnect_all(connected)
    assert guest.told
    assert connected == {guest}


async def test_signals_are_left_alone_where_they_are_not_caught() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_DFL)
    try:
        with shutdown.before_shutdown(lambda: shutdown.disconnect_all(set())):
            assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
    finally:
        signal.signal(signal.SIGTERM, before)


async def test_in_another_thread_there_are_no_signals() -> None:
    async def inside() -> bool:
        before = signal.getsignal(signal.SIGTERM)
        with shutdown.before_shutdown(lambda: shutdown.disconnect_all(set())):
            return signal.getsignal(signal.SIGTERM) is before

    assert await asyncio.to_thread(asyncio.run, inside())
