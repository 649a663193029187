"""Houses opened with the `tablee serve` command, as people open them."""

import json
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import httpx

PATIENCE: Final = 60.0
"""How long a test waits for something that should happen soon."""

GENEROUS: Final = {"requests_per_second": "1e6", "messages_per_second": "1e6", "sockets_per_address": "10000"}


def environment(**settings: Any) -> dict[str, str]:
    """Ours, with these settings of a house and no others."""
    ours = {name: value for name, value in os.environ.items() if not name.startswith(("TABLEE_", "COV_CORE"))}
    ours |= {"TABLEE_LANG": "en", "TABLEE_BOT_WORKERS": "1", "COLUMNS": "80"}
    return ours | {f"TABLEE_{name.upper()}": str(value) for name, value in (GENEROUS | settings).items()}


def tablee(*words: str | Path, **settings: Any) -> "subprocess.CompletedProcess[str]":
    """Run a command to its end."""
    return subprocess.run(
        [sys.executable, "-m", "tablee", *map(str, words)],
        env=environment(**settings),
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )


@dataclass
class Opened:
    """A house that `tablee serve` has opened."""

    process: "subprocess.Popen[str]"
    data_dir: Path
    greeting: str
    """What was shown when it opened."""

    @property
    def url(self) -> str:
        found = re.search(r"http://\S+(?=/)", self.greeting)
        assert found, self.greeting
        return found[0]

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
        self.process.send_signal(how)
        out, _ = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, out

    def kill(self) -> None:
        """End it without a word."""
        self.process.kill()
        self.process.communicate(timeout=PATIENCE)

    def memory(self) -> int:
        """What it holds in memory, in MB."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        found = re.search(r"VmRSS:\s+(\d+) kB", status)
        assert found
        return int(found[1]) // 1024


def _log(data_dir: Path) -> Path:
    return data_dir.with_name(f"{data_dir.name}.log")


@contextmanager
def opened(data_dir: Path, *words: str, **settings: Any) -> Iterator[Opened]:
    """A house on a free port, open when this begins and gone when it ends."""
    with _log(data_dir).open("a", encoding="utf-8") as log:
        process = subprocess.Popen(
            [sys.executable, "-m", "tablee", "serve", "--data-dir", str(data_dir), "--port", "0", *words],
            env=environment(**settings),
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        )
    too_late = threading.Timer(PATIENCE, process.kill)
    too_late.start()
    try:
        assert process.stdout is not None
        house = Opened(process, data_dir, process.stdout.readline())
        assert house.greeting, house.log
        assert httpx.get(f"{house.url}/ready", timeout=PATIENCE, trust_env=False).is_success, house.log
        too_late.cancel()
        yield house
    finally:
        too_late.cancel()
        if process.poll() is None:
            process.kill()
            process.communicate()
        elif process.stdout is not None:
            process.stdout.close()
