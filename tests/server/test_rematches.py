"""Rematches: who comes along, what was said and won before, and all meet at one table."""

import asyncio
from pathlib import Path

import pytest
from tests.server.guest_client import refused
from tests.server.house_in_process import OpenHouse, generous_settings, open_house

from tablee.server.http.table_creation import create_rematch
from tablee.server.store.guests import Guest
from tablee.server.table import commands

pytestmark = [pytest.mark.anyio, pytest.mark.two_by_night]


async def test_what_was_said_and_won_comes_along_to_a_rematch(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 1})
    await bernard.sit(table)
    wins: dict[str, int] = {"Anne": 0, "Bernard": 0}
    for number in range(1, 4):
        await anne.start(table)
        async with anne.at(table) as one, bernard.at(table) as two:
            if number == 1:
                await one.ask("say", text="Encore !")
            await asyncio.gather(one.play_out(), two.play_out())
            for seat in one.table["winners"]:
                wins[one.around["chairs"][seat]["name"]] += 1
        table = (await anne.do(table, "rematch"))["id"]
        async with anne.at(table) as one:
            chairs = [chair["name"] for chair in one.around["chairs"]]
            assert one.around["series"] == {"matches": number, "wins": [wins[name] for name in chairs]}
            assert [line["text"] for line in one.table["chat"]] == ["Encore !"]
            assert chairs[one.table["chat"][0]["seat"]] == "Anne"
    await anne.start(table)
    async with anne.at(table) as one:
        chairs = [chair["name"] for chair in one.around["chairs"]]
        assert one.around["series"]["wins"] == [wins[name] for name in chairs]


async def test_people_are_found_again_after_the_chairs_were_turned(house: OpenHouse) -> None:
    """By `places`, also over several rematches."""
    anne = await house.guest("Anne")
    table = await anne.create_table(
        "toy_auction", options={"players": 4, "rounds": 1}, bots=["random"] * 2, first_seat=1
    )
    bernard = await house.guest("Bernard")
    await bernard.sit(table)
    waiting = await anne.table(table)
    assert [chair["name"] for chair in waiting["chairs"]][:2] == ["Bernard", "Anne"]
    assert [chair["kind"] for chair in waiting["chairs"]] == ["person", "person", "bot", "bot"]
    sat = [chair["name"] for chair in waiting["chairs"]]
    turns = set()
    for _ in range(4):
        await anne.start(table)
        async with anne.at(table) as one, bernard.at(table) as two:
            places = one.around["places"]
            turns.add(tuple(places))
            for seat, chair in enumerate(one.around["chairs"]):
                assert chair["name"] == sat[places[seat]]
            assert (await anne.table(table))["places"] == places
            await asyncio.gather(one.play_out(), two.play_out())
        table = (await anne.do(table, "rematch"))["id"]
        assert (await anne.table(table))["places"] == places
    assert turns


async def test_a_rematch_needs_an_end_and_somebody_who_was_there(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 1}, seats=2)
    await refused("match_not_over", anne.do(table, "rematch"))
    await anne.start(table)
    await refused("match_not_over", anne.do(table, "rematch"))
    assert len(await anne.get("/api/my/tables")) == 1
    async with anne.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))
    await refused("not_at_table", bernard.do(table, "rematch"))


async def test_nobody_closes_a_finished_match_before_all_have_its_record(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 1}, seats=2)
    await anne.start(table)
    async with anne.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))
    await refused("wrong_status", anne.do(table, "close"))
    live = await house.house.live(table)
    await house.house.change(live, lambda there, at: commands.change_status(there, "aside", at))
    await refused("wrong_status", anne.do(table, "close"))
    await house.house.change(live, lambda there, at: commands.change_status(there, "restore", at))
    assert (await anne.get(f"/api/tables/{table}/record"))["result"]


async def test_all_who_ask_for_a_rematch_at_once_meet_at_one_table(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 1})
    await bernard.sit(table)
    await anne.start(table)
    async with anne.at(table) as one, bernard.at(table) as two:
        await asyncio.gather(one.play_out(), two.play_out())
    told = await asyncio.gather(*(person.do(table, "rematch") for person in (anne, bernard) * 3))
    (again,) = {answer["id"] for answer in told}
    assert (await anne.table(table))["next_table"] == again
    waiting = [mine["id"] for mine in await bernard.get("/api/my/tables") if mine["status"] == "open"]
    assert waiting == [again]


async def test_whoever_may_have_one_table_more_asks_twice_for_a_rematch(database: str, tmp_path: Path) -> None:
    async with open_house(generous_settings(database, tmp_path, tables_per_guest=1)) as house:
        anne = await house.guest("Anne")
        table = await anne.create_table("toy_nim", options={"heap": 1}, seats=2)
        await anne.start(table)
        async with anne.at_all(table) as places:
            await asyncio.gather(*(place.play_out() for place in places))
        told = await asyncio.gather(*(anne.do(table, "rematch") for _ in range(4)))
        assert len({answer["id"] for answer in told}) == 1


async def test_of_two_tables_create_at_once_for_a_rematch_one_is_closed(house: OpenHouse) -> None:
    """As two processes may do."""
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"heap": 1}, seats=2)
    await anne.start(table)
    async with anne.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))
    live = await house.house.live(table)
    guest = Guest(live.table.setup.host or "", "Anne")
    await asyncio.gather(*(create_rematch(house.house, live, guest) for _ in range(2)))
    statuses = {mine["id"]: mine["status"] for mine in await anne.get("/api/my/tables")}
    assert sorted(statuses.values()) == ["closed", "open", "over"]
    assert live.table.next_table is not None
    assert statuses[live.table.next_table] == "open"
