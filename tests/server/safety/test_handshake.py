"""Opening a socket with bad manners, and sending what is too large or no text."""

import json
import socket as sockets
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import pytest
from tests.patience import PATIENCE, SOCKET
from tests.server.house_process import HouseProcess, house_process
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from tablee.core.texts import LANGS, catalogue
from tablee.remote import HouseClient

UPGRADE = b"\r\n".join(
    [
        b"Upgrade: websocket",
        b"Connection: Upgrade",
        b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        b"Sec-WebSocket-Version: 13",
        b"",
        b"",
    ]
)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_process(tmp_path_factory.mktemp("house"), toys=True) as found:
        yield found
        assert not found.faults
        assert httpx.get(f"{found.url}/ready", timeout=PATIENCE).is_success


@pytest.fixture(scope="module")
def ada(house: HouseProcess) -> Iterator[HouseClient]:
    with HouseClient(house.url, "Ada") as guest:
        yield guest


@pytest.fixture(scope="module")
def table(ada: HouseClient) -> str:
    return str(ada.create_table("toy_auction", {"players": 3})["id"])


def answer(house: HouseProcess, table: str, query: str = "", **headers: str) -> tuple[dict[str, Any], int | None]:
    """The first message on a socket, and the code it is closed with, if it is."""
    address = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table}/socket?{query}"
    with connect(address, additional_headers=headers, **SOCKET) as socket:
        message = json.loads(socket.recv(PATIENCE))
        if message["type"] == "refused":
            with pytest.raises(ConnectionClosed):
                socket.recv(PATIENCE)
            assert socket.close_reason == message["code"]
            assert all(f"errors.{message['code']}" in catalogue("tablee.server", lang) for lang in LANGS)
    return message, socket.close_code if message["type"] == "refused" else None


def test_whoever_asks_oddly_is_told_so(house: HouseProcess, ada: HouseClient, table: str) -> None:
    cookie = f"tablee_guest={ada.secret}"
    for query in ("seat=x", "seat=-1", "seat=1e3", "seat=" + "9" * 50, "since=x", "since=-1", "since=0x1", "seat="):
        message, code = answer(house, table, query, Cookie=cookie)
        assert (message["code"], code) == ("bad_message", 4400), query
    for seat in (1, 2, 3, 99):
        message, code = answer(house, table, f"seat={seat}", Cookie=cookie)
        assert (message["code"], code) == ("not_your_seat", 4403)
    message, code = answer(house, table, "seat=0&lang=fr")
    assert (message["code"], code) == ("not_your_seat", 4403)
    assert message["sentence"].endswith("n’est pas la vôtre.")
    for query in ("since=999999999", "since=0", "lang=" + "x" * 1000, "lang=%00", "%ff=%fe", "seat=none", "a=1&a=2"):
        message, _ = answer(house, table, query, Cookie=cookie)
        assert message["type"] == "table", query


def test_a_table_that_does_not_exist(house: HouseProcess) -> None:
    for name in ("nowhere", "%00", "%ff%fe", quote("’; DROP TABLE tables"), "a" * 5000):
        message, code = answer(house, name)
        assert (message["code"], code) == ("no_such_table", 4404)
        assert len(message["sentence"]) < 1000
    for path in ("/api/me", "/nothing/here", "/api/tables/../../socket"):
        with pytest.raises(InvalidStatus) as caught, connect(house.url.replace("http", "ws", 1) + path, **SOCKET):
            pass
        assert caught.value.response.status_code in (403, 404)


def test_a_token_opens_its_own_seat_only(house: HouseProcess, ada: HouseClient, table: str) -> None:
    other = ada.create_table("toy_auction", {"players": 3})["id"]
    token = ada.program(other, 2)
    message, _ = answer(house, other, Authorization=f"Bearer {token}")
    assert (message["type"], message["seat"]) == ("table", 2)
    for where, shown in (
        (table, f"Bearer {token}"),
        (other, "Bearer "),
        (other, f"Bearer {token}x"),
        (other, f"Bearer {ada.secret}"),
        (other, "bearer \xff"),
    ):
        message, code = answer(house, where, Authorization=shown)
        assert (message["code"], code) == ("bad_token", 4403)
    message, code = answer(house, other, "seat=0", Authorization=f"Bearer {token}")
    assert (message["code"], code) == ("not_your_seat", 4403)
    for scheme in (f"Basic {token}", token, ""):
        message, _ = answer(house, other, Authorization=scheme)
        assert (message["type"], message.get("seat")) == ("table", None)


@pytest.mark.parametrize("cookie", ["tablee_guest=", "tablee_guest=x", "tablee_guest=\xff; =;;", "tablee_guest"])
def test_a_false_cookie_makes_a_stranger(house: HouseProcess, table: str, cookie: str) -> None:
    message, _ = answer(house, table, Cookie=cookie)
    assert (message["type"], message.get("seat"), message["around"]["yours"]) == ("table", None, [])


def test_messages_have_a_size(house: HouseProcess, table: str) -> None:
    address = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    for message in ("x" * 65_537, ["x" * 40_000, "x" * 40_000]):
        with connect(address, **SOCKET) as socket:
            socket.recv(PATIENCE)
            with pytest.raises(ConnectionClosed):
                _send_and_hear(socket, message)
            assert socket.close_code == 1009
    with connect(address, **SOCKET) as socket:
        socket.recv(PATIENCE)
        socket.send("x" * 65_536)
        assert json.loads(socket.recv(PATIENCE))["code"] == "bad_message"


def test_what_is_no_text_ends_the_conversation(house: HouseProcess, table: str) -> None:
    address = f"{house.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
    with connect(address, **SOCKET) as socket:
        socket.recv(PATIENCE)
        with pytest.raises(ConnectionClosed):
            _send_and_hear(socket, b"\xff\xfe", text=True)
        assert socket.close_code == 1007
    with connect(address, **SOCKET) as socket:
        socket.recv(PATIENCE)
        socket.send(b'{"type":"look","seat":null}')
        assert json.loads(socket.recv(PATIENCE))["type"] == "table"


def _send_and_hear(socket: Any, message: Any, **how: Any) -> None:
    socket.send(message, **how)
    socket.recv(PATIENCE)


@pytest.mark.parametrize(
    "said",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
        b"GET / HTTP/9.9\r\n\r\n",
        b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET / HTTP/1.1\r\n" + b"".join(b"X-%d: y\r\n" % number for number in range(10_000)) + b"\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!",
        b"POST /api/me HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
        b"GET /api/tables/x/socket HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
        b"GET /api/tables/\xff/socket?\xff HTTP/1.1\r\nHost: x\r\n" + UPGRADE,
        b"GET /health HTTP/1.1\r\nHost: x\r\nAccept-Language: \xff\r\nCookie: \xff=\xfe\r\nConnection: close\r\n\r\n",
    ],
    ids=range(10),
)
def test_no_noise_on_the_line_harms_the_house(house: HouseProcess, said: bytes) -> None:
    place = urlsplit(house.url)
    with sockets.create_connection((place.hostname, place.port), PATIENCE) as line:
        try:
            line.sendall(said)
            line.shutdown(sockets.SHUT_WR)
            heard = b"".join(iter(lambda: line.recv(65_536), b""))
        except ConnectionError:
            heard = b""
    assert b" 500 " not in heard.partition(b"\r\n")[0]
    assert b"Traceback" not in heard
    assert httpx.get(f"{house.url}/health", timeout=PATIENCE).is_success
