"""How long the library and the terminal take to start, beside importing msgspec alone."""

import resource
import subprocess
import sys
from collections.abc import Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

PEER: Final = "import msgspec"
STARTS: Final[dict[str, Sequence[str]]] = {
    "python, nothing else": ["-c", ""],
    PEER: ["-c", PEER],
    "import tablee": ["-c", "import tablee"],
    "tablee --help": ["-m", "tablee", "--help"],
    "tablee games": ["-m", "tablee", "games"],
}
"""What is started, as words for a fresh interpreter. The first is taken off the others."""


def starts(rounds: int) -> dict[str, float]:
    """CPU-seconds of each: the best of several rounds in which they take turns."""
    best = dict.fromkeys(STARTS, float("inf"))
    for _ in range(rounds):
        for name, words in STARTS.items():
            before = _spent()
            subprocess.run([sys.executable, *words], stdout=subprocess.DEVNULL, check=True)
            best[name] = min(best[name], _spent() - before)
    return best


def _spent() -> float:
    children = resource.getrusage(resource.RUSAGE_CHILDREN)
    return children.ru_utime + children.ru_stime


def report(rounds: int) -> None:
    """Print one line a start."""
    taken = starts(rounds)
    nothing, peer = next(iter(taken.values())), taken[PEER]
    table = Table("start", "CPU-ms", f"after the interpreter's own, × {PEER}")
    for name, seconds in taken.items():
        own = seconds - nothing
        table.add_row(
            name, f"{1000 * seconds:.0f}", f"{1000 * own:.0f} = {own / (peer - nothing):.1f} ×" if own else ""
        )
    Console(width=130).print(table)
