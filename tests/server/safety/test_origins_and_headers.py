"""The door of the house: whose site asks, and what every answer carries."""

from typing import Any

import httpx
import pytest
from tests.patience import PATIENCE, SOCKET
from tests.server.house_in_process import OpenHouse
from tests.server.safety.conftest import Opening
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tablee.server.http.middleware import SECURITY

pytestmark = pytest.mark.anyio

FOREIGN: list[dict[str, str]] = [
    {"Origin": "https://elsewhere.example"},
    {"Origin": "null"},
    {"Origin": ""},
    {"Origin": "http://["},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "http://127.0.0.1:1"},
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
]


@pytest.fixture
async def house(opened: Opening) -> OpenHouse:
    return await opened()


def check_headers(headers: Any) -> None:
    for name, value in SECURITY.items():
        assert headers[name] == value
    assert "access-control-allow-origin" not in headers


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_another_site_changes_nothing_in_a_guests_name(house: OpenHouse, headers: dict[str, str]) -> None:
    ada = await house.guest("Ada")
    table = await ada.create_table()
    asked = [
        ("POST", "/api/me", {"name": "Mallory"}),
        ("PATCH", "/api/me", {"name": "Mallory"}),
        ("DELETE", "/api/me", None),
        ("POST", f"/api/tables/{table}/close", None),
        ("POST", "/no/such/page", None),
        ("PUT", "/api/me", None),
    ]
    for method, path, data in asked:
        refused = await ada.http.request(method, path, json=data, headers=headers)
        assert (refused.status_code, refused.json()["code"]) == (403, "foreign")
        check_headers(refused.headers)
    assert (await ada.get("/api/me"))["name"] == "Ada"
    assert (await ada.table(table))["status"] == "open"


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_another_site_opens_no_socket(house: OpenHouse, headers: dict[str, str]) -> None:
    ada = await house.guest("Ada")
    table = await ada.create_table()
    cookie = {"Cookie": f"tablee_guest={ada.http.cookies['tablee_guest']}"}
    address = house.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus) as caught:
        await connect(address, additional_headers={**cookie, **headers}, **SOCKET)
    assert caught.value.response.status_code == 403
    assert b'"foreign"' in caught.value.response.body
    check_headers(caught.value.response.headers)


async def test_the_house_itself_and_programs_may_ask(opened: Opening) -> None:
    house = await opened(public_url="https://games.example/house/")
    ada = await house.guest("Ada")
    table = await ada.create_table()
    address = house.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    for headers in (
        {},
        {"Origin": house.url},
        {"Origin": house.url.replace("http", "https")},
        {"Origin": "https://games.example"},
        {"Sec-Fetch-Site": "same-origin"},
        {"Sec-Fetch-Site": "none"},
    ):
        assert (await ada.http.patch("/api/me", json={"name": "Ada"}, headers=headers)).status_code == 200
        async with connect(address, additional_headers=headers, **SOCKET) as socket:
            assert await socket.recv()
    refused = await ada.http.patch("/api/me", json={"name": "Ada"}, headers={"Origin": "http://games.example"})
    assert refused.status_code == 403


