"""The clock of the house."""

import asyncio
import weakref

import pytest

from tablee.server.timer import Timer

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


async def test_only_the_last_call_of_a_key_is_made() -> None:
    timer, made = Timer(), asyncio.Queue[str]()
    timer.set("key", timer.now() + 1e6, lambda: made.put_nowait("earlier"))
    timer.set("key", timer.now(), lambda: made.put_nowait("later"))
    assert await made.get() == "later"
    timer.set("key", timer.now() + 1e6, lambda: made.put_nowait("never"))
    timer.set("key", None, lambda: None)
    timer.close()
    assert made.empty()
