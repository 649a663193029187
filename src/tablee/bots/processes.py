"""Processes that play matches for another one, and end when it has heard enough."""

import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context


@contextmanager
def processes(number: int) -> Iterator[ProcessPoolExecutor]:
    """So many of them. Whoever leaves before all is done does not wait for what nobody will hear."""
    pool = ProcessPoolExecutor(number, get_context("spawn"), _leave_interrupts_to_the_parent)
    try:
        yield pool
    except BaseException:
        # The pool itself would let them finish what they have begun, which may take minutes.
        for process in list((pool._processes or {}).values()):
            process.kill()
        pool.shutdown(cancel_futures=True)
        raise
    pool.shutdown()


def _leave_interrupts_to_the_parent() -> None:
    """It will end them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