async def test_every_answer_is_strict(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async def broken(*_: object) -> None:
        raise RuntimeError("secret of the database")

    stranger = await house.guest("")
    asked: list[tuple[int, str, str, Any]] = [
        (200, "GET", "/health", None),
        (200, "HEAD", "/health", None),
        (200, "GET", "/api/games", None),
        (200, "GET", "/api/docs/openapi.json", None),
        (204, "OPTIONS", "/api/me", None),
        (400, "POST", "/api/me", b"{"),
        (401, "GET", "/api/me", None),
        (403, "GET", "/api/admin/tables", None),
        (404, "GET", "/no/such/page", None),
        (404, "GET", "/api/tables/nowhere", None),
        (405, "PUT", "/api/me", None),
        (405, "GET", "/api/tables/nowhere/socket", None),
        (413, "POST", "/api/me", b'"' + b"x" * 100_000 + b'"'),
        (413, "POST", "/api/records", b'"' + b"x" * 1_000_000 + b'"'),
    ]
    for status, method, path, body in asked:
        answer = await stranger.http.request(method, path, content=body, headers={"Content-Type": "application/json"})
        assert answer.status_code == status, (method, path)
        check_headers(answer.headers)
        if path.startswith("/api/"):
            assert answer.headers["Cache-Control"] == "no-store"
        if status >= 400:
            assert answer.headers["Content-Type"] == "application/json"
            assert set(answer.json()) == {"code", "sentence", "rule"}
        if status == 405:
            assert all(method.isupper() for method in answer.headers["Allow"].split(", ") if method)

    monkeypatch.setattr(house.house.store.tables, "lobby", broken)
    fault = await stranger.http.get("/api/tables", headers={"Accept-Language": "fr"})
    assert (fault.status_code, fault.json()["code"]) == (500, "fault")
    assert "secret" not in fault.text
    check_headers(fault.headers)


@pytest.mark.parametrize(
    "host", ["rebound.example", "127.0.0.1.rebound.example:8642", "games.example.evil.example", "["]
)
async def test_under_a_name_of_another_site_nothing_is_answered(opened: Opening, host: str) -> None:
    house = await opened(public_url="https://games.example/")
    ada = await house.guest("Ada")
    table = await ada.create_table()
    for path in ("/", "/api/me", "/health", f"/t/{table}", "/metrics"):
        refused = await ada.http.get(path, headers={"Host": host})
        assert (refused.status_code, refused.json()["code"]) == (421, "host_name_unknown")
        assert "host_names" in refused.json()["sentence"]
        check_headers(refused.headers)
    address = house.url.replace("http", "ws") + f"/api/tables/{table}/socket"
    with pytest.raises(InvalidStatus) as caught:
        await connect(address, additional_headers={"Host": host}, **SOCKET)
    assert caught.value.response.status_code == 421


OWN_NAMES = ("games.example", "GAMES.example.", "club.example:8642", "cafe.example")
HOME_NAMES = ("localhost:1", "a.localhost", "house:8642", "raspberrypi.local", "192.168.1.20:8642", "[fe80::1]:8642")


async def test_under_its_own_names_and_at_home_the_house_answers(opened: Opening) -> None:
    house = await opened(public_url="https://games.example/", host_names="club.example, cafe.example")
    ada = await house.guest("Ada")
    for host in OWN_NAMES + HOME_NAMES:
        assert (await ada.http.get("/api/me", headers={"Host": host})).status_code == 200


@pytest.mark.parametrize("path", ["/metrics", "//metrics", "/metrics/", "/%6detrics", "/metrics?x=1", "/./metrics"])
async def test_figures_are_told_to_known_addresses_only(opened: Opening, path: str) -> None:
    house = await opened(metrics_from="127.0.0.1, 198.51.100.0/24")
    async with httpx.AsyncClient(base_url=house.url, timeout=PATIENCE) as somebody:
        for reader in ("192.0.2.7", "2001:db8::1", "somewhere"):
            refused = await somebody.get(path, headers={"X-Forwarded-For": reader})
            assert b"tablee_sockets" not in refused.content
        for reader in ("198.51.100.7", "::ffff:198.51.100.7", "127.0.0.1"):
            told = await somebody.get("/metrics", headers={"X-Forwarded-For": reader})
            assert b"tablee_sockets" in told.content


def test_nothing_is_carried_out_that_did_not_come_in_a_file_of_the_house() -> None:
    policy = dict(part.split(" ", 1) for part in SECURITY["content-security-policy"].split("; "))
    assert policy["default-src"] == "'self'"
    assert {name: where for name, where in policy.items() if where not in ("'self'", "'none'")} == {
        "img-src": "'self' data:"
    }


async def test_the_guests_cookie_is_out_of_reach(house: OpenHouse) -> None:
    async with httpx.AsyncClient(base_url=house.url, timeout=PATIENCE) as somebody:
        given = (await somebody.post("/api/me", json={"name": "Ada"})).headers["Set-Cookie"]
    attributes = {part.strip().lower() for part in given.split(";")[1:]}
    assert {"httponly", "samesite=lax", "path=/"} <= attributes
    assert len(given.split(";")[0].split("=")[1]) >= 43
