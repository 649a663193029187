"""The program run inside the test, with what is typed and what comes out; the house has the toy auction too."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import pytest
from tests.toy_auction import ToyAuction

from tablee.cli import main
from tablee.core import registry
from tablee.core.manifest import Manifest
from tablee.core.texts import Lang


@dataclass(frozen=True)
class CommandResult:
    """How a run went."""

    status: int
    out: str
    err: str

    @property
    def said(self) -> str:
        """All that came out, its lines joined as they were before they were wrapped."""
        return " ".join((self.out + self.err).replace("\N{NO-BREAK SPACE}", " ").split())


class Run(Protocol):
    """Runs `tablee` with these words; `typed` are the lines typed, and then the input ends."""

    def __call__(self, *words: str, typed: str = "", lang: Lang = "en") -> CommandResult: ...


@pytest.fixture(autouse=True)
def _with_the_auction(monkeypatch: pytest.MonkeyPatch) -> None:
    auction = Manifest(ToyAuction, minutes=(1, 2), at_once=True)
    monkeypatch.setitem(registry.manifests(), ToyAuction.name, auction)


class LazyPool(Executor):
    """In place of worker processes: what is submitted is done in this process once somebody waits for it."""

    submitted = 0

    def submit(self, work: Callable[..., Any], /, *args: Any, **options: Any) -> Any:
        type(self).submitted += 1
        waited_for: Future[Any] = Future()
        waited_for.result = lambda _=None: work(*args, **options)  # type: ignore[method-assign,assignment]
        return waited_for


@pytest.fixture(autouse=True)
def _think_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """No worker processes, which take a second to start, unless a test wants them."""
    monkeypatch.setattr("tablee.cli.terminal_match.process_pool", lambda _: nullcontext(LazyPool()))


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")

    def run(*words: str, typed: str = "", lang: Lang = "en") -> CommandResult:
        monkeypatch.setenv("TABLEE_LANG", lang)
        lines: Iterator[str] = iter(typed.splitlines())

        def next_line(prompt: str) -> str:
            print(prompt)
            try:
                return next(lines)
            except StopIteration:
                raise EOFError from None

        monkeypatch.setattr("builtins.input", next_line)
        status = main(words)
        captured = capsys.readouterr()
        return CommandResult(status, captured.out, captured.err)

    return run
