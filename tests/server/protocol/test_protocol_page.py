"""The page on the protocol tells the truth: its conversations are held with a real house, its lists are complete."""

import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
from tests.patience import PATIENCE, SOCKET
from tests.server.house_process import house_process
from tests.server.protocol.protocol_examples import PAGE, Bindings, blocks, exchange, lines
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tablee.server.app import MAX_BODY_BYTES
from tablee.server.settings import Settings
from tablee.server.socket.connection import TEXT_LENGTH
from tablee.server.table import messages
from tablee.server.uvicorn_config import MAX_MESSAGE_BYTES


class Conversation:
    """The page read aloud: each person has a browser and a socket."""

    def __init__(self, url: str, stack: ExitStack) -> None:
        self._url = url
        self._stack = stack
        self._names = Bindings()
        self._people: dict[str, httpx.Client] = {}
        self._sockets: dict[str, ClientConnection] = {}

    def _browser(self, name: str) -> httpx.Client:
        if name not in self._people:
            self._people[name] = self._stack.enter_context(httpx.Client(base_url=self._url, timeout=PATIENCE))
        return self._people[name]

    def ask(self, name: str, text: str) -> None:
        method, path, body, status, told = exchange(text)
        answer = self._browser(name).request(method, self._names.filled(path), json=self._names.filled(body))
        assert answer.status_code == status, answer.text
        self._names.check(told, answer.json())

    def talk(self, name: str, text: str) -> None:
        for step, rest in lines(text):
            match step:
                case "connect":
                    self._connect(name, rest)
                case "disconnect":
                    self._sockets.pop(name).close()
                case ">":
                    self._sockets[name].send(json.dumps(self._names.filled(json.loads(rest))))
                case "<":
                    self._names.check(json.loads(rest), json.loads(self._sockets[name].recv(PATIENCE)))
                case "closed":
                    with pytest.raises(ConnectionClosed):
                        self._sockets[name].recv(PATIENCE)
                    assert self._sockets[name].close_code == int(rest)
                case _:
                    raise ValueError(step)

    def _connect(self, name: str, query: str) -> None:
        secret = self._browser(name).cookies.get("tablee_guest")
        address = f"{self._url.replace('http', 'ws', 1)}/api/tables/{self._names['$table']}/socket?{query}"
        headers = {"Cookie": f"tablee_guest={secret}"} if secret else {}
        self._sockets[name] = self._stack.enter_context(connect(address, additional_headers=headers, **SOCKET))


def test_the_conversations_of_the_page(tmp_path: Path) -> None:
    held = 0
    with ExitStack() as stack:
        house = stack.enter_context(house_process(tmp_path))
        conversation = Conversation(house.url, stack)
        for block in blocks("http", "socket"):
            act = conversation.ask if block.kind == "http" else conversation.talk
            act(block.words[0], block.text)
            held += 1
    assert held > 20


def test_the_messages_of_the_page() -> None:
    decoder = msgspec.json.Decoder(messages.ClientMessage)
    shown = {decoder.decode(block.text).__class__ for block in blocks("json")}
    talked = {json.loads(rest)["type"] for block in blocks("socket") for step, rest in lines(block.text) if step == ">"}
    assert {kind.__struct_config__.tag for kind in shown} | talked == {
        kind.__struct_config__.tag for kind in messages.ClientMessage.__args__
    }


def test_the_page_lists_every_request(tmp_path: Path) -> None:
    with house_process(tmp_path) as house:
        document: dict[str, Any] = httpx.get(f"{house.url}/api/docs/openapi.json", timeout=PATIENCE).json()
    offered = {f"{method.upper()} {path}" for path, item in document["paths"].items() for method in item}
    listed = set(re.findall(r"^\| `([A-Z]+ \S+)` \|", PAGE, re.MULTILINE))
    assert listed == offered


def test_the_limits_of_the_page() -> None:
    limits = PAGE[PAGE.index("## Limits") :]
    defaults = Settings()
    for number in (
        f"{defaults.requests_per_second:g} times a second",
        f"{defaults.sockets_per_address} sockets",
        f"{defaults.messages_per_second:g} messages a second",
        f"{defaults.tables_per_guest} tables",
        f"up to {MAX_BODY_BYTES:,} bytes",
        f"a message up to {MAX_MESSAGE_BYTES:,}",
    ):
        assert number in limits.replace("\n", " ")
    assert f"up to {TEXT_LENGTH} characters" in PAGE
