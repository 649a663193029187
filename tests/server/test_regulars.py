"""Regulars play again in one tap, blocked people are kept apart, and what is written can be reported."""

import asyncio
from pathlib import Path

import pytest
from tests.server.database_dump import database_text
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.server.member_client import PHRASE, host, join, member, send
from tests.server.receivers import push_service, take_push

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("quick_passphrases")]


async def played(first: GuestClient, *others: GuestClient) -> str:
    """A match of some people, to its end."""
    table = await first.create_table("toy_nim", options={"heap": 4, "players": 1 + len(others)})
    for other in others:
        await other.sit(table)
    await first.start(table)
    people = (first, *others)
    async with asyncio.timeout(60):
        places = [person.at(table) for person in people]
        async with places[0] as one, places[1] as two:
            await asyncio.gather(one.play_out(), two.play_out())
    return table


async def handles(person: GuestClient) -> dict[str, str]:
    """What somebody calls the people by whom they know."""
    told = await person.get("/api/me/regulars")
    return {each["name"]: each["handle"] for each in told["people"] + told["blocked"]}


async def add_regular(person: GuestClient, name: str) -> None:
    await person.post(f"/api/me/regulars/{(await handles(person))[name]}")


async def regulars_of(person: GuestClient) -> dict[str, tuple[bool, bool]]:
    """By name: whether this person has asked, and whether the other has."""
    told = await person.get("/api/me/regulars")
    return {each["name"]: (each["mine"], each["theirs"]) for each in told["people"]}


@on_sqlite
async def test_both_have_to_agree(house: OpenHouse) -> None:
    anne, ben, cleo = await house.guest("Anne"), await house.guest("Ben"), await house.guest("Cléo")
    assert await anne.get("/api/me/regulars") == {"people": [], "groups": [], "blocked": []}
    table = await played(anne, ben)
    assert await regulars_of(anne) == {"Ben": (False, False)}
    mine = await handles(anne)
    # Nobody is called by what others call them, and strangers cannot be asked.
    assert mine["Ben"] != (await handles(ben)).get("Ben")
    await refused("no_such_person", cleo.post(f"/api/me/regulars/{mine['Ben']}"))
    await add_regular(anne, "Ben")
    assert await regulars_of(anne) == {"Ben": (True, False)}
    assert await regulars_of(ben) == {"Anne": (False, True)}
    ask = {"handles": [mine["Ben"]], "like": table}
    await refused("not_regulars", anne.post("/api/me/group-table", ask))
    await add_regular(ben, "Anne")
    (group,) = (await anne.get("/api/me/regulars"))["groups"]
    assert (group["table"], group["game"], group["names"]) == (table, "toy_nim", ["Ben"])
    assert (await anne.get("/api/me/data"))["regulars"] == ["Ben"]
    told = await send(ben, "DELETE", f"/api/me/regulars/{(await handles(ben))['Anne']}")
    assert told["groups"] == []
    assert await regulars_of(anne) == {"Ben": (False, False)}


async def test_a_group_is_asked_again_in_one_go(house: OpenHouse) -> None:
    anne, ben = await house.guest("Anne"), await house.guest("Ben")
    table = await played(anne, ben)
    await add_regular(anne, "Ben")
    await add_regular(ben, "Anne")
    (group,) = (await anne.get("/api/me/regulars"))["groups"]
    made = await anne.post("/api/me/group-table", {"handles": group["handles"], "like": table})
    assert (made["game"], made["options"], made["open"], made["host"]) == (
        "toy_nim",
        (await anne.table(table))["options"],
        False,
        True,
    )
    invited = next(one for one in await ben.get("/api/my/tables") if one["id"] == made["id"])
    assert (invited["invited_by"], invited["yours"]) == ("Anne", [])
    assert (await ben.get("/api/me/data"))["invitations"] == [made["id"]]
    await ben.sit(made["id"])
    sitting = next(one for one in await ben.get("/api/my/tables") if one["id"] == made["id"])
    assert sitting["invited_by"] is None
    # Any game, too; and one can say no.
    other = await anne.post("/api/me/group-table", {"handles": group["handles"], "game": "toy_auction"})
    assert other["id"] in [one["id"] for one in await ben.get("/api/my/tables")]
    await send(ben, "DELETE", f"/api/me/invitations/{other['id']}")
    assert other["id"] not in [one["id"] for one in await ben.get("/api/my/tables")]
    for wrong in ({"like": table, "game": "toy_nim"}, {}):
        await refused("bad_request", anne.post("/api/me/group-table", {"handles": group["handles"], **wrong}))


