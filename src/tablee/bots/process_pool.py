"""Worker processes that play matches."""

import gc
import os
import signal
import sys
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from multiprocessing import get_context
from typing import TypeVar

from tablee.core.registry import manifests

I = TypeVar("I")  # noqa: E741 - an item
T = TypeVar("T")


@contextmanager
def process_pool(number: int) -> Iterator[ProcessPoolExecutor]:
    """A pool of `number` workers. If the block is left by an exception, they are killed at once."""
    pool = ProcessPoolExecutor(number, get_context("spawn"), _begin)
    try:
        yield pool
    except BaseException:
        # The pool itself would let them finish what they have begun, which may take minutes.
        kill(pool)
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def results(
    work: Callable[[I], T], items: Iterable[I], workers: int, cluster: str | None = None
) -> Generator[T, None, None]:
    """What `work` makes of each item, as it comes in: here, by several workers, or by the Ray cluster at an address.
    Once the caller stops, no more is done."""
    if cluster is not None:
        from tablee.bots.ray_cluster import cluster_results  # noqa: PLC0415 - few need it

        yield from cluster_results(work, items, cluster)
        return
    if workers == 1:
        yield from map(work, items)
        return
    with process_pool(workers) as pool:
        for finished in as_completed([pool.submit(work, item) for item in items]):
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
