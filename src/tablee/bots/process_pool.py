"""Processes that play matches for another one, and end when it has heard enough."""

import gc
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context


@contextmanager
def processes(number: int) -> Iterator[ProcessPoolExecutor]:
    """So many of them. Whoever leaves before all is done does not wait for what nobody will hear."""
    pool = ProcessPoolExecutor(number, get_context("spawn"), _begin)
    try:
        yield pool
    except BaseException:
        # The pool itself would let them finish what they have begun, which may take minutes.
        kill(pool)
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def kill(pool: ProcessPoolExecutor) -> None:
    """End its processes, whatever they do."""
    if sys.version_info >= (3, 14):
        pool.kill_workers()
    else:  # Python had no other way before
        for process in list((pool._processes or {}).values()):
            process.kill()


def set_loaded_aside() -> None:
    """What was loaded stays: to look for garbage in it takes longer than the choice of a bot."""
    gc.collect()
    gc.freeze()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent will end it
    set_loaded_aside()
