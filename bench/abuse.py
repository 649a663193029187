"""How long an honest player waits while one address does its worst: one attack after the other, each on a new house.

The house has its usual limits. The player, at an address of their own, and the attacker are processes of their own.
"""

import argparse
import asyncio
import json
import subprocess
import sys
from collections.abc import Sequence
from contextlib import contextmanager, nullcontext, suppress
from typing import Any, Final

import uvloop
from rich.console import Console
from rich.table import Table

from bench.attacks import ATTACKS
from bench.house import served
from bench.load import Measure, Tally, all_seats, pause_for, seat, start_tables
from bench.measurement import resident, tree_cpu_seconds

SOURCE: Final = "127.0.0.3"
"""The player's address."""
MOVES_PER_SECOND: Final = 20.0
GOAL: Final = 100.0
"""In how many milliseconds 99 of 100 moves are to be acknowledged."""


@contextmanager
def _process(*words: str) -> Any:
    """A module of the bench as a process, once it has said that it is ready."""
    with subprocess.Popen([sys.executable, "-m", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline(), words
            yield process
        finally:
            with suppress(ProcessLookupError):
                process.kill()


def measured(attack: str | None, seconds: float) -> dict[str, Any]:
    """How the moves of a player are acknowledged during an attack (None: there is none)."""
    with served(limits={}, pinned=False) as (address, pid), _process("bench.abuse", address, str(seconds)) as player:
        with nullcontext() if attack is None else _process("bench.attacks", address, attack):
            before = tree_cpu_seconds(pid)
            output, _ = player.communicate(b"\n", timeout=120 + seconds)
            busy = (tree_cpu_seconds(pid) - before) / seconds
        figures: dict[str, Any] = json.loads(output.splitlines()[-1])
        return figures | {"megabytes": resident(pid), "busy": busy}


def report(seconds: float, attacks: Sequence[str] = ()) -> None:
    """Print one line for each attack."""
    table = Table("attack", "moves", "p50", "p99", "longest", "house busy", "its memory", f"p99 < {GOAL:.0f} ms")
    for attack in (None, *(attacks or ATTACKS)):
        try:
            figures = measured(attack, seconds)
        except (subprocess.TimeoutExpired, AssertionError, TimeoutError, IndexError):
            table.add_row(attack, "the house did not answer any more")
            continue
        table.add_row(
            attack or "none",
            f"{figures['moves']}",
            *(f"{figures[name]:.0f} ms" for name in ("p50_ms", "p99_ms", "longest_ms")),
            f"{figures['busy']:.0%}",
            f"{figures['megabytes']:.0f} MB",
            "yes" if figures["p99_ms"] < GOAL else "no",
        )
    Console(width=120).print(table)


async def play() -> None:
    """The honest player: says when everything is prepared, waits for a line, plays, and prints the latencies."""
    address, seconds = sys.argv[1], float(sys.argv[2])
    cookie, seats = await start_tables(address, 1, 3, SOURCE)
    tally = Tally()
    players = await all_seats(seats, cookie, tally, pause_for(1, MOVES_PER_SECOND), SOURCE)
    print("ready", flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
    playing = [asyncio.create_task(seat(each)) for each in players]
    measure = Measure(0)
    await asyncio.wait(playing, timeout=seconds)
    # A move that was not acknowledged in time has waited until now.
    waiting = [player.waiting_seconds for each in players for player in each if player.waiting_seconds]
    tally.latencies += waiting
    figures = measure.figures(tally)
    told = {"moves": len(tally.latencies), "longest_ms": 1e3 * max(tally.latencies), **figures}
    print(json.dumps(told), flush=True)


def main() -> None:
    if len(sys.argv) == 3 and sys.argv[1].startswith("http"):
        uvloop.run(play())
        return
    parser = argparse.ArgumentParser(prog="bench.abuse", description=__doc__)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("attacks", nargs="*", help=", ".join(ATTACKS))
    asked = parser.parse_args()
    report(asked.seconds, asked.attacks)


if __name__ == "__main__":
    main()
