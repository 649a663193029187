"""A program that plays at tables of a house, seated in an arena: the arena is a house with one table for it."""

import hashlib
import json
import queue
import random
import secrets
import shlex
import subprocess
import tempfile
import threading
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from websockets.exceptions import ConnectionClosed
from websockets.http11 import Request, Response
from websockets.sync.server import ServerConnection, serve

from tablee.bots.arena.external_bot import PATIENCE, BotAnswer, ExternalBotFailed, Limits, killed_with_stderr
from tablee.bots.bot import own_seat
from tablee.core.errors import TableeError
from tablee.core.game import Action, AnyGame, View
from tablee.core.seat import Seat

TABLE: Final = "arena"
"""The id of the only table."""
CLOSE_SECONDS: Final = 10.0
"""How many seconds a program has to end once the match is over."""


@dataclass(frozen=True)
class ProgramBot:
    """A program that is started for each match with the address of a house, a table and a token."""

    command: str
    """Without these three."""

    @property
    def words(self) -> list[str]:
        """Its command, word by word."""
        return shlex.split(self.command)

    @property
    def name(self) -> str:
        return " ".join(Path(word).name for word in self.words)

    def plain(self) -> dict[str, Any]:
        files = [path for path in map(Path, self.words[1:]) if path.is_file()]
        return {
            "program": self.name,
            "files": {path.name: hashlib.sha256(path.read_bytes()).hexdigest()[:12] for path in files},
        }

    def player(self, game: AnyGame, seat: Seat) -> "ProgramPlayer":
        return ProgramPlayer(self, game, seat)


class ProgramPlayer:
    """One seat in one match: a small server, and the program that is connected to it."""

    def __init__(self, program: ProgramBot, game: AnyGame, seat: Seat) -> None:
        self._program, self._game, self._seat = program, game, seat
        self._token = secrets.token_urlsafe()
        self._lock = threading.Lock()
        self._socket: ServerConnection | None = None
        self._message: dict[str, Any] | None = None
        self._prompt = 0
        self._answers: queue.SimpleQueue[dict[str, Any] | None] = queue.SimpleQueue()
        """What it played; None once it has ended."""
        self._server = serve(self._listen, "127.0.0.1", 0, process_request=self._respond, max_size=None)
        self._serving = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._serving.start()
        self._stderr = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as the process runs
        url = f"http://127.0.0.1:{self._server.socket.getsockname()[1]}"
        try:
            self._process = subprocess.Popen(  # noqa: S603 - whoever starts an arena says what to run
                [*program.words, url, TABLE, self._token],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._stderr,
            )
        except OSError as error:
            self._close_server()
            raise ExternalBotFailed(program.name, str(error)) from error
        self._watching = threading.Thread(target=self._watch, daemon=True)
        self._watching.start()

    # What the program sees

    def _respond(self, connection: ServerConnection, request: Request) -> Response | None:
        """Answer a plain request; None if a socket may be opened."""
        path = request.path.partition("?")[0]
        if path == f"/api/tables/{TABLE}":
            return connection.respond(HTTPStatus.OK, json.dumps({"id": TABLE, **self._game.identity()}))
        if path != f"/api/tables/{TABLE}/socket":
            return connection.respond(HTTPStatus.NOT_FOUND, "no such table")
        if request.headers.get("Authorization") != f"Bearer {self._token}":
            return connection.respond(HTTPStatus.FORBIDDEN, "no such token")
        return None

    def _listen(self, socket: ServerConnection) -> None:
        with self._lock:
            self._socket = socket
        self._send()
        with suppress(ConnectionClosed):
            for text in socket:
                message = json.loads(text)
                if message.get("type") == "play":
                    self._answers.put(message)

    def _send(self) -> None:
        """Send the table as it stands, if the program is connected and there is anything to tell."""
        with self._lock, suppress(ConnectionClosed):
            if self._socket is not None and self._message is not None:
                self._socket.send(json.dumps(self._message))

    def _tell(self, **fields: Any) -> None:
        self._message = {"type": "table", "version": self._prompt, "seat": self._seat, **fields}
        self._send()

    # Playing

    def choose(self, view: View, rng: random.Random, limits: Limits) -> BotAnswer:
        self._prompt += 1
        world = self._game.determinize(view, rng)
        choices = self._game.choices(world, self._seat)
        prompt = {"id": self._prompt, "seat": self._seat, "replace": False, "choices": choices}
        self._tell(status="playing", actors=[self._seat], prompt=prompt, view=self._game.plain(view))
        played = self._answer(limits.seconds or 0.0)
        try:
            action: Action = self._game.action(played["action"])
        except (TableeError, LookupError) as error:
            raise self._failed(f"chose what cannot be read: {played}") from error
        if not self._game.is_legal(world, own_seat(view), action):
            raise self._failed(f"chose what is not allowed: {played['action']}")
        return BotAnswer(action)

    def _answer(self, seconds: float) -> dict[str, Any]:
        while True:
            try:
                played = self._answers.get(timeout=seconds + PATIENCE)
            except queue.Empty:
                raise self._failed("does not answer") from None
            if played is None:
                raise self._failed(f"ended with status {self._process.returncode}")
            if played.get("prompt") == self._prompt:
                return played

    def _watch(self) -> None:
        self._process.wait()
        self._answers.put(None)

    def end(self, scores: Sequence[int], winners: Sequence[Seat]) -> None:
        self._prompt += 1
        self._tell(status="over", scores=list(scores), winners=list(winners))
        self._watching.join(CLOSE_SECONDS)
        self._close()

    def _failed(self, problem: str) -> ExternalBotFailed:
        said = killed_with_stderr(self._process, self._stderr)
        self._close()
        return ExternalBotFailed(self._program.name, problem, said)

    def _close(self) -> None:
        """End the program and the server."""
        self._process.kill()
        self._watching.join()
        self._close_server()

    def _close_server(self) -> None:
        self._server.shutdown()
        self._serving.join()
        self._stderr.close()