@on_sqlite
async def test_an_invitation_is_told_by_push(database: str, tmp_path: Path) -> None:
    async with push_service() as push:
        settings = generous_settings(database, tmp_path, push_networks="127.0.0.0/8")
        async with open_house(settings) as house:
            anne, ben = await house.guest("Anne"), await house.guest("Ben")
            phone = push.browser("phone")
            await take_push(ben, phone)
            table = await played(anne, ben)
            await add_regular(anne, "Ben")
            await add_regular(ben, "Anne")
            ask = {"handles": [(await handles(anne))["Ben"]], "like": table}
            made = await anne.post("/api/me/group-table", ask)
            await house.timer.let_pass(0)
            assert [(one["title"], one["path"]) for one in phone.shown] == [
                ("Anne asks you to a table: Toy Nim", f"/t/{made['id']}")
            ]


async def test_blocked_people_never_meet_by_chance(house: OpenHouse) -> None:
    anne, ben, cleo = await house.guest("Anne"), await house.guest("Ben"), await house.guest("Cléo")
    table = await played(anne, ben)
    await add_regular(anne, "Ben")
    await add_regular(ben, "Anne")
    mine = await anne.create_table("toy_nim", open=True)
    his = await ben.create_table("toy_nim", open=True)
    hers = await cleo.create_table("toy_nim", open=True, options={"players": 3})
    closed = await cleo.create_table("toy_nim", options={"players": 3})
    for there in (hers, closed):
        await ben.sit(there)
    blocked = await anne.do(table, "seats/1/block" if 0 in (await anne.table(table))["yours"] else "seats/0/block")
    assert blocked["name"] == "Ben"
    # Neither sees the other's open tables, nor those at which the other sits.
    for person, unseen in ((anne, {his, hers}), (ben, {mine})):
        listed = {one["id"] for one in await person.get("/api/tables")}
        assert not listed & unseen
    assert {mine, his, hers} <= {one["id"] for one in await cleo.get("/api/tables")}
    await refused("kept_apart", anne.sit(his))
    await refused("kept_apart", anne.sit(hers))
    await refused("kept_apart", ben.sit(mine))
    await anne.sit(closed)  # Cléo has invited both: that is no chance
    # They are no regulars any more; only the one who blocked sees it.
    assert await regulars_of(anne) == await regulars_of(ben) == {}
    assert [one["name"] for one in (await anne.get("/api/me/regulars"))["blocked"]] == ["Ben"]
    assert (await ben.get("/api/me/regulars"))["blocked"] == []
    assert (await anne.get("/api/me/data"))["blocked"] == ["Ben"]
    again = await anne.do(table, "rematch")
    assert [chair["kind"] for chair in again["chairs"]].count("empty") == 1
    await send(anne, "DELETE", f"/api/me/blocks/{blocked['handle']}")
    await anne.sit(his)
    await anne.post(f"/api/me/blocks/{(await handles(anne))['Ben']}")
    await refused("oneself", anne.do(closed, f"seats/{(await anne.table(closed))['yours'][0]}/block"))


@on_sqlite
async def test_blocked_people_do_not_read_each_other(house: OpenHouse) -> None:
    anne, ben, cleo = await house.guest("Anne"), await house.guest("Ben"), await house.guest("Cléo")
    table = await cleo.create_table("toy_nim", options={"players": 3})
    await anne.sit(table)
    await ben.sit(table)
    async with anne.at(table) as one, ben.at(table) as two, cleo.at(table) as three:
        await two.ask("say", text="you fool")
        await one.until(lambda place: place.chat)
        number = one.chat[0]["number"]
        await anne.do(table, f"chat/{number}/block")
        await one.until(lambda place: not place.chat)  # at once
        for place, text in ((two, "and another thing"), (one, "well"), (three, "friends, please")):
            await place.ask("say", text=text)
        for place in (one, two, three):
            await place.until(lambda there: any(line["text"] == "friends, please" for line in there.chat))
    assert [line["text"] for line in one.chat] == ["well", "friends, please"]
    assert [line["text"] for line in two.chat] == ["you fool", "and another thing", "friends, please"]
    assert len(three.chat) == 4
    async with anne.at(table) as later:
        assert [line["text"] for line in later.chat] == ["well", "friends, please"]


