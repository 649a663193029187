"""Whether moves are acknowledged in time at a steady rate, run after run, and what kept those waiting that were not.

While the load plays, the threads of the house and of the load are looked at every few milliseconds: how long each ran,
and how long it waited for a core. What is left of a stall was spent on the disk, or outside this machine's sight.
"""

import json
import os
import subprocess
import sys
import threading
import time
from bisect import bisect_right
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from rich.console import Console
from rich.table import Table

from bench.house import served
from bench.measurement import pin

TABLES: Final = 200
PACE: Final = 1000
GOAL: Final = 50.0
"""In how many milliseconds 99 of 100 moves are to be acknowledged."""
STALL: Final = 0.1
"""Seconds: what took longer is explained."""
LOOK_SECONDS: Final = 0.005


@dataclass(frozen=True)
class Look:
    """Seconds so far, at a moment."""

    at: float
    worked: float
    """The event loop of the house ran."""
    queued: float
    """It waited for a core."""
    writer_queued: float
    """Its other threads did, which write to the database."""
    load_queued: float
    stolen: float
    """Other machines had the cores of this one."""


def _schedule(task: Path) -> tuple[float, float]:
    with suppress(OSError):
        ran, waited, _ = (task / "schedstat").read_text().split()
        return int(ran) / 1e9, int(waited) / 1e9
    return 0.0, 0.0


def _look(house: int, load: int) -> Look:
    tasks = list(Path(f"/proc/{house}/task").iterdir())
    worked, queued = _schedule(Path(f"/proc/{house}/task/{house}"))
    writers = sum(_schedule(task)[1] for task in tasks if task.name != str(house))
    stolen = int(Path("/proc/stat").read_text().split(None, 9)[8]) / os.sysconf("SC_CLK_TCK")
    return Look(time.perf_counter(), worked, queued, writers, _schedule(Path(f"/proc/{load}"))[1], stolen)


class Lookout(threading.Thread):
    """Looks at the processes until it is told to stop."""

    def __init__(self, house: int, load: int) -> None:
        super().__init__(daemon=True)
        self._pids = house, load
        self.looks: list[Look] = []
        self.stopped = threading.Event()

    def run(self) -> None:
        with suppress(OSError):
            while not self.stopped.wait(LOOK_SECONDS):
                self.looks.append(_look(*self._pids))

    def explain(self, since: float, until: float) -> str:
        """What happened between two moments."""
        moments = [look.at for look in self.looks]
        before = self.looks[max(0, bisect_right(moments, since) - 1)]
        after = self.looks[min(len(moments) - 1, bisect_right(moments, until))]
        shares = {
            "the house worked": after.worked - before.worked,
            "it waited for a core": after.queued - before.queued,
            "its writer waited for a core": after.writer_queued - before.writer_queued,
            "the load waited for a core": after.load_queued - before.load_queued,
            "other machines had the cores": after.stolen - before.stolen,
            "the disk, or nothing seen": max(
                0.0, (until - since) - (after.worked - before.worked) - _queued(before, after)
            ),
        }
        return ", ".join(f"{what} {1e3 * seconds:.0f} ms" for what, seconds in shares.items() if seconds > 0.005)


def _queued(before: Look, after: Look) -> float:
    return after.queued - before.queued + after.writer_queued - before.writer_queued


def measured(seconds: float) -> tuple[dict[str, Any], list[str]]:
    """One run on a house of its own: figures, and an explanation of each stall."""
    with served() as (address, house):
        words = [f"--tables={TABLES}", "--each=1", f"--seconds={seconds}", f"--pace={PACE}", f"--pid={house}"]
        command = [sys.executable, "-m", "bench.load", address, *words]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as load:
            pin(load.pid, 1)
            lookout = Lookout(house, load.pid)
            lookout.start()
            output, _ = load.communicate(timeout=240 + seconds)
            lookout.stopped.set()
            lookout.join()
    figures: dict[str, Any] = json.loads(output.splitlines()[-1])
    explained, last = [], 0.0
    for sent, latency in sorted(figures["slow"]):
        if latency > STALL and sent > last:  # those who waited at the same time waited for the same thing
            last = sent + latency
            explained.append(f"{1e3 * latency:.0f} ms: {lookout.explain(sent, last)}")
    return figures, explained


def report(seconds: float, rounds: int) -> None:
    """Print a line for each run, and one for each stall."""
    console = Console(width=150)
    table = Table("run", "moves/s", "p50", "p99", "longest", f"p99 < {GOAL:.0f} ms")
    stalls: list[str] = []
    for number in range(1, rounds + 1):
        figures, explained = measured(seconds)
        stalls += [f"run {number}, {each}" for each in explained]
        table.add_row(
            f"{number}",
            f"{figures['moves_per_second']:,.0f}",
            *(f"{figures[name]:.1f} ms" for name in ("p50_ms", "p99_ms", "longest_ms")),
            "yes" if figures["p99_ms"] < GOAL else "no",
        )
    console.print(table)
    console.print(f"{len(stalls)} stalls of more than {1e3 * STALL:.0f} ms.")
    for stall in stalls:
        console.print(stall)
