"""A bot of another program: a level of another installed release, or a Python file. It answers through a pipe."""

import hashlib
import json
import queue
import random
import subprocess
import sys
import tempfile
import threading
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final, Protocol

from tablee.bots.arena import bot_process
from tablee.bots.arena.nearest_action import nearest_action
from tablee.bots.bot import own_seat
from tablee.core.errors import BadData
from tablee.core.game import Action, AnyGame, View
from tablee.core.registry import manifest_of
from tablee.core.seat import Seat

PATIENCE: Final = 60.0
"""The seconds after its time is up at which an external bot without an answer is given up."""
SHOWN: Final = 2000
"""How many characters of what an external bot wrote to standard error are shown when it fails."""


class ExternalBotFailed(Exception):
    """An external bot cannot be started, ended, or gave no usable answer."""

    def __init__(self, name: str, problem: str, stderr: str = "") -> None:
        super().__init__(name, problem, stderr)
        self.name = name
        self.problem = problem
        self.stderr = stderr


@dataclass(frozen=True)
class BotAnswer:
    """What a bot chose."""

    action: Action
    replaced: bool = False
    """A lower level had to choose."""
    adapted: bool = False
    """The rules here do not allow what was chosen by other rules; this is the legal action most like it."""


@dataclass(frozen=True)
class Limits:
    """What a choice may take; None: what the bot usually takes."""

    seconds: float | None = None
    iterations: int | None = None


class ExternalPlayer(Protocol):
    """An external bot at one seat in one match."""

    def choose(self, view: View, rng: random.Random, limits: Limits) -> BotAnswer:
        """What it chooses. Raises `ExternalBotFailed`."""

    def end(self, scores: Sequence[int], winners: Sequence[Seat]) -> None:
        """The match is over."""


class ExternalBot(Protocol):
    """A program that can be seated in an arena. It is pickled when several processes play."""

    @property
    def name(self) -> str:
        """What results call it: the same on any machine."""

    def plain(self) -> dict[str, Any]:
        """All that sets it apart, as plain data without paths."""

    def player(self, game: AnyGame, seat: Seat) -> ExternalPlayer:
        """It sits down for one match. Raises `ExternalBotFailed`."""


@dataclass(frozen=True)
class SubprocessBot:
    """A level or a Python file, run by bot_process.py in the environment of some Python."""

    level: str | None = None
    file: str | None = None
    """The path of a Python file, in place of a level."""
    python: str | None = None
    """The Python of the other environment; None: this one."""

    @property
    def title(self) -> str:
        """What it is called without its version."""
        return self.level or Path(self.file or "").name

    def command(self) -> list[str]:
        """How to start it. Another environment must find its own packages only, whatever is set for this one."""
        script = str(Path(bot_process.__file__))
        return [sys.executable, "-P", script] if self.python is None else [self.python, "-I", script]


@dataclass(frozen=True)
class PipedBot:
    """A bot in a subprocess that has said which version it is."""

    bot: SubprocessBot
    version: str
    source: str
    """A hash of its code: releases in the making share a version."""
    rules_version: int
    dropped: tuple[str, ...] = ()
    """Options of the game that it does not know."""

    distinct: bool = True
    """Whether its name tells it apart from the others in the arena; else the hash of its code is added."""

    @property
    def name(self) -> str:
        if self.bot.python is None:
            return self.bot.title
        return f"{self.bot.title}@{self.version}" + ("" if self.distinct else f"+{self.source}")

    def plain(self) -> dict[str, Any]:
        file = self.bot.file
        return {
            "bot": self.bot.title,
            "file": None if file is None else hashlib.sha256(Path(file).read_bytes()).hexdigest()[:12],
            "version": self.version,
            "source": self.source,
            "rules_version": self.rules_version,
            "dropped": list(self.dropped),
        }

    def player(self, game: AnyGame, seat: Seat) -> "PipedPlayer":
        return PipedPlayer(_running(self.bot, game), game, self.rules_version, self.dropped)


def identify(bot: SubprocessBot, game: AnyGame) -> PipedBot:
    """Start a bot to learn what it is. Raises `ExternalBotFailed`."""
    about = _running(bot, game).about
    return PipedBot(bot, about["version"], about["source"], about["rules_version"], tuple(about["dropped"]))


@dataclass(frozen=True)
class PipedPlayer:
    """Asks the process of an external bot; one process serves all seats and matches."""

    process: "BotSubprocess"
    game: AnyGame
    rules_version: int
    dropped: tuple[str, ...]

    def choose(self, view: View, rng: random.Random, limits: Limits) -> BotAnswer:
        reply = self.process.ask(
            {
                "view": self.game.plain(view),
                "seed": rng.getrandbits(64),
                "seconds": limits.seconds,
                "iterations": limits.iterations,
            },
            limits.seconds or 0.0,
        )
        try:
            chosen, by = dict(reply["action"]), str(reply["by"])
        except (LookupError, TypeError, ValueError):
            raise self.process.failed(f"answered {reply}") from None
        replaced = by != self.process.bot.title
        action = _readable(self.game, chosen)
        world = self.game.determinize(view, rng)
        if action is not None and self.game.is_legal(world, own_seat(view), action):
            return BotAnswer(action, replaced)
        if self.rules_version == self.game.rules_version and not self.dropped:
            raise self.process.failed(f"chose what is not allowed: {chosen}")
        return BotAnswer(nearest_action(self.game, world, own_seat(view), chosen), replaced, adapted=True)

    def end(self, scores: Sequence[int], winners: Sequence[Seat]) -> None:
        pass


