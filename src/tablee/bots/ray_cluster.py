"""Work done by a Ray cluster. Ray is loaded only when it is used."""

import os
import socket
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any, Final, TypeVar

import tablee
from tablee.bots.arena.bot_process import digest

I = TypeVar("I")  # noqa: E741 - an item
T = TypeVar("T")

LOCAL: Final = "local"
"""The address that starts a cluster on this machine, for as long as it is needed."""
ALONE: Final[Mapping[str, Any]] = {"include_dashboard": False, "_node_ip_address": "127.0.0.1"}
"""How a local cluster is started, which other machines need not reach."""
LOOPBACK_ONLY: Final = ("RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER", "0")
"""Ray listens to all networks, except on those systems; with this it does not on others either."""
RETRIES: Final = 5
"""How often work is begun again whose worker has died."""
REACH_SECONDS: Final = 5
AHEAD: Final = 4
"""Pieces of work sent ahead for each core, so that no worker waits for the next."""
BATCHES: Final = 4 * AHEAD
"""Results are taken when so much of what is waiting is done: that of a quarter of the cores, …"""
GATHER_SECONDS: Final = 1
"""… or after so long."""


class NoCluster(Exception):
    """No cluster answers at the address."""


class OtherSource(Exception):
    """A machine of the cluster has another version of tablee: the results would not be comparable."""


class WorkLost(Exception):
    """The worker of a piece of work died as often as it was begun, or the cluster fell apart."""


def cluster_results(work: Callable[[I], T], items: Iterable[I], address: str) -> Generator[T, None, None]:
    """What `work` makes of each item, as it comes in from a cluster. Once the caller stops, no more is done.

    Raises `NoCluster`, `OtherSource`, `WorkLost`, and whatever `work` raises.
    """
    if address == LOCAL:
        os.environ.setdefault(*LOOPBACK_ONLY)  # it is read when Ray is loaded
    import ray  # noqa: PLC0415 - an extra

    with _connected(ray, address):
        try:
            yield from _spread(ray, work, items)
        except ray.exceptions.RayError as error:
            raise WorkLost(RETRIES + 1, f"{type(error).__name__}: {error}") from error


def _spread(ray: Any, work: Callable[[I], T], items: Iterable[I]) -> Generator[T, None, None]:
    task = ray.remote(num_cpus=1, max_retries=RETRIES)(_done)
    shared, source, coming = ray.put(work), _source(), iter(items)
    ahead = AHEAD * max(1, int(ray.cluster_resources().get("CPU", 1)))
    waiting = [task.remote(shared, item, source) for item in islice(coming, ahead)]
    try:
        while waiting:
            ready, waiting = _ready(ray, waiting)
            waiting.extend(task.remote(shared, item, source) for item in islice(coming, len(ready)))
            for reference in ready:
                yield _result(ray, reference)
    finally:
        for reference in waiting:
            ray.cancel(reference, force=True)


def _ready(ray: Any, waiting: list[Any]) -> tuple[list[Any], list[Any]]:
    """What is done and what is not. Each call to Ray looks at all that is waiting, so of thousands many are taken at
    once: while they gather, the workers have what was sent ahead."""
    ready: list[Any] = []
    while not ready:
        ready, waiting = ray.wait(waiting, num_returns=max(1, len(waiting) // BATCHES), timeout=GATHER_SECONDS)
    return ready, waiting


@contextmanager
def _connected(ray: Any, address: str) -> Iterator[None]:
    if ray.is_initialized():  # by whoever calls
        yield
        return
    given = ALONE if address == LOCAL else {}
    try:
        _reach(address)
        ray.init(address, log_to_driver=False, logging_level="error", **given)
    except (OSError, RuntimeError, ValueError) as error:
        raise NoCluster(address, str(error)) from error
    try:
        yield
    finally:
        ray.shutdown()


def _reach(address: str) -> None:
    """Raises OSError at once where nobody listens: Ray itself would try for minutes."""
    host, colon, port = address.removeprefix("ray://").rpartition(":")
    if colon and port.isdigit():
        socket.create_connection((host, int(port)), REACH_SECONDS).close()


def _result(ray: Any, reference: Any) -> Any:
    try:
        return ray.get(reference)
    except ray.exceptions.RayTaskError as error:
        raise error.cause from None


@cache
def _source() -> str:
    return digest(Path(str(tablee.__file__)).parent)


def _done(work: Callable[[I], T], item: I, source: str) -> T:
    """Runs in a worker of the cluster."""
    if _source() != source:
        raise OtherSource(tablee.__version__)
    return work(item)
