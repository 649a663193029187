"""Houses opened with the `tablee serve` command; they have the toy games too."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any, Final
from unittest.mock import patch

import httpx
from tests import toys
from tests.patience import PATIENCE

from tablee.cli import main

GENEROUS: Final = {
    "requests_per_second": "1e6",
    "messages_per_second": "1e6",
    "share_per_address": "1e6",
    "guests_per_hour": "1e6",
    "tables_per_hour": "1e6",
    "sockets_per_address": "10000",
    "sockets_per_guest": "10000",
}


def environment(**settings: Any) -> dict[str, str]:
    """Ours, with these settings of a house and no others."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("TABLEE_", "COV_CORE"))}
    ours |= {"TABLEE_LANG": "en", "TABLEE_BOT_WORKERS": "1", "COLUMNS": "80"} | toys.search_path()
    return ours | {f"TABLEE_{name.upper()}": str(value) for name, value in (GENEROUS | settings).items()}


@dataclass(frozen=True)
class CommandResult:
    """How a command went, its lines joined as they were before they were wrapped."""

    status: int
    out: str
    err: str


def run_command(*words: str | Path, **settings: Any) -> CommandResult:
    """Run a command to its end, in this process."""
    out, err = StringIO(), StringIO()
    with patch.dict(os.environ, environment(**settings), clear=True), redirect_stdout(out), redirect_stderr(err):
        status = main([str(word) for word in words])
    return CommandResult(status, *(_joined(stream.getvalue()) for stream in (out, err)))


def _joined(text: str) -> str:
    return " ".join(text.replace("\N{NO-BREAK SPACE}", " ").split())


@dataclass
class ServeCommand:
    """A house that `tablee serve` has opened."""

    process: "subprocess.Popen[str]"
    data_dir: Path
    greeting: str
    """The first line that was shown."""
    url: str

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])

    @property
    def log(self) -> str:
        return _log(self.data_dir).read_text(encoding="utf-8")

    @property
    def lines(self) -> list[dict[str, Any]]:
        """The log, each line read."""
        return [json.loads(line) for line in self.log.splitlines()]

    def stop(self, how: signal.Signals = signal.SIGTERM) -> tuple[int, str]:
        """Tell it to stop: returns its exit status and what it said last."""
        assert self.process.stdout is not None
        self.process.send_signal(how)
        status = self.process.wait(PATIENCE)
        # Not `communicate`: it would miss what came together with the first line.
        return status, self.process.stdout.read()

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)


def _log(data_dir: Path) -> Path:
    return data_dir.with_name(f"{data_dir.name}.log")


@contextmanager
def serve_command(data_dir: Path, *words: str, **settings: Any) -> Iterator[ServeCommand]:
    """A house on a free port, open when this begins and gone when it ends."""
    with _log(data_dir).open("a", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", toys.PROGRAM, "serve", "--data-dir", str(data_dir), "--port", "0", *words],
            env=environment(**settings),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    too_late = threading.Timer(PATIENCE, process.kill)
    too_late.start()
    try:
        assert process.stdout is not None
        greeting = process.stdout.readline()
        assert greeting, _log(data_dir).read_text(encoding="utf-8")
        url = (data_dir / "address").read_text(encoding="utf-8").rstrip("/")
        house = ServeCommand(process, data_dir, greeting, url)
        # To read the certificates of the world takes long, and there is nothing to verify.
        ready = httpx.get(f"{house.url}/ready", timeout=PATIENCE, trust_env=False, verify=False)  # noqa: S501
        assert ready.is_success, house.log
        too_late.cancel()
        yield house
    finally:
        too_late.cancel()
        if process.poll() is None:
            process.kill()
            process.communicate()
        elif process.stdout is not None:
            process.stdout.close()


@asynccontextmanager
async def serve_command_async(data_dir: Path, *words: str, **settings: Any) -> AsyncIterator[ServeCommand]:
    """The same while this process goes on with other things."""
    house = serve_command(data_dir, *words, **settings)
    try:
        yield await asyncio.to_thread(house.__enter__)
    finally:
        await asyncio.to_thread(house.__exit__, None, None, None)