def _readable(game: AnyGame, plain: Mapping[str, Any]) -> Action | None:
    try:
        action: Action = game.action(plain)
    except BadData:
        return None
    return action


def killed_with_stderr(process: "subprocess.Popen[Any]", stderr: IO[bytes]) -> str:
    """End a process; the end of what it wrote to standard error."""
    process.kill()
    process.wait()
    stderr.seek(0)
    return stderr.read().decode(errors="replace")[-SHOWN:]


@dataclass
class BotSubprocess:
    """A running bot process. Used by one thread at a time."""

    bot: SubprocessBot
    process: "subprocess.Popen[str]"
    stderr: IO[bytes]
    about: dict[str, Any] = field(default_factory=dict)
    """What it said of itself."""

    def __post_init__(self) -> None:
        self._replies: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._number = 0
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        """In a thread, so that a wait for an answer can end. An empty line means that no more will come."""
        for line in self.process.stdout or ():
            self._replies.put(line)
        self._replies.put("")

    def handshake(self, game: AnyGame, files: Mapping[str, str]) -> None:
        """Say what is played."""
        self.about = self._exchange(
            {
                "protocol": bot_process.PROTOCOL,
                "level": self.bot.level,
                "file": None if self.bot.file is None else str(Path(self.bot.file).resolve()),
                "game": game.name,
                "options": game.options(),
                "package": game.package,
                "files": dict(files),
            },
            0.0,
        )

    def ask(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Its reply to a request, for which it may think `seconds`."""
        self._number += 1
        reply = self._exchange({"number": self._number, **request}, seconds)
        if reply.get("number") != self._number:
            raise self.failed(f"answered {reply}")
        return reply

    def _exchange(self, request: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        try:
            print(json.dumps(request), file=self.process.stdin, flush=True)
            line = self._replies.get(timeout=seconds + PATIENCE)
            reply = json.loads(line) if line else None
        except OSError:
            reply = None
        except queue.Empty:
            raise self.failed("does not answer") from None
        except ValueError:
            raise self.failed(f"answered {line!r}") from None
        if reply is None:
            raise self.failed(f"ended with status {self.process.wait()}")
        if not isinstance(reply, dict) or "error" in reply:
            raise self.failed(reply["error"] if isinstance(reply, dict) else f"answered {reply}")
        return reply

    def failed(self, problem: str) -> ExternalBotFailed:
        """The exception to raise; the process is ended."""
        said = killed_with_stderr(self.process, self.stderr)
        for key in [key for key, running in _processes.items() if running is self]:
            del _processes[key]
        self.end()
        return ExternalBotFailed(self.bot.title, problem, said)

    def end(self) -> None:
        """End the process, whatever it does."""
        self.process.kill()
        self.process.wait()
        self._reader.join()
        for pipe in (self.process.stdin, self.process.stdout, self.stderr):
            if pipe is not None:
                with suppress(BrokenPipeError):  # what was still to be written
                    pipe.close()


_processes: dict[tuple[SubprocessBot, AnyGame], BotSubprocess] = {}


def end_external_bots() -> None:
    """End the processes of all external bots. Without this they end with this process, because their pipes break."""
    while _processes:
        _, process = _processes.popitem()
        process.end()


def _running(bot: SubprocessBot, game: AnyGame) -> BotSubprocess:
    """The process of a bot for a game: one answers many requests."""
    if (bot, game) not in _processes:
        _processes[bot, game] = _connected(bot, game)
    return _processes[bot, game]


def _connected(bot: SubprocessBot, game: AnyGame) -> BotSubprocess:
    process = _started(bot)
    process.handshake(game, {})
    files: dict[str, str] = {}
    for option, data in manifest_of(game).data_for_releases_without.items():
        if option in process.about["dropped"]:
            files |= data(game)
    if files:
        process.end()
        process = _started(bot)
        process.handshake(game, files)
    return process


def _started(bot: SubprocessBot) -> BotSubprocess:
    stderr = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process runs
    try:
        process = subprocess.Popen(  # noqa: S603 - whoever starts an arena says what to run
            bot.command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=stderr, encoding="utf-8"
        )
    except OSError as error:
        stderr.close()
        raise ExternalBotFailed(bot.title, str(error)) from error
    return BotSubprocess(bot, process, stderr)