@on_sqlite
async def test_lines_are_reported_to_the_host(house: OpenHouse, database: str) -> None:
    boss, helper, ben = await host(house, "Patronne"), await member(house, "Aide"), await member(house, "Ben")
    listed = await boss.get("/api/members")
    helper_id = next(one["id"] for one in listed["members"] if one["name"] == "Aide")
    await send(boss, "PATCH", f"/api/members/{helper_id}", {"role": "helper"})
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", options={"players": 3}, open=True)
    await ben.sit(table)
    async with ben.at(table) as there, anne.at(table) as mine:
        await there.ask("say", text="first insult")
        await there.ask("say", text="second insult")
        await mine.ask("say", text="stop it")
        await mine.until(lambda place: len(place.chat) == 3)
        first, second, own = [line["number"] for line in mine.chat]
    await refused("no_such_line", anne.do(table, "reports", {"lines": [first, 999]}))
    await refused("oneself", anne.do(table, "reports", {"lines": [own]}))
    assert await anne.do(table, "reports", {"lines": [second, first], "note": "He is rude."}) == {"people": 1}
    for person in (anne, ben):
        await refused("host_or_helper_only", person.get("/api/reports"))
    (report,) = await helper.get("/api/reports")
    assert (report["reporter"], report["about"], report["note"]) == ("Anne", "Ben", "He is rude.")
    assert [line["text"] for line in report["lines"]] == ["first insult", "second insult"]
    assert report["table"] == table
    assert report["member"] in {one["id"] for one in (await boss.get("/api/members"))["members"]}
    (done,) = await boss.post(f"/api/reports/{report['id']}/done")
    assert done["done_at"] == house.timer.now()
    await refused("no_such_report", boss.post("/api/reports/nothing/done"))
    assert (await anne.get("/api/me/data"))["reports"] == [
        {"table": table, "note": "He is rude.", "at": house.timer.now()}
    ]
    # What is reported about a helper is for the host alone.
    await helper.sit(table)
    async with helper.at(table) as there:
        await there.ask("say", text="what a helper says")
        await there.until(lambda place: len(place.chat) == 4)
        by_helper = there.chat[-1]["number"]
    await anne.do(table, "reports", {"lines": [by_helper]})
    assert [one["about"] for one in await helper.get("/api/reports")] == ["Ben"]
    about_helper = next(one for one in await boss.get("/api/reports") if one["about"] == "Aide")
    await refused("no_such_report", helper.post(f"/api/reports/{about_helper['id']}/done"))
    assert len(await boss.post(f"/api/reports/{about_helper['id']}/done")) == 2
    # Who reports a lot waits until somebody has looked; who leaves takes along what they wrote.
    for _ in range(20):
        await anne.do(table, "reports", {"lines": [first]})
    await refused("too_many_reports", anne.do(table, "reports", {"lines": [first]}))
    await send(anne, "DELETE", "/api/me")
    assert {one["reporter"] for one in await boss.get("/api/reports")} == {None}
    await send(ben, "DELETE", "/api/me")
    assert [one["about"] for one in await boss.get("/api/reports")] == ["Aide"]
    assert "insult" not in database_text(database)


async def test_company_follows_a_guest_who_signs_in(house: OpenHouse) -> None:
    marie = await member(house, "Marie")
    anne, ben, cleo = await house.guest("Anne"), await house.guest("Ben"), await house.guest("Cléo")
    table = await played(anne, ben)
    await played(anne, cleo)
    await add_regular(anne, "Ben")
    await add_regular(ben, "Anne")
    await anne.post(f"/api/me/blocks/{(await handles(anne))['Cléo']}")
    await ben.post("/api/me/group-table", {"handles": [(await handles(ben))["Anne"]], "like": table})
    await anne.post("/api/sign-in", {"name": "Marie", "passphrase": PHRASE})
    assert await regulars_of(marie) == {"Ben": (True, True)}
    assert await regulars_of(ben) == {"Marie": (True, True)}
    assert [one["name"] for one in (await marie.get("/api/me/regulars"))["blocked"]] == ["Cléo"]
    assert [one["invited_by"] for one in await marie.get("/api/my/tables")].count("Ben") == 1
    await join(cleo, "Cléo")
    await send(ben, "DELETE", "/api/me")
    assert await regulars_of(marie) == {}
