"""Guests for the tests: HTTP with a cookie, and real sockets at tables."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from itertools import count, cycle
from random import Random
from typing import Any, Final

import httpx
import pytest
from tests.patience import PATIENCE, SOCKET
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

import tablee
from tablee.core.game import Game
from tablee.core.seat import Seat


class RequestRefused(Exception):
    """The house refused."""

    def __init__(self, status: int, code: str, sentence: str) -> None:
        super().__init__(f"{status} {code}: {sentence}")
        self.status, self.code, self.sentence = status, code, sentence


class TableClient:
    """A socket at a table, as a browser has it: what it received, and requests over it."""

    def __init__(self, socket: ClientConnection, game: Game[Any, Any, Any], rng: Random) -> None:
        self.game = game
        self.told: list[dict[str, Any]] = []
        """All messages, in order."""
        self.around: dict[str, Any] = {}
        self.chat: list[dict[str, Any]] = []
        self.events: list[dict[str, Any]] = []
        self.closed: int | None = None
        """The code it was closed with."""
        self._rng = rng
        self._socket = socket
        self._numbers = count(1)
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        self._news = asyncio.Event()

    async def listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for text in self._socket:
                self._take(json.loads(text))
        self.closed = self._socket.close_code
        for answer in self._answers.values():
            answer.set_exception(ConnectionError())
        self._news.set()

    def _take(self, message: dict[str, Any]) -> None:
        self.told.append(message)
        if message["type"] == "table":
            if "since" not in message:
                self.chat, self.events = [], []
            self.around = message.get("around") or self.around
            self.chat += message.get("chat", [])
            self.events += message.get("events", [])
        elif message.get("id") in self._answers:
            self._answers.pop(message["id"]).set_result(message)
        self._news.set()

    @property
    def table(self) -> dict[str, Any]:
        """The last message about the table."""
        return next((message for message in reversed(self.told) if message["type"] == "table"), {})

    @property
    def prompt(self) -> dict[str, Any] | None:
        return self.table.get("prompt")

    @property
    def version(self) -> int:
        return int(self.table["version"])

    @property
    def seat(self) -> Seat | None:
        return self.table.get("seat")

    @property
    def mine(self) -> Seat:
        """The seat it is seen from."""
        assert self.seat is not None
        return self.seat

    async def until(self, condition: Callable[["TableClient"], Any], seconds: float = PATIENCE) -> "TableClient":
        """Wait until what was received fulfils a condition."""
        async with asyncio.timeout(seconds):
            while not condition(self):
                self._news.clear()
                await self._news.wait()
        return self

    async def until_version(self, version: int) -> "TableClient":
        return await self.until(lambda place: place.table and place.version >= version)

    async def until_asked(self) -> "TableClient":
        """Wait until a choice is awaited that is not made yet."""
        return await self.until(lambda place: place.prompt and not place.prompt["replace"])

    async def send(self, text: str | bytes) -> None:
        await self._socket.send(text)

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a request and return the answer; raises `ConnectionError` if the connection breaks."""
        asked = f"{next(self._numbers)}"
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[asked] = answer
        try:
            await self.send(json.dumps({"type": kind, "id": asked, **fields}))
        except ConnectionClosed:
            del self._answers[asked]
            if answer.done():
                answer.exception()  # the connection broke meanwhile: raised once, below
            raise
        async with asyncio.timeout(PATIENCE):
            return await answer

    async def play(self, action: dict[str, Any] | None = None, prompt: int | None = None) -> dict[str, Any]:
        """Play an action (none: any) for a prompt (none: the one told last)."""
        asked = self.prompt
        number = asked["id"] if asked is not None and prompt is None else prompt
        return await self.ask("play", seat=self.seat, prompt=number, action=action or self.any_action())

    async def play_on(self, action: dict[str, Any] | None = None) -> dict[str, Any]:
        """Play when asked, and be told of it."""
        await self.until_asked()
        answer = await self.play(action)
        if answer["type"] == "done":
            await self.until_version(answer["version"])
        return answer

    def any_action(self) -> dict[str, Any]:
        """Some choice that is possible, found from the view alone."""
        state = self.game.determinize(self.game.view_from(self.table["view"]), self._rng)
        return self.game.plain(self.game.random_action(state, self.mine, self._rng))

    async def play_out(self) -> "TableClient":
        """Play one's seat until the match is over."""
        while True:
            await self.until(lambda place: place.table.get("status") != "playing" or is_asked(place))
            if self.table["status"] != "playing":
                return self
            await self.play_on()

    async def drop(self) -> None:
        """Abort the connection without closing it properly."""
        self._socket.transport.abort()


def is_asked(place: TableClient) -> bool:
    return place.prompt is not None and not place.prompt["replace"]


