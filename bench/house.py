"""How much a house can carry: durable moves, memory, spectators; the server on one core, the load on another."""

import json
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import httpx
from rich.console import Console
from rich.table import Table

from bench import boardgame_io
from bench.measurement import pin, resident

UNLIMITED: Final = {
    "TABLEE_REQUESTS_PER_SECOND": "1e6",
    "TABLEE_MESSAGES_PER_SECOND": "1e6",
    "TABLEE_SHARE_PER_ADDRESS": "1e6",
    "TABLEE_SOCKETS_PER_ADDRESS": "100000",
    "TABLEE_SOCKETS_PER_GUEST": "100000",
    "TABLEE_GUESTS_PER_HOUR": "1e6",
    "TABLEE_TABLES_PER_HOUR": "1e6",
    "TABLEE_MEGABYTES_PER_DAY": "1e6",
    "TABLEE_TABLES_PER_GUEST": "100000",
}


@contextmanager
def served(
    *words: str,
    environment: Mapping[str, str] = MappingProxyType({}),
    pinned: bool = True,
    limits: Mapping[str, str] = UNLIMITED,
) -> Iterator[tuple[str, int]]:
    """A house of its own in a process of its own, on the first core or (not `pinned`) on all."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tablee", "serve", "--no-open", "--port", str(port), "--data-dir", folder]
        process = subprocess.Popen(
            [*command, *words],
            env=os.environ | dict(limits) | dict(environment),
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        if pinned:
            pin(process.pid, 0)
        address = f"http://127.0.0.1:{port}"
        try:
            _wait(address)
            yield address, process.pid
        finally:
            process.terminate()
            process.wait(20)


def _wait(address: str) -> None:
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline:
        try:
            if httpx.get(f"{address}/ready").status_code == 200:
                return
        except httpx.TransportError:
            time.sleep(0.05)
    raise TimeoutError("the house did not start")


def _run(module: str, address: str, *arguments: str) -> dict[str, Any]:
    command = [sys.executable, "-m", f"bench.{module}", address, *arguments]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    pin(process.pid, 1)
    output, _ = process.communicate(timeout=240)
    figures: dict[str, Any] = json.loads(output.splitlines()[-1])
    return figures


SATURATED: Final = 0.9
"""A load that kept its core so busy may have measured itself."""


LOADS: Final = ((1, 40, 0), (50, 8, 0), (200, 3, 0), (200, 1, 1000))
"""Tables, matches at each of them, moves a second (0: as fast as it goes)."""


def _loaded(module: str, address: str, pid: int, load: tuple[int, int, int], seconds: float) -> dict[str, Any]:
    tables, each, pace = load
    asked = {"tables": tables, "each": each, "seconds": seconds, "pace": pace, "pid": pid}
    return _run(module, address, *(f"--{name}={value}" for name, value in asked.items()))


def _beside(load: tuple[int, int, int], seconds: float, folder: Path) -> dict[str, Any] | None:
    """The same load on boardgame.io, on the same core."""
    with boardgame_io.served(folder, core=0) as other:
        return None if other is None else _loaded("boardgame_io.load", *other, load, seconds)


def report(seconds: float) -> None:
    """Print one line a measurement, with boardgame.io beside it if its npm package can be installed."""
    console = Console(width=150)
    table = Table(
        "tables of 3 seats",
        "durable moves/s",
        "per CPU-second",
        "p50",
        "p99",
        "boardgame.io: moves/s",
        "p99",
        "× boardgame.io",
    )
    saturated = []
    with tempfile.TemporaryDirectory() as folder:
        for load in LOADS:
            # A house of its own each time: nobody pays for what was played before.
            with served() as (address, pid):
                figures = _loaded("load", address, pid, load, seconds)
            other = _beside(load, seconds, Path(folder))
            if figures["load_cpu"] > SATURATED:
                saturated.append(f"{load[0]}")
            table.add_row(*_row(load, figures, other))
    console.print(table)
    if saturated:
        console.print(
            f"The load itself was short of time at {', '.join(saturated)} tables: the house can do more there."
        )
    _report_memory(console, seconds)


def _row(load: tuple[int, int, int], figures: dict[str, Any], other: dict[str, Any] | None) -> list[str]:
    tables, _, pace = load
    of_core = figures["moves_per_cpu_second"]
    row = [
        f"{tables}" + (f", at {pace} moves/s" if pace else ""),
        f"{figures['moves_per_second']:,.0f}",
        f"{of_core:,.0f} ({1e6 / of_core:.0f} µs a move)",
        *(f"{figures[name]:.1f} ms" for name in ("p50_ms", "p99_ms")),
    ]
    if other is None:
        return [*row, "not installed", "", ""]
    ratio = f"{figures['moves_per_second'] / other['moves_per_second']:.2f}" if not pace else ""
    return [*row, f"{other['moves_per_second']:,.0f}, not durable", f"{other['p99_ms']:.1f} ms", ratio]


def _report_memory(console: Console, seconds: float) -> None:
    with served() as (address, pid):
        before = resident(pid)
        command = [sys.executable, "-m", "bench.spectators", address, "--idle"]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as idle:
            assert idle.stdout is not None
            idle.stdout.readline()
            after = resident(pid)
            idle.communicate("\n", timeout=60)
        figures = _run("spectators", address, f"--seconds={seconds}", f"--pid={pid}")
    console.print(f"Memory: {before:.0f} MB idle, {after:.0f} MB with 1,000 sockets ({after - before:.0f} kB each).")
    console.print(
        f"One table with 1,000 spectators: {figures['moves_per_second']:,.0f} moves/s, "
        f"{figures['messages_per_second']:,.0f} messages/s "
        f"({figures['messages_per_cpu_second']:,.0f} per CPU-second of the house), p99 {figures['p99_ms']:.0f} ms."
    )
