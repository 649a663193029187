"""What many people at once need, reckoned from measured costs: `python -m bench.capacity`.

Nothing is measured here. The costs are arguments; their defaults are what `python -m bench house` and `scale` measured.
docs/machines.md says on which machine.
"""

import argparse
import math
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.table import Table

BUSY: Final = 0.5
"""How busy a worker may be: at half of what it can do, 99 of 100 moves are still quick."""
PEOPLE: Final = (10_000, 100_000, 1_000_000)
CONNECTIONS_PER_WORKER: Final = 17
MAX_CONNECTIONS: Final = 500
"""More connections to one PostgreSQL server want a pooler between."""


@dataclass(frozen=True)
class Costs:
    """What was measured, and what is assumed of people."""

    seconds_between_moves: float
    """Of one person."""
    move_microseconds: float
    """Of a worker's core, for a move and telling three people of it."""
    database_microseconds: float
    """Of the database's cores, for a row."""
    socket_kilobytes: float
    worker_megabytes: float
    row_bytes: float
    """Of a row of the log on the disk, with its index."""
    core_price: float
    """Of a core with 4 GB for a month."""


@dataclass(frozen=True)
class Needs:
    """What so many people need."""

    moves: float
    """Per second."""
    workers: int
    database_cores: float
    gigabytes: float
    disk_gigabytes: float
    """Per day."""
    connections: int
    price: float
    """Per month."""


def needs(people: int, costs: Costs) -> Needs:
    """What people who are all playing need.

    >>> costs = Costs(10, 200, 100, 27, 105, 200, 10)
    >>> needs(100_000, costs).workers
    4
    """
    moves = people / costs.seconds_between_moves
    workers = math.ceil(moves * costs.move_microseconds / 1e6 / BUSY)
    database = moves * costs.database_microseconds / 1e6 / BUSY
    memory = (people * costs.socket_kilobytes / 1e3 + workers * costs.worker_megabytes) / 1e3
    return Needs(
        moves=moves,
        workers=workers,
        database_cores=database,
        gigabytes=memory,
        disk_gigabytes=moves * costs.row_bytes * 86_400 / 1e9,
        connections=workers * CONNECTIONS_PER_WORKER,
        price=costs.core_price * max(workers + math.ceil(database), memory / 4),
    )


def main() -> None:
    parser = argparse.ArgumentParser(prog="bench.capacity", description=__doc__)
    defaults = Costs(10.0, 300.0, 25.0, 27.0, 105.0, 250.0, 15.0)
    for name, value in vars(defaults).items():
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, default=value)
    costs = Costs(**vars(parser.parse_args()))
    table = Table("people", "moves/s", "workers", "database cores", "memory", "disk a day", "connections", "a month")
    for people in PEOPLE:
        need = needs(people, costs)
        table.add_row(
            f"{people:,}",
            f"{need.moves:,.0f}",
            f"{need.workers}",
            f"{need.database_cores:.1f}",
            f"{need.gigabytes:.1f} GB",
            f"{need.disk_gigabytes:,.0f} GB",
            f"{need.connections}" + (" (pooler)" if need.connections > MAX_CONNECTIONS else ""),
            f"{need.price:,.0f}",
        )
    Console(width=120).print(table)


if __name__ == "__main__":
    main()
