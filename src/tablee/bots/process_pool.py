"""Worker processes that play matches."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

from tablee.core.registry import manifests

T = TypeVar("T")


@contextmanager
def process_pool(number: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of so many workers. If the block is left by an exception, they are killed at once."""
    pool = ProcessPoolExecutor(number, get_context("spawn"), _begin)
    try:
        yield pool
    except BaseException:
        # The pool itself would let them finish what they have begun, which may take minutes.
        kill(pool)
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def results(work: Callable[[int], T], numbers: Iterable[int], workers: int) -> Generator[T, None, None]:
    """What `work` makes of each number, as it comes in: here, or by several workers. Once the caller stops, no
    more is done."""
    if workers == 1:
        yield from map(work, numbers)
        return
    with process_pool(workers) as pool:
        waiting = {pool.submit(work, number) for number in numbers}
        while waiting:
            done, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for finished in done:
                yield finished.result()


def kill(pool: ProcessPoolExecutor) -> None:
    """End its processes, whatever they do."""
    if sys.version_info >= (3, 14):
        pool.kill_workers()
    else:  # Python had no other way before
        for process in list((pool._processes or {}).values()):
            process.kill()


def one_thread_each() -> None:
    """Let numpy compute in one thread, unless somebody has said otherwise; to be called before it is loaded.

    The arrays of bots are small: several threads for one of them take four times as long as one.
    """
    for library in ("OMP", "OPENBLAS", "MKL"):
        os.environ.setdefault(f"{library}_NUM_THREADS", "1")


def warm_up() -> None:
    """Load the games now, so that no bot loses time by it, and keep all that is loaded out of garbage collections."""
    one_thread_each()
    manifests()
    gc.collect()
    gc.freeze()


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent will end it
    warm_up()
