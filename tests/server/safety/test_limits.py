"""Nobody takes more than a share: of requests, of messages, of sockets, of tables."""

from typing import Any

import httpx
import pytest
from litestar.connection import ASGIConnection
from tests.patience import PATIENCE, SOCKET
from tests.server.guest_client import RequestRefused
from tests.server.safety.conftest import Opening
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tablee.server.http.requests import address
from tablee.server.rate_limit import RateLimiter, TokenBucket

pytestmark = pytest.mark.anyio


def test_a_budget_fills_again() -> None:
    budget = TokenBucket(rate=2, burst=3, now=0)
    assert [budget.take(0) for _ in range(4)] == [0, 0, 0, 0.5]
    assert budget.take(0.25) == 0.25
    assert budget.take(0.5) == 0
    assert budget.take(100) == 0
    assert not budget.is_full(100)
    assert budget.is_full(100.5)


def test_budgets_forget_those_who_ask_no_more() -> None:
    now = 0.0
    budgets = RateLimiter(1, 2, lambda: now, most=10)
    for number in range(10):
        assert budgets.take(f"early {number}") == 0
    now = 5.0
    assert budgets.take("late") == 0
    assert len(budgets._buckets) == 1


def test_budgets_stay_small_when_many_ask_at_once() -> None:
    budgets = RateLimiter(1, 2, lambda: 0.0, most=10)
    for number in range(1000):
        budgets.take(f"address {number}")
        assert len(budgets._buckets) <= 10
    assert [budgets.take("address 999") for _ in range(2)] == [0, 1]


@pytest.mark.parametrize(
    ("host", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("not:an:address", "not:an:address"),
        ("", ""),
    ],
)
def test_neighbours_in_ipv6_count_as_one(host: str, counted: str) -> None:
    scope: Any = {"type": "http", "client": (host, 1)}
    assert address(ASGIConnection(scope)) == counted


async def test_an_address_that_asks_too_fast_is_told_when_to_come_back(opened: Opening) -> None:
    house = await opened(requests_per_second=1)
    async with httpx.AsyncClient(base_url=house.url, headers={"Accept-Language": "fr"}, timeout=PATIENCE) as somebody:
        for _ in range(10):
            assert (await somebody.get("/health")).status_code == 200
        for path in ("/health", "/nothing/here"):
            refused = await somebody.get(path)
            assert refused.status_code == 429
            assert refused.headers["Retry-After"] == "1"
            assert refused.json()["code"] == "too_fast"
            assert refused.json()["sentence"].startswith("Trop vite. Attendez 1 seconde")
        house.timer.jump(1)
        assert (await somebody.get("/health")).status_code == 200
        assert (await somebody.get("/health")).status_code == 429


async def test_sockets_are_requests_too(opened: Opening) -> None:
    house = await opened(requests_per_second=0.5)
    address = house.url.replace("http", "ws") + "/api/tables/abcdefghjk/socket"
    for _ in range(5):
        async with connect(address, **SOCKET) as socket:
            assert '"no_such_table"' in str(await socket.recv())
    with pytest.raises(InvalidStatus) as caught:
        await connect(address, **SOCKET)
    assert caught.value.response.status_code == 429
    assert caught.value.response.headers["Retry-After"] == "2"
    assert b'"too_fast"' in caught.value.response.body


async def test_a_socket_that_talks_too_fast_is_refused_but_not_closed(opened: Opening) -> None:
    house = await opened(messages_per_second=1)
    ada = await house.guest("Ada")
    table = await ada.create_table()
    async with ada.at(table) as place, ada.at(table) as other:
        for _ in range(10):
            assert (await place.ask("look", seat=0))["type"] == "done"
        version = place.version
        for asked in ({"type": "say", "text": "me again"}, {"type": "look", "seat": 0}):
            await place.send(httpx.Request("POST", "http://x", json=asked).content)
        await place.until(lambda there: [told.get("code") for told in there.told].count("too_fast") == 2)
        assert place.told[-1]["wait"] == 1
        assert (await other.ask("look", seat=0))["type"] == "done"
        house.timer.jump(3)
        assert (await place.ask("say", text="slower now"))["type"] == "done"
        assert place.chat[-1]["text"] == "slower now"
        assert (await house.inside(table)).version == version + 1


async def test_an_address_has_so_many_sockets(opened: Opening) -> None:
    house = await opened(sockets_per_address=2)
    ada = await house.guest("Ada")
    table = await ada.create_table()
    async with ada.at(table):
        async with ada.at(table), ada.at(table) as third:
            assert third.closed == 4429
            assert third.told[0]["code"] == "too_many_sockets"
            assert third.told[0]["sentence"] == "2 sockets are open from this address: close one first."
        async with ada.at(table) as another:
            assert another.table


async def test_a_guest_has_so_many_tables(opened: Opening) -> None:
    house = await opened(tables_per_guest=2)
    ada, bo = await house.guest("Ada"), await house.guest("Bo")
    first = await ada.create_table()
    await ada.create_table()
    with pytest.raises(RequestRefused) as caught:
        await ada.create_table()
    assert (caught.value.status, caught.value.code) == (429, "too_many_tables")
    await bo.create_table()
    await ada.do(first, "close")
    await ada.create_table()
