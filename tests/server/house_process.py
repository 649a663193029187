"""Houses in processes of their own, for tests that see them from outside only."""

import json
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import httpx
from tests import toys as toy_games
from tests.patience import PATIENCE

PROGRAM: Final = """
import socket, sys
if "toys" in sys.argv:
    from tests.toys import keep_toys
    keep_toys()
if "quick_reviews" in sys.argv:
    from tests.quick_reviews import use_quick_settings
    use_quick_settings()
from tablee.server.run import run
from tablee.server.settings import read_settings
run(read_settings(), socket.socket(fileno=int(sys.argv[1])))
"""


@dataclass
class HouseProcess:
    """A house in another process."""

    url: str
    folder: Path
    process: "subprocess.Popen[bytes]"

    @property
    def log(self) -> str:
        """What the process wrote."""
        return (self.folder / "server.log").read_text(encoding="utf-8")

    @property
    def opened(self) -> list[int]:
        """The processes that have opened it, in order."""
        lines = [json.loads(line) for line in self.log.splitlines() if '"house open"' in line]
        return [line["process"] for line in lines]

    @property
    def faults(self) -> list[str]:
        """Errors in its log, without those for non-text input."""
        lines = [line for line in self.log.splitlines() if '"severity": "error"' in line or "Traceback" in line]
        return [line for line in lines if "Invalid UTF-8 sequence received" not in line]

    def rows(self, table: str) -> list[tuple[int, str, str, float]]:
        """The log of a table, as the database keeps it."""
        with closing(sqlite3.connect(self.folder / "tablee.sqlite")) as database:
            query = "SELECT number, kind, data, at FROM entries WHERE table_id = ? ORDER BY number"
            return database.execute(query, (table,)).fetchall()

    def column(self, query: str, *values: object) -> list[Any]:
        """Whatever a query finds."""
        with closing(sqlite3.connect(self.folder / "tablee.sqlite")) as database:
            return [row[0] for row in database.execute(query, values).fetchall()]

    def fingerprint(self, *tables: str, without: str = "") -> str:
        """The hash of the logs of tables, without one kind of rows."""
        rows = [row for table in tables for row in self.rows(table) if row[1] != without]
        return sha256(repr(rows).encode()).hexdigest()

    def stop(self) -> int:
        """Ask the process to stop, and wait for it."""
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(PATIENCE)


@contextmanager
def house_process(
    folder: Path, *, toys: bool = False, quick_reviews: bool = False, **settings: Any
) -> Iterator[HouseProcess]:
    """A house in a process of its own, on an SQLite file in a folder; without limits unless they are given.

    `toys`: whether it has the toy games too. `quick_reviews`: whether reviews are done in a moment, and worth little.
    """
    per_address = ("requests_per_second", "messages_per_second", "share_per_address", "guests_per_hour")
    generous = dict.fromkeys((*per_address, "tables_per_hour", "megabytes_per_day"), 1e6)
    counts = dict.fromkeys(("sockets_per_address", "sockets_per_guest", "tables_per_guest"), 10_000)
    parts = [name for name, is_in in (("toys", toys), ("quick_reviews", quick_reviews)) if is_in]
    chosen = {**generous, **counts, "bot_workers": 1, "data_dir": folder, **settings}
    environment = (
        os.environ | toy_games.search_path() | {f"TABLEE_{name.upper()}": str(value) for name, value in chosen.items()}
    )
    with socket.socket() as listening, (folder / "server.log").open("wb") as log:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(("127.0.0.1", settings.get("port", 0)))
        listening.listen(1000)
        process = subprocess.Popen(
            [sys.executable, "-c", PROGRAM, str(listening.fileno()), *parts],
            env=environment,
            pass_fds=[listening.fileno()],
            stdout=log,
            stderr=log,
        )
        found = HouseProcess(f"http://127.0.0.1:{listening.getsockname()[1]}", folder, process)
    try:
        _until_ready(found)
        yield found
    finally:
        process.kill()
        process.wait(PATIENCE)


def _until_ready(house: HouseProcess) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            # To read the certificates of the world takes long, and there is nothing to verify.
            if httpx.get(f"{house.url}/ready", timeout=PATIENCE, verify=False).is_success:  # noqa: S501
                return
        except httpx.HTTPError:
            pass
        assert house.process.poll() is None, house.log
        assert time.monotonic() < until, house.log
