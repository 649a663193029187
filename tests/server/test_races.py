"""Races: many who submit at once, twice, late and in any order. Nothing is lost, nothing is doubled."""

import asyncio
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.server.guest_client import GuestClient, RequestRefused, TableClient, is_asked, on_another_device
from tests.server.house_in_process import OpenHouse, generous_settings, on_postgresql, open_house
from tests.server.house_process import house_process
from tests.server.log_check import Acknowledged, check
from tests.server.test_replays import recorded

from tablee.server.house.house import House
from tablee.server.http import records

pytestmark = pytest.mark.anyio


async def play_at_once(place: TableClient, table: str, rng: Random, acknowledged: Acknowledged) -> None:
    """Play a seat that others play at the same time: choices twice, old ones again, all at once and in any order."""
    earlier: list[tuple[int, dict[str, Any]]] = []
    while True:
        await place.until(lambda there: there.table["status"] != "playing" or there.prompt)
        prompt = place.prompt
        if place.table["status"] != "playing" or prompt is None:
            return
        choices = [(prompt["id"], place.any_action())] * rng.choice([1, 2, 3])
        if prompt["replace"] and rng.random() < 0.5:
            # The choice is made, and this time it is good enough: wait for the others.
            choices = []
            await place.until(partial(_has_moved_on, prompt["id"]))
        choices += rng.sample(earlier, min(len(earlier), 2))
        rng.shuffle(choices)
        answers = await asyncio.gather(*(place.play(action, number) for number, action in choices))
        for (number, action), answer in zip(choices, answers, strict=True):
            if answer["type"] == "done":
                acknowledged.played(table, place.mine, number, action, answer["version"])
            else:
                assert answer["code"] in ("stale_prompt", "not_your_turn", "wrong_status"), answer
        earlier = [*earlier, *choices][-5:]
        await place.until_version(acknowledged.versions.get(table, 0))


def _has_moved_on(prompt: int, place: TableClient) -> bool:
    return place.prompt is None or place.prompt["id"] != prompt


async def play_from_many_devices(
    people: list[GuestClient], database: str, game: str, options: dict[str, Any], seats: int
) -> None:
    """The same guest from several devices, each at every seat, all of them playing."""
    acknowledged, rng = Acknowledged(), Random(5)
    table = await people[0].create_table(game, options=options, seats=seats)
    await people[0].start(table)
    async with AsyncExitStack() as stack:
        places = [
            await stack.enter_async_context(person.at(table, seat=seat))
            for person in people
            for seat in range(seats)
            for _ in range(2)
        ]
        await asyncio.gather(*(play_at_once(place, table, rng, acknowledged) for place in places))
        for place in places:
            await place.until(lambda there: there.table["status"] == "over")
        assert len({(place.version, tuple(place.table["scores"])) for place in places}) == 1
    assert acknowledged.count
    await check(database, acknowledged)


GAMES = [("toy_auction", {"players": 3, "rounds": 8}, 3), ("toy_nim", {"heap": 60}, 2)]


@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
async def test_many_play_the_same_seats_at_once(
    house: OpenHouse, database: str, game: str, options: dict[str, Any], seats: int
) -> None:
    anne = await house.guest("Anne")
    await play_from_many_devices(
        [anne, await on_another_device(anne, house.url, house.stack)], database, game, options, seats
    )


@on_postgresql
@pytest.mark.parametrize(("game", "options", "seats"), GAMES)
async def test_many_play_the_same_seats_through_two_processes(
    database: str, tmp_path: Path, game: str, options: dict[str, Any], seats: int
) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    async with AsyncExitStack() as stack:
        one = stack.enter_context(house_process(tmp_path / "one", toys=True, database=database))
        two = stack.enter_context(house_process(tmp_path / "two", toys=True, database=database))
        anne = GuestClient(one.url)
        await stack.enter_async_context(anne.http)
        await anne.post("/api/me", {"name": "Anne"})
        await play_from_many_devices(
            [anne, await on_another_device(anne, two.url, stack)], database, game, options, seats
        )


async def settle(asked: list[Any]) -> list[Any]:
    """What came of things asked at once: the answer, or the code of the refusal."""
    results = await asyncio.gather(*asked, return_exceptions=True)
    return [result.code if isinstance(result, RequestRefused) else result for result in results]


async def gather_at_once(people: list[GuestClient], database: str) -> None:
    """Many want the same seats, and the match to start."""
    host = people[0]
    table = await host.create_table("toy_auction", options={"players": 4, "rounds": 3}, seats=0)
    answers = await settle([person.sit(table, seat=seat) for seat in range(4) for person in people])
    assert sum(isinstance(answer, dict) for answer in answers) == 4
    # Which of the two refusals a seated guest gets depends on whether the other seat was still free.
    assert {answer for answer in answers if isinstance(answer, str)} <= {"seat_taken", "one_seat"}
    answers = await settle([host.start(table) for _ in range(8)])
    assert sum(isinstance(answer, dict) for answer in answers) == 1
    told = [await person.table(table) for person in people]
    assert sorted(seat for view in told for seat in view["yours"]) == [0, 1, 2, 3]
    acknowledged = Acknowledged()
    acknowledged.told(table, 5)
    await check(database, acknowledged, finished=False)


