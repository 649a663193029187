"""Limits hold for all processes of a house together. Before, an address had each of them once for every worker."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE, until
from tests.server.guest_client import GuestClient, on_another_device, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_postgresql, on_sqlite, open_house, serve_app
from tests.server.virtual_time import VirtualTimer

from tablee.server.house import homes as homes_of_the_house
from tablee.server.house.homes import Homes
from tablee.server.http import middleware
from tablee.server.peers import limit_news
from tablee.server.peers.listener import Listener, scope_of
from tablee.server.peers.messages import LimitNews, PassedRequest
from tablee.server.rate_limit import RateLimiter
from tablee.server.shared_limits import OpenCount, SharedLimits

pytestmark = pytest.mark.anyio


def test_what_was_taken_at_another_process_has_to_be_waited_for() -> None:
    here, there = (RateLimiter(1, 3, lambda: 0.0) for _ in range(2))
    limits, others = (SharedLimits({"requests": each}, {}) for each in (here, there))
    limits.share()
    assert [here.take("greedy") for _ in range(4)] == [0, 0, 0, 1]
    assert here.take("modest") == 0
    assert there.take("greedy", 3) == 0, "not told yet"
    others.on_told("here", limits.taken(), {})
    assert there.take("greedy") == 4, "both processes together have given twice as much as they may"
    assert there.take("modest", 3) == 1
    assert limits.taken() == {}, "nothing is told twice"


def test_small_amounts_are_told_together() -> None:
    written = RateLimiter(1, 1000, lambda: 0.0, most=2)
    written.is_shared = True
    for _ in range(3):
        written.take("a", 0.25)
    assert written.news() == {}
    written.take("a", 0.25)
    assert written.news() == {"a": 1.0}
    for name in "abc":
        written.take(name, 0.1)
    assert len(written._collected) <= 2


def test_connections_at_other_processes_count() -> None:
    here, there = OpenCount(most=4), OpenCount(most=4)
    assert [here.enter("a") for _ in range(3)] == [True] * 3
    here.enter("b")
    assert OpenCount(100).worth_telling(2) == {}
    assert here.worth_telling(processes=1) == {"a": 3}
    assert here.worth_telling(processes=2) == {"a": 3, "b": 1}
    there.on_told("here", here.worth_telling(2))
    assert [there.enter("a"), there.enter("a"), there.enter("b")] == [True, False, True]
    there.leave("a")
    there.keep_only(["here"])
    assert not there.enter("a")
    there.keep_only([])
    assert there.enter("a")
    assert there.here == 4


class TwoProcesses:
    """Two processes of one house that tell each other of limits only when a test wants it."""

    def __init__(self, one: OpenHouse, two: OpenHouse) -> None:
        self.one, self.two = one, two

    async def tell(self, teller: OpenHouse, listener: OpenHouse) -> None:
        """One tells the other what is new, and it has arrived."""
        heard, before = asyncio.Event(), listener_of(listener).on_news

        def on_news(news: LimitNews) -> None:
            before(news)
            heard.set()

        listener_of(listener).on_news = on_news
        assert teller.limit_exchange is not None
        await teller.limit_exchange.tell_all()
        async with asyncio.timeout(PATIENCE):
            await heard.wait()
        listener_of(listener).on_news = before


def listener_of(house: OpenHouse) -> Listener:
    assert house.listener is not None
    return house.listener


def homes_of(house: OpenHouse) -> Homes:
    assert house.house.homes is not None
    return house.house.homes


async def table_at(house: OpenHouse, person: GuestClient) -> str:
    """A table whose home is this process."""
    table = await person.create_table("toy_nim")
    assert await homes_of(house).claim(table)
    return table


@pytest.fixture
async def processes(database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[TwoProcesses]:
    monkeypatch.setattr(homes_of_the_house, "RENEW_SECONDS", 3600.0)
    monkeypatch.setattr(limit_news, "PAUSE", 3600.0)
    limits = {"guests_per_hour": 2, "sockets_per_guest": 2}
    async with (
        open_house(generous_settings(database, tmp_path / "one", **limits)) as one,
        open_house(generous_settings(database, tmp_path / "two", **limits)) as two,
    ):
        await homes_of(one)._refresh_processes()
        yield TwoProcesses(one, two)


@on_postgresql
async def test_processes_tell_each_other_what_an_address_took(processes: TwoProcesses) -> None:
    one, two = processes.one, processes.two
    ada = await one.guest("Ada")
    await one.guest("Bo")
    stranger = await two.guest("")
    await processes.tell(one, two)
    assert (await refused("too_fast", stranger.post("/api/me", {"name": "Cy"}))).status == 429
    there = await on_another_device(ada, two.url, two.stack)
    here_too, there_too = await table_at(one, ada), await table_at(two, there)
    async with ada.at(here_too), ada.at(here_too):
        await processes.tell(one, two)
        async with there.at(there_too) as third:
            assert third.told[0]["code"] == "too_many_sockets_of_guest"
    await until(lambda: not one.house.metrics.sockets._value.get())
    await processes.tell(one, two)
    async with there.at(there_too), there.at(there_too):
        await processes.tell(two, one)
        async with ada.at(here_too) as third:
            assert third.closed == 4429
        await homes_of(two).leave()
        await homes_of(one)._refresh_processes()
        assert one.limit_exchange is not None
        await one.limit_exchange.tell_all()
        async with ada.at(here_too) as place:
            assert place.table, "what a process that has ended had open counts no more"


@on_postgresql
async def test_a_process_that_cannot_be_told_counts_alone(processes: TwoProcesses) -> None:
    one, two = processes.one, processes.two
    await one.guest("Ada")
    listener_of(two).close()
    assert one.limit_exchange is not None
    await one.limit_exchange.tell_all()
    await one.limit_exchange.tell_all()
    await two.guest("Bo")


@on_sqlite
async def test_what_is_passed_on_costs_its_address_time_at_the_home_too(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before, it was free there: with N workers an address could take N shares of the home of one table."""
    monkeypatch.setattr(middleware, "REFUSAL_PAUSE", 0.0)
    settings = generous_settings(database, tmp_path, share_per_address=1e-6)
    async with serve_app(settings, VirtualTimer()) as (_, app):

        async def passed_on(client: str) -> int:
            statuses: list[int] = []

            async def receive() -> Any:
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message: Any) -> None:
                statuses.extend([message["status"]] if "status" in message else [])

            path = "/api/tables/nosuchtable"
            request = PassedRequest("GET", path, path.encode(), b"", "http", (client, 1), [], b"")
            scope: Any = scope_of(request)
            await app(scope, receive, send)
            return statuses[0]

        greedy = [await passed_on("192.0.2.1") for _ in range(8)]
        assert greedy == sorted(greedy)
        assert set(greedy) == {404, 429}
        assert await passed_on("192.0.2.2") == 404
