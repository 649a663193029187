"""Behind a reverse proxy: whose word is taken for where a request came from."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from tests.patience import PATIENCE, SOCKET
from tests.samples import a_game
from tests.server.operations.serve_command import ServeCommand, serve_command
from websockets.sync.client import connect

from tablee.remote.house_client import HouseClient

RATE = 0.1
"""Requests a second; one may come at once. No machine is so slow that many more are answered."""
MANY = 30
GAME = a_game()


@pytest.fixture(scope="module")
def on_https(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServeCommand]:
    """A house that people reach by HTTPS, through a proxy."""
    with serve_command(tmp_path_factory.mktemp("on_https") / "data", public_url="https://house.example") as house:
        yield house


def asked(house: ServeCommand, *forwarded: str) -> Iterator[int]:
    """Ask once for each of these chains of addresses; the answers' statuses."""
    with httpx.Client(base_url=house.url, trust_env=False, timeout=PATIENCE) as client:
        for chain in forwarded:
            yield client.get("/health", headers={"X-Forwarded-For": chain}).status_code


def test_each_client_of_a_trusted_proxy_has_a_budget_of_its_own(tmp_path: Path) -> None:
    with serve_command(tmp_path / "data", requests_per_second=RATE) as house:
        assert set(asked(house, *(f"203.0.113.{client}" for client in range(MANY)))) == {200}
        made_up = [f"198.51.100.{client}, 203.0.113.99" for client in range(MANY)]
        assert 429 in asked(house, *made_up), "what the client itself wrote in front does not count"
        assert list(asked(house, "203.0.113.98")) == [200]
    (line,) = (line for line in house.lines if line["what"] == "rate limit exceeded")
    assert re.fullmatch(r"[0-9a-f]{8}", line["address"])
    assert "203.0.113" not in house.log


def test_nobody_else_is_believed(tmp_path: Path) -> None:
    with serve_command(tmp_path / "data", requests_per_second=RATE, proxies="192.0.2.1") as house:
        assert 429 in asked(house, *(f"203.0.113.{client}" for client in range(MANY)))


def test_the_cookie_is_for_https_only_where_the_proxy_speaks_it(on_https: ServeCommand) -> None:
    for scheme, secure in (("https", True), ("http", False)):
        headers = {"X-Forwarded-Proto": scheme, "Origin": "https://house.example"}
        answer = httpx.post(
            f"{on_https.url}/api/me", json={"name": "Anne"}, headers=headers, trust_env=False, timeout=PATIENCE
        )
        assert answer.status_code == 201
        assert ("secure" in answer.headers["set-cookie"].lower()) == secure
        assert answer.headers["set-cookie"].startswith("__Host-tablee_guest=" if secure else "tablee_guest=")
        assert "httponly" in answer.headers["set-cookie"].lower()
    foreign = {"Origin": "https://elsewhere.example", "Host": "house.example"}
    answer = httpx.post(
        f"{on_https.url}/api/me", json={"name": "Anne"}, headers=foreign, trust_env=False, timeout=PATIENCE
    )
    assert (answer.status_code, answer.json()["code"]) == (403, "foreign")


def test_on_https_only_the_stricter_cookie_counts(on_https: ServeCommand) -> None:
    """A neighbouring subdomain can set the plain one, so that people would play as its guest."""
    https = {"X-Forwarded-Proto": "https", "Origin": "https://house.example"}
    with httpx.Client(base_url=on_https.url, trust_env=False, timeout=PATIENCE) as client:
        client.post("/api/me", json={"name": "Anne"})
        secret = client.cookies["tablee_guest"]
        planted = client.get("/api/me", headers=https)
        assert (planted.status_code, planted.headers.get_list("set-cookie")) == (401, [])
        client.cookies.clear()
        named = client.post("/api/me", json={"name": "Bernard"}, headers=https).headers["set-cookie"]
        own, *parts = (part.strip() for part in named.split(";"))
        assert {"secure", "httponly", "path=/"} <= {part.lower() for part in parts}
        assert "domain" not in named.lower()
        strict = {"Cookie": f"tablee_guest={secret}; {own}", **https}
        assert client.get("/api/me", headers=strict).json() == {"name": "Bernard"}
        forgotten = client.delete("/api/me", headers=strict)
        assert {given.partition("=")[0] for given in forgotten.headers.get_list("set-cookie")} == {
            "tablee_guest",
            "__Host-tablee_guest",
        }


def test_on_https_sockets_know_guests_by_the_stricter_cookie(on_https: ServeCommand) -> None:
    with HouseClient(on_https.url, "Anne") as anne:
        table = anne.create_table(GAME)["id"]
        secret = anne.secret
    for cookie, seats in ((f"tablee_guest={secret}", []), (f"__Host-tablee_guest={secret}", [0])):
        headers = {"Cookie": cookie, "X-Forwarded-Proto": "https", "Origin": "https://house.example"}
        address = f"{on_https.url.replace('http', 'ws', 1)}/api/tables/{table}/socket"
        with connect(address, additional_headers=headers, **SOCKET) as socket:
            assert json.loads(socket.recv(PATIENCE))["around"]["yours"] == seats
