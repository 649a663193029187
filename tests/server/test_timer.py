"""The clock of the house."""

import asyncio
import weakref

import pytest

from tablee.server.house.timer import Timer

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
