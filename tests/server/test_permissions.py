"""Who may act, and on which seat, is decided on the table as it stands when it is done, not when it was asked."""

import asyncio
from collections.abc import AsyncIterator, Awaitable
from contextlib import asynccontextmanager
from typing import Any

import pytest
from tests.patience import until
from tests.server.guest_client import GuestClient, RequestRefused
from tests.server.house_in_process import OpenHouse, on_sqlite

from tablee.core.fairness import SecretParts, seating
from tablee.server.house.live_table import LiveTable

pytestmark = [pytest.mark.anyio, on_sqlite]


class Queue:
    """What is asked of a table while it is held up, one thing after the other."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live
        self._asked: list[asyncio.Future[Any]] = []

    async def ask(self, asking: Awaitable[Any]) -> None:
        """Ask, and go on once the house has understood what."""
        self._asked.append(asyncio.ensure_future(asking))
        await until(lambda: len(self._live.pending) >= len(self._asked))

    async def outcomes(self) -> list[str]:
        """What came of it: the answer, or the code of the refusal."""
        return [await outcome(asked) for asked in self._asked]


async def outcome(asked: Awaitable[dict[str, Any]]) -> str:
    try:
        return str((await asked).get("code", "done"))
    except RequestRefused as refused:
        return refused.code


@asynccontextmanager
async def held_up(house: OpenHouse, table: str) -> AsyncIterator[Queue]:
    """The house has to wait for something at this table, so that all that is asked meanwhile is done together."""
    live = await house.house.live(table)
    queue = Queue(live)
    async with live.lock:
        before = asyncio.ensure_future(house.house.change(live, lambda *_: None))
        await until(lambda: live.worker is not None and not live.pending)
        yield queue
    await before


async def three(house: OpenHouse) -> list[GuestClient]:
    return [await house.guest(name) for name in ("Anne", "Bernard", "Claire")]


async def test_there_is_room_for_all_who_sit_down_at_once(house: OpenHouse) -> None:
    people = await three(house)
    table = await people[0].create_table("toy_nim", options={"players": 3}, seats=0)
    async with held_up(house, table) as queue:
        for person in people:
            await queue.ask(person.sit(table))
    assert await queue.outcomes() == ["done"] * 3
    assert [(await person.table(table))["yours"] for person in people] == [[0], [1], [2]]


async def test_whoever_leaves_while_the_chairs_are_turned_leaves_his_own(house: OpenHouse) -> None:
    anne, bernard, _ = await three(house)
    order = [0, 1]
    while order == [0, 1]:  # who begins is drawn; here it must not be Anne
        table = await anne.create_table("toy_nim")
        order = seating(SecretParts((await house.inside(table)).setup.secret, (None, None)).secret, 2)
    await bernard.sit(table)
    async with held_up(house, table) as queue:
        await queue.ask(anne.start(table))
        await queue.ask(bernard.do(table, "leave"))
    assert await queue.outcomes() == ["done"] * 2
    chairs = (await anne.table(table))["chairs"]
    assert {chair["name"]: chair.get("absent", False) for chair in chairs} == {"Anne": False, "Bernard": True}


async def test_whoever_stands_up_twice_frees_nobody_elses_seat(house: OpenHouse) -> None:
    anne, bernard, claire = await three(house)
    table = await anne.create_table("toy_nim")
    await bernard.sit(table)
    async with held_up(house, table) as queue:
        await queue.ask(bernard.do(table, "stand"))
        await queue.ask(claire.sit(table))
        await queue.ask(bernard.do(table, "stand"))
    assert await queue.outcomes() == ["done", "done", "not_your_seat"]
    assert (await claire.table(table))["yours"] == [1]


async def test_whoever_has_just_lost_a_seat_does_nothing_there(house: OpenHouse) -> None:
    anne, bernard, claire = await three(house)
    table = await anne.create_table("toy_nim", options={"heap": 60})
    await bernard.sit(table)
    await anne.start(table)
    # The host may give a seat of her own to somebody else while she is there.
    anne, bernard, host = bernard, anne, anne
    async with (
        anne.at(table) as hers,
        bernard.at(table) as his,
        # A socket hears one thing after the other.
        bernard.at(table) as his_tablet,
        bernard.at(table) as his_phone,
    ):
        seat = his.mine
        for place in (his, hers) if seat == 0 else (hers, his, hers):
            await place.play_on()
        await his.until_asked()
        token = (await host.do(table, f"seats/{seat}/link"))["token"]
        async with held_up(house, table) as queue:
            await queue.ask(claire.post("/api/take-seat", {"token": token}))
            await queue.ask(his.play())
            await queue.ask(his_tablet.ask("undo", seat=seat))
            await queue.ask(his_phone.ask("answer_undo", seat=seat, agree=True))
        assert await queue.outcomes() == ["done", *["not_your_seat"] * 3]
    assert (await claire.table(table))["yours"] == [seat]
