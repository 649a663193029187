"""The clock of the house."""

import asyncio
import weakref

import pytest

from tablee.server.house.timer import LONGEST_GAP, TICK, Timer

pytestmark = pytest.mark.anyio


class Thing:
    """Something a call holds on to."""

    def __init__(self) -> None:
        self.called = asyncio.Event()


async def test_what_was_called_is_forgotten() -> None:
    timer, thing = Timer(), Thing()
    called, gone = thing.called, weakref.ref(thing)
    timer.set("key", timer.now(), lambda thing=thing: thing.called.set())  # type: ignore[misc]
    del thing
    await called.wait()
    assert gone() is None


class BehindTimer(Timer):
    """Its time is a hair behind that of the loop, the first times somebody looks."""

    def __init__(self, *shown: float) -> None:
        super().__init__()
        self._shown = list(shown)

    def now(self) -> float:
        return self._shown.pop(0) if len(self._shown) > 1 else self._shown[0]


async def test_nobody_is_called_before_the_moment_has_come() -> None:
    timer, made = BehindTimer(99.999, 99.999, 99.999, 100.0), asyncio.Queue[float]()
    timer.set("key", 100.0, lambda: made.put_nowait(timer._shown[0]))
    assert await made.get() == 100.0
    assert made.empty()


async def test_only_the_last_call_of_a_key_is_made() -> None:
    timer, made = Timer(), asyncio.Queue[str]()
    timer.set("key", timer.now() + 1e6, lambda: made.put_nowait("earlier"))
    timer.set("key", timer.now(), lambda: made.put_nowait("later"))
    assert await made.get() == "later"
    timer.set("key", timer.now() + 1e6, lambda: made.put_nowait("never"))
    timer.set("key", None, lambda: None)
    timer.close()
    assert made.empty()


class Clocks:
    """A steady clock and the machine's, both in the hands of the test."""

    def __init__(self) -> None:
        self.steady, self.wall = 500.0, 1_000_000.0

    def timer(self) -> Timer:
        return Timer(lambda: self.steady, lambda: self.wall)


def test_setting_the_clock_of_the_machine_changes_nothing() -> None:
    clocks = Clocks()
    timer = clocks.timer()
    assert timer.now() == 1_000_000
    for wall in (0.0, 5e9):
        clocks.wall = wall
        clocks.steady += 10
        assert timer.now() == 999_500 + clocks.steady


def test_time_does_not_go_back() -> None:
    timer = Clocks().timer()
    timer.advance_to(1_000_100)
    timer.advance_to(1_000_050)
    assert timer.now() == 1_000_100


async def test_time_in_which_the_process_was_stopped_is_nobodys() -> None:
    clocks = Clocks()
    timer = clocks.timer()
    clocks.steady += 3600
    assert timer.now() == 1_003_600, "nobody looked, and nobody had to"
    timer.start()
    clocks.steady += LONGEST_GAP
    assert timer.now() == 1_003_600 + LONGEST_GAP
    clocks.steady += 7200
    assert timer.now() == 1_003_600 + LONGEST_GAP + TICK
    timer.close()


async def test_a_call_that_was_due_while_the_process_was_stopped_is_made_later() -> None:
    clocks = Clocks()
    timer, made = clocks.timer(), asyncio.Queue[float]()
    timer.start()
    moment = timer.now() + 60
    timer.set("key", moment, lambda: made.put_nowait(timer.now()))
    clocks.steady += 1000
    timer._call("key", moment, lambda: made.put_nowait(timer.now()))
    assert made.empty()
    assert timer.now() < moment
    timer.close()


async def test_the_time_is_looked_at_regularly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tablee.server.house.timer.TICK", 0.0)
    looked = asyncio.Queue[float]()

    def steady() -> float:
        looked.put_nowait(0.0)
        return 0.0

    timer = Timer(steady)
    timer.start()
    for _ in range(9):
        await looked.get()
    timer.close()
