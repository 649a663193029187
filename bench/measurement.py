"""How measurements are taken: contenders take turns, so that a noisy moment hits all alike, and the best counts."""

import os
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import perf_counter

Work = Callable[[], int]
"""Does some work and says how many units of it were done."""


def rates(
    contenders: Mapping[str, Work], seconds: float, rounds: int, clock: Callable[[], float] = perf_counter
) -> dict[str, float]:
    """Units per second of each contender: the best of several rounds in which they take turns.

    `clock`: `time.process_time` is blind to busy neighbours, for work that is done in this process alone.
    """
    best = dict.fromkeys(contenders, 0.0)
    for _ in range(rounds):
        for name, work in contenders.items():
            best[name] = max(best[name], _rate(work, seconds, clock))
    return best


def _rate(work: Work, seconds: float, clock: Callable[[], float]) -> float:
    units, start = 0, clock()
    while (passed := clock() - start) < seconds:
        units += work()
    return units / passed


def cpu_seconds(pid: int) -> float:
    """The time a process has spent on a core, in it and for it: unlike a wall clock, blind to busy neighbours."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tree(pid: int) -> list[int]:
    """A process and all that it has started, as far as they still run."""
    children: dict[int, list[int]] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            children.setdefault(int(stat.read_text().rpartition(")")[2].split()[1]), []).append(int(stat.parent.name))
    found, left = [], [pid]
    while left:
        found.append(left.pop())
        left += children.get(found[-1], [])
    return found


def tree_cpu_seconds(pid: int) -> float:
    """The time that all of them have spent on a core."""
    total = 0.0
    for one in tree(pid):
        with suppress(OSError):
            total += cpu_seconds(one)
    return total


def pin(pid: int, core: int) -> None:
    """Have a process run on one core, if there is such a core."""
    if hasattr(os, "sched_setaffinity") and core in os.sched_getaffinity(0):
        for task in os.listdir(f"/proc/{pid}/task"):
            os.sched_setaffinity(int(task), {core})


def resident(pid: int) -> float:
    """Memory of a process in MB."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
