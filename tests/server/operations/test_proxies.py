"""Behind a reverse proxy: whose word is taken for where a request came from."""

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
from tests.patience import PATIENCE
from tests.server.operations.serve_command import ServeCommand, serve_command

RATE = 0.1
"""Requests a second; one may come at once. No machine is so slow that many more are answered."""
MANY = 30


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


def test_the_cookie_is_for_https_only_where_the_proxy_speaks_it(tmp_path: Path) -> None:
    with serve_command(tmp_path / "data", public_url="https://house.example") as house:
        for scheme, secure in (("https", True), ("http", False)):
            headers = {"X-Forwarded-Proto": scheme, "Origin": "https://house.example"}
            answer = httpx.post(
                f"{house.url}/api/me", json={"name": "Anne"}, headers=headers, trust_env=False, timeout=PATIENCE
            )
            assert answer.status_code == 201
            assert ("secure" in answer.headers["set-cookie"].lower()) == secure
            assert answer.headers["set-cookie"].startswith("__Host-tablee_guest=" if secure else "tablee_guest=")
            assert "httponly" in answer.headers["set-cookie"].lower()
        foreign = {"Origin": "https://elsewhere.example", "Host": "house.example"}
        answer = httpx.post(
            f"{house.url}/api/me", json={"name": "Anne"}, headers=foreign, trust_env=False, timeout=PATIENCE
        )
        assert (answer.status_code, answer.json()["code"]) == (403, "foreign")


def test_on_https_a_guest_of_an_earlier_version_is_known_and_given_the_stricter_cookie(tmp_path: Path) -> None:
    with serve_command(tmp_path / "data", public_url="https://house.example") as house:
        https = {"X-Forwarded-Proto": "https", "Origin": "https://house.example"}
        with httpx.Client(base_url=house.url, trust_env=False, timeout=PATIENCE) as plain:
            plain.post("/api/me", json={"name": "Anne"})
            secret = plain.cookies["tablee_guest"]
            told = plain.get("/api/me", headers=https)
            assert told.json() == {"name": "Anne"}
            (given,) = told.headers.get_list("set-cookie")
            assert given.startswith(f"__Host-tablee_guest={secret}; ")
            assert {"secure", "httponly", "path=/"} <= {part.strip().lower() for part in given.split(";")}
            assert "domain" not in given.lower()
        strict = {"Cookie": f"__Host-tablee_guest={secret}", **https}
        again = httpx.get(f"{house.url}/api/me", headers=strict, trust_env=False, timeout=PATIENCE)
        assert (again.json(), again.headers.get_list("set-cookie")) == ({"name": "Anne"}, [])
        forgotten = httpx.delete(f"{house.url}/api/me", headers=strict, trust_env=False, timeout=PATIENCE)
        assert {given.partition("=")[0] for given in forgotten.headers.get_list("set-cookie")} == {
            "tablee_guest",
            "__Host-tablee_guest",
        }