NO_REUSE: Final = httpx.Limits(max_keepalive_connections=0)
"""A request on a connection that the house has just closed, since nothing came for long, would fail."""


class AlternatingTransport(httpx.AsyncHTTPTransport):
    """Sends requests to two processes in turn, as a proxy before them might."""

    def __init__(self, doors: "cycle[str]") -> None:
        super().__init__(verify=False, limits=NO_REUSE)
        self._doors = doors

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        request.url = request.url.copy_with(port=httpx.URL(next(self._doors)).port)
        return await super().handle_async_request(request)


class GuestClient:
    """A guest at one device. With a house of two processes, requests and sockets go to them in turn."""

    def __init__(self, url: str, seed: int = 1, next_door: str | None = None) -> None:
        self.url = url
        self._doors = cycle([url, next_door or url])
        self.http = httpx.AsyncClient(
            verify=False,  # noqa: S501 - there is nothing to verify, and to read the certificates of the world takes long
            base_url=url,
            timeout=PATIENCE,
            limits=NO_REUSE,
            transport=AlternatingTransport(self._doors) if next_door else None,
        )
        self.rng = Random(seed)

    async def get(self, path: str) -> Any:
        return self._read(await self.http.get(path))

    async def post(self, path: str, data: Any = None) -> Any:
        return self._read(await self.http.post(path, json={} if data is None else data))

    @staticmethod
    def _read(response: httpx.Response) -> Any:
        if not response.content:
            return None
        body = response.json()
        if response.is_error:
            raise RequestRefused(response.status_code, body["code"], body["sentence"])
        return body

    async def create_table(self, game: str = "toy_auction", **given: Any) -> str:
        """Put up a table; returns its id."""
        told = await self.post("/api/tables", {"game": game, **given})
        return str(told["id"])

    async def sit(self, table: str, **given: Any) -> dict[str, Any]:
        told: dict[str, Any] = await self.post(f"/api/tables/{table}/sit", given)
        return told

    async def start(self, table: str) -> dict[str, Any]:
        told: dict[str, Any] = await self.post(f"/api/tables/{table}/start")
        return told

    async def do(self, table: str, what: str, data: Any = None) -> Any:
        return await self.post(f"/api/tables/{table}/{what}", data)

    async def table(self, table: str) -> dict[str, Any]:
        told: dict[str, Any] = await self.get(f"/api/tables/{table}")
        return told

    @asynccontextmanager
    async def at(
        self,
        table: str,
        *,
        seat: int | str | None = None,
        since: int | None = None,
        token: str | None = None,
        words: str | None = None,
    ) -> AsyncIterator[TableClient]:
        """Be connected to a table."""
        told = await self.table(table)
        game = tablee.game(told["game"], **told["options"])
        asked = {"seat": seat, "since": since, "words": words}
        query = httpx.QueryParams({name: value for name, value in asked.items() if value is not None})
        url = f"{next(self._doors).replace('http', 'ws', 1)}/api/tables/{table}/socket?{query}"
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())}
        if token is not None:
            headers = {"Authorization": f"Bearer {token}"}
        async with connect(url, additional_headers=headers, compression=None, max_queue=None, **SOCKET) as socket:
            place = TableClient(socket, game, self.rng)
            listening = asyncio.create_task(place.listen())
            try:
                await place.until(lambda there: there.table or there.closed)
                yield place
            finally:
                await socket.close()
                await listening

    @asynccontextmanager
    async def at_all(self, table: str) -> AsyncIterator[list[TableClient]]:
        """Be connected from each of one's seats."""
        async with contextlib.AsyncExitStack() as stack:
            seats = (await self.table(table))["yours"]
            yield [await stack.enter_async_context(self.at(table, seat=seat)) for seat in seats]


@asynccontextmanager
async def guest_client(url: str, name: str, seed: int = 1, next_door: str | None = None) -> AsyncIterator[GuestClient]:
    """A guest with a name (empty: a stranger without one)."""
    somebody = GuestClient(url, seed, next_door)
    async with somebody.http:
        if name:
            await somebody.post("/api/me", {"name": name})
        yield somebody


async def refused(code: str, asking: Awaitable[Any]) -> RequestRefused:
    """Something asked over HTTP is refused."""
    with pytest.raises(RequestRefused) as error:
        await asking
    assert error.value.code == code
    return error.value


async def on_another_device(person: GuestClient, url: str, stack: AsyncExitStack) -> GuestClient:
    """The same guest, with the same cookie, at another process of the same house."""
    other = GuestClient(url, 99)
    await stack.enter_async_context(other.http)
    for name, value in person.http.cookies.items():
        other.http.cookies.set(name, value, domain="127.0.0.1")
    return other
