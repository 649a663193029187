"""Threads that work for long hand on the interpreter soon, and only they make it so."""

import asyncio
import sys
import threading

import pytest

from tablee.server.ops.long_work import SWITCH_SECONDS, in_thread

pytestmark = pytest.mark.anyio


async def test_threads_switch_soon_while_one_of_them_works() -> None:
    usual, may_end = sys.getswitchinterval(), threading.Event()
    long = asyncio.create_task(in_thread(may_end.wait))
    await asyncio.sleep(0)
    assert await in_thread(sys.getswitchinterval) == pytest.approx(SWITCH_SECONDS)
    assert sys.getswitchinterval() == pytest.approx(SWITCH_SECONDS)
    may_end.set()
    await long
    assert sys.getswitchinterval() == usual


async def test_work_that_fails_leaves_nothing_behind() -> None:
    usual = sys.getswitchinterval()
    with pytest.raises(ZeroDivisionError):
        await in_thread(lambda: 1 // 0)
    assert sys.getswitchinterval() == usual