async def test_a_seat_is_taken_once_and_a_match_starts_once(house: OpenHouse, database: str) -> None:
    await gather_at_once([await house.guest(f"P{number}") for number in range(6)], database)


@on_postgresql
async def test_a_seat_is_taken_once_also_through_two_processes(house: OpenHouse, database: str, tmp_path: Path) -> None:
    async with open_house(generous_settings(database, tmp_path / "two")) as other:
        await gather_at_once([await where.guest("P") for where in (house, other) * 3], database)


async def create_at_once(devices: list[GuestClient], most: int) -> None:
    """A guest wants many more tables than he may have, from all his devices."""
    answers = await settle([person.create_table("toy_nim") for _ in range(10) for person in devices])
    refusals = [answer for answer in answers if answer == "too_many_tables"]
    assert len(answers) - len(refusals) == most
    assert len(await devices[0].get("/api/my/tables")) == most


async def test_a_guest_who_asks_many_times_at_once_has_no_more_tables(database: str, tmp_path: Path) -> None:
    async with open_house(generous_settings(database, tmp_path, tables_per_guest=3)) as house:
        anne = await house.guest("Anne")
        await create_at_once([anne, await on_another_device(anne, house.url, house.stack)], 3)
        assert await (await house.guest("Bernard")).create_table("toy_nim")


async def test_a_guest_who_brings_many_records_at_once_has_no_more_of_them(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(records, "MAX_RECORDS", 3)
    anne, record = await house.guest("Anne"), recorded("toy_nim", seed=2)
    answers = await settle([anne.post("/api/records", record) for _ in range(8)])
    refused = [answer for answer in answers if isinstance(answer, str)]
    assert len(refused) == 5
    assert set(refused) <= {"too_many_records", "queue_full"}  # one address may not fill the queue of checks
    assert await settle([anne.post("/api/records", record)]) == ["too_many_records"]
    assert len(await anne.get("/api/my/records")) == 3


@on_postgresql
async def test_a_guest_has_no_more_tables_through_two_processes(database: str, tmp_path: Path) -> None:
    async with (
        open_house(generous_settings(database, tmp_path / "one", tables_per_guest=3)) as one,
        open_house(generous_settings(database, tmp_path / "two", tables_per_guest=3)) as two,
    ):
        anne = await one.guest("Anne")
        await create_at_once([anne, await on_another_device(anne, two.url, one.stack)], 3)


@on_postgresql
async def test_what_is_written_elsewhere_is_told_here(house: OpenHouse, database: str, tmp_path: Path) -> None:
    """Every row reaches everybody, whichever process wrote it, also while a table is being read from the log."""
    async with open_house(generous_settings(database, tmp_path / "two")) as other:
        anne, bernard = await house.guest("Anne"), await other.guest("Bernard")
        table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 3})
        async with anne.at(table) as hers:
            await bernard.sit(table)
            await hers.until(lambda place: place.around["chairs"][1]["name"] == "Bernard")
            await anne.start(table)
            async with bernard.at(table) as his:
                await his.until(lambda place: place.table["status"] == "playing")
                assert {hers.mine, his.mine} == {0, 1}
                assert is_asked(his)
                await asyncio.gather(hers.play_out(), his.play_out())
                assert his.version == hers.version
                assert his.table["view"] | {"seat": 0} == hers.table["view"] | {"seat": 0}
                again = await bernard.do(table, "rematch")
                await hers.until(lambda place: place.around["next_table"] == again["id"])
        await bernard.http.delete("/api/me")
        async with anne.at(table) as hers:
            await hers.until(lambda place: all(chair["name"] != "Bernard" for chair in place.around["chairs"]))


@on_postgresql
async def test_a_process_that_has_not_heard_yet_goes_by_what_is_written(
    house: OpenHouse, database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither refuses nor shows what is past: whoever asks here has perhaps just been told elsewhere."""
    monkeypatch.setattr(House, "on_notice", lambda *_: None)
    async with open_house(generous_settings(database, tmp_path)) as other:
        anne = await house.guest("Anne")
        here, there = anne, await on_another_device(anne, other.url, other.stack)
        table = await here.create_table("toy_nim", options={"players": 3}, open=True, seats=2)
        async with there.at(table):
            await here.do(table, "stand", {"seat": 1})
            assert (await here.sit(table))["yours"] == [0, 1]
            assert (await there.table(table))["yours"] == [0, 1]
            await here.sit(table)
            assert (await there.start(table))["status"] == "playing"
            for listed in ("/api/tables", "/api/my/tables"):
                assert [told["status"] for told in await here.get(listed)] == ["playing"]
        async with here.at(table, seat=0) as first, there.at(table, seat=1) as second:
            assert second.table["status"] == "playing"
            await first.play_on()
            # The prompt of seat 1 is one that its process does not know of.
            before = first.version
            answer = await second.play({"type": "take", "matches": 1}, before)
            assert (answer["type"], answer["version"]) == ("done", before + 1)
        bernard = await house.guest("Bernard")
        link = await anne.do(table, "seats/2/link")
        bernard_there = await on_another_device(bernard, other.url, other.stack)
        async with bernard_there.at(table) as watching:
            assert watching.seat is None
            await bernard.post("/api/take-seat", {"token": link["token"]})
            assert (await watching.ask("look", seat=2))["type"] == "done"
            assert watching.mine == 2
