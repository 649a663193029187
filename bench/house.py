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
from types import MappingProxyType
from typing import Any, Final

import httpx
from rich.console import Console
from rich.table import Table

from bench.measurement import resident

UNLIMITED: Final = {
    "TABLEE_REQUESTS_PER_SECOND": "1e6",
    "TABLEE_MESSAGES_PER_SECOND": "1e6",
    "TABLEE_SOCKETS_PER_ADDRESS": "100000",
    "TABLEE_TABLES_PER_GUEST": "100000",
}
BOARDGAME_IO: Final = 2800
"""Moves a second of boardgame.io on a machine of this kind, saturated and not durable, for scale."""


@contextmanager
def served(
    *words: str, environment: Mapping[str, str] = MappingProxyType({}), pinned: bool = True
) -> Iterator[tuple[str, int]]:
    """A house of its own in a process of its own, on the first core or (not `pinned`) on all."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "tablee", "serve", "--no-open", "--port", str(port), "--data-dir", folder]
        process = subprocess.Popen(
            [*command, *words],
            env=os.environ | UNLIMITED | dict(environment),
            stderr=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
        )
        if pinned:
            _pin(process.pid, 0)
        address = f"http://127.0.0.1:{port}"
        try:
            _wait(address)
            yield address, process.pid
        finally:
            process.terminate()
            process.wait(20)


def _pin(pid: int, core: int) -> None:
    if hasattr(os, "sched_setaffinity") and core in os.sched_getaffinity(0):
        os.sched_setaffinity(pid, {core})


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
    _pin(process.pid, 1)
    output, _ = process.communicate(timeout=240)
    figures: dict[str, Any] = json.loads(output.splitlines()[-1])
    return figures


SATURATED: Final = 0.9
"""A load that kept its core so busy may have measured itself."""


def report(seconds: float) -> None:
    """Print one line a measurement."""
    console = Console(width=120)
    table = Table(
        "tables of 3 seats",
        "durable moves/s",
        "per CPU-second of the house",
        "× boardgame.io (not durable)",
        "p50",
        "p99",
    )
    saturated = []
    for tables, each, pace in ((1, 40, 0), (50, 8, 0), (200, 3, 0), (200, 1, 1000)):
        # A house of its own each time: nobody pays for what was played before.
        with served() as (address, pid):
            asked = {"tables": tables, "each": each, "seconds": seconds, "pace": pace, "pid": pid}
            figures = _run("load", address, *(f"--{name}={value}" for name, value in asked.items()))
        rate, of_core = figures["moves_per_second"], figures["moves_per_cpu_second"]
        if figures["load_cpu"] > SATURATED:
            saturated.append(f"{tables}")
        table.add_row(
            f"{tables}" + (f", at {pace} moves/s" if pace else ""),
            f"{rate:,.0f}",
            f"{of_core:,.0f} ({1e6 / of_core:.0f} µs a move)",
            f"{rate / BOARDGAME_IO:.2f} ({of_core / BOARDGAME_IO:.2f} per CPU-second)",
            f"{figures['p50_ms']:.1f} ms",
            f"{figures['p99_ms']:.1f} ms",
        )
    console.print(table)
    if saturated:
        console.print(
            f"The load itself was short of time at {', '.join(saturated)} tables: the house can do more there."
        )
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
