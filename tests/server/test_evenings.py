"""Evenings: who comes, the next match, and one score for all games."""

import asyncio
from itertools import count
from typing import Any

import pytest
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, on_sqlite

from tablee.server.house.live_table import LiveTable
from tablee.server.refusals import Refused

pytestmark = pytest.mark.anyio


async def begin(host: GuestClient, *others: GuestClient, **given: Any) -> str:
    evening = str((await host.post("/api/evenings", {"title": "Chez nous", **given}))["id"])
    for guest in others:
        await guest.post(f"/api/evenings/{evening}/join")
    return evening


async def play(table: str, *guests: GuestClient) -> None:
    """The host of the table starts it, and all play."""
    for guest in guests:
        if (await guest.table(table))["host"]:
            await guest.start(table)

    async def one(guest: GuestClient) -> None:
        async with guest.at(table) as place:
            await place.play_out()

    await asyncio.gather(*(one(guest) for guest in guests))


async def test_several_matches_one_score(house: OpenHouse) -> None:
    anne, bernard, chloe = [await house.guest(name) for name in ("Anne", "Bernard", "Chloé")]
    evening = await begin(anne, bernard, chloe)
    first = (await bernard.post(f"/api/evenings/{evening}/next", {"game": "toy_auction", "options": {"rounds": 1}}))[
        "id"
    ]
    same = await chloe.post(f"/api/evenings/{evening}/next", {"game": "toy_nim"})
    assert same["id"] == first  # two tapped: there is one next match
    told = await chloe.get(f"/api/evenings/{evening}")
    assert (told["current"], told["yours"], told["you"]) == (first, True, True)
    await play(first, anne, bernard, chloe)
    await chloe.post(f"/api/evenings/{evening}/leave")
    second = (await anne.post(f"/api/evenings/{evening}/next", {"game": "toy_nim", "options": {"heap": 1}}))["id"]
    async with anne.at(first) as before, anne.at(second) as place:
        assert before.around["next_table"] == second  # phones are called, and a big screen goes along
        assert place.around["occasion"] == {"kind": "evening", "id": evening}
        assert sorted(chair["name"] for chair in place.around["chairs"]) == ["Anne", "Bernard"]
    await play(second, anne, bernard)
    third = (await bernard.do(second, "rematch"))["id"]
    told = await anne.get(f"/api/evenings/{evening}")
    assert [match["table"] for match in told["matches"]] == [first, second, third]
    await play(third, anne, bernard)
    told = await anne.get(f"/api/evenings/{evening}")
    assert told["current"] is None
    expected: dict[str, int] = {}
    for table in (first, second, third):
        ended = await anne.table(table)
        ranks = ranks_of(ended)
        for chair, rank in zip(ended["chairs"], ranks, strict=True):
            expected[chair["name"]] = expected.get(chair["name"], 0) + len(ranks) + 1 - rank
    assert {person["name"]: person["points"] for person in told["people"]} == expected
    by_name = {person["name"]: person for person in told["people"]}
    assert by_name["Chloé"]["by_match"][1:] == [None, None]
    assert [person["rank"] for person in told["people"]] == sorted(person["rank"] for person in told["people"])
    assert (await bernard.get("/api/evenings"))[0]["title"] == "Chez nous"


def ranks_of(table: dict[str, Any]) -> list[int]:
    """Winners first, then by score."""
    keys = [(seat not in table["winners"], -score) for seat, score in enumerate(table["scores"])]
    return [1 + sum(other < key for other in keys) for key in keys]


@on_sqlite
async def test_bots_come_where_the_game_needs_more_players(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    evening = await begin(anne)
    table = await anne.post(
        f"/api/evenings/{evening}/next", {"game": "toy_nim", "options": {"heap": 1}, "bots": ["random"]}
    )
    assert [chair["kind"] for chair in table["chairs"]] == ["person", "bot"]
    await play(table["id"], anne)
    told = await anne.get(f"/api/evenings/{evening}")
    assert [person["name"] for person in told["people"]] == ["Anne"]


@on_sqlite
async def test_requests_that_make_no_sense(house: OpenHouse) -> None:
    screen, anne, stranger = [await house.guest(name) for name in ("Salon", "Anne", "Zoé")]
    await refused("no_such_evening", anne.get("/api/evenings/nowhere"))
    evening = await begin(screen, plays=False)
    await refused("evening_seats", screen.post(f"/api/evenings/{evening}/next", {"game": "toy_nim"}))
    await anne.post(f"/api/evenings/{evening}/join")
    await refused("not_at_evening", stranger.post(f"/api/evenings/{evening}/next", {"game": "toy_nim"}))
    await refused("unknown_game", screen.post(f"/api/evenings/{evening}/next", {"game": "chess"}))
    many = {"game": "toy_nim", "bots": ["random"] * 6}
    await refused("evening_seats", screen.post(f"/api/evenings/{evening}/next", many))
    table = await screen.post(f"/api/evenings/{evening}/next", {"game": "toy_nim"})
    assert (await anne.table(table["id"]))["host"]  # a screen cannot start a match: somebody who plays does


async def test_whoever_is_forgotten_is_left_out_and_others_keep_their_points(house: OpenHouse) -> None:
    anne, bernard, chloe = [await house.guest(name) for name in ("Anne", "Bernard", "Chloé")]
    evening = await begin(anne, bernard, chloe)
    await chloe.post(f"/api/evenings/{evening}/leave")
    table = (await anne.post(f"/api/evenings/{evening}/next", {"game": "toy_nim", "options": {"heap": 1}}))["id"]
    await play(table, anne, bernard)
    assert [one["id"] for one in (await bernard.get("/api/me/data"))["evenings"]] == [evening]
    before = {one["name"]: one["points"] for one in (await anne.get(f"/api/evenings/{evening}"))["people"]}
    for guest in (bernard, chloe):
        await guest.http.delete("/api/me")
    (left,) = (await anne.get(f"/api/evenings/{evening}"))["people"]
    assert (left["name"], left["points"], left["rank"]) == ("Anne", before["Anne"], 1)


@on_sqlite
async def test_whoever_leaves_a_match_is_last_whatever_the_bot_makes_of_it(house: OpenHouse) -> None:
    """Whoever takes the last match wins: the bot in her place does."""
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    evening = await begin(anne, bernard)
    table = (await anne.post(f"/api/evenings/{evening}/next", {"game": "toy_nim", "options": {"heap": 1}}))["id"]
    first = (await anne.start(table))["yours"] == [0]
    leaver, other = (anne, bernard) if first else (bernard, anne)
    await leaver.do(table, "leave", {})
    async with other.at(table) as place:
        await place.until(lambda there: there.table["status"] == "over")
        assert place.table["winners"] == [0]
    told = (await other.get(f"/api/evenings/{evening}"))["people"]
    assert [(one["you"], one["points"], one["won"]) for one in told] == [(True, 2, 1), (False, 1, 0)]


@on_sqlite
@pytest.mark.parametrize("look", [1, 2])
async def test_two_who_tap_in_the_same_moment_get_the_same_match(
    house: OpenHouse, look: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After one of Anne's looks whether a match is on, Bernard begins one."""
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    evening = await begin(anne, bernard)
    store, asked = house.house.store.evenings, f"/api/evenings/{evening}/next"
    read, looks, begun = store.tables, count(1), []

    async def read_before_the_other_taps(of: str) -> Any:
        found = await read(of)
        if next(looks) == look:
            begun.append((await bernard.post(asked, {"game": "toy_nim"}))["id"])
        return found

    monkeypatch.setattr(store, "tables", read_before_the_other_taps)
    mine = (await anne.post(asked, {"game": "toy_nim"}))["id"]
    assert begun == [mine]
    told = await anne.get(f"/api/evenings/{evening}")
    assert [match["table"] for match in told["matches"]] == [mine]
    sitting = [each for each in await anne.get("/api/my/tables") if each["status"] == "open"]
    assert [each["id"] for each in sitting] == [mine], "the other one is closed"


@on_sqlite
@pytest.mark.parametrize("first", ["rematch", "next"])
async def test_a_rematch_and_the_next_match_tapped_at_once_are_one(
    house: OpenHouse, first: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After Anne has looked whether a match is on, Bernard asks for it in the other way."""
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    evening = await begin(anne, bernard)

    async def follow(person: GuestClient, way: str) -> str:
        if way == "rematch":
            return str((await person.do(ended, "rematch"))["id"])
        return str((await person.post(f"/api/evenings/{evening}/next", {"game": "toy_nim", "options": one}))["id"])

    one = {"heap": 1}
    ended = await follow(anne, "next")
    await play(ended, anne, bernard)
    store = house.house.store.evenings
    begun: list[str] = []
    number_of_tables, tables = store.number_of_tables, store.tables

    async def read_before_the_other_taps(of: str) -> Any:
        found = await tables(of)
        if not begun:
            begun.append("")
            begun[0] = await follow(bernard, "rematch" if first == "next" else "next")
        return found

    async def looked(of: str) -> int:
        # From here on a table is about to be put up.
        monkeypatch.setattr(store, "tables", read_before_the_other_taps)
        monkeypatch.setattr(store, "number_of_tables", number_of_tables)
        return await number_of_tables(of)

    monkeypatch.setattr(store, "number_of_tables", looked)
    again = await follow(anne, first)
    assert begun == [again]
    told = await anne.get(f"/api/evenings/{evening}")
    assert [match["table"] for match in told["matches"]] == [ended, again]
    assert (await anne.table(ended))["next_table"] == again
    waiting = [mine["id"] for mine in await bernard.get("/api/my/tables") if mine["status"] == "open"]
    assert waiting == [again], "the other one is closed"


@on_sqlite
async def test_a_match_that_cannot_be_read_does_not_spoil_the_evening(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    anne = await house.guest("Anne")
    evening = await begin(anne)
    lost = (await anne.post(f"/api/evenings/{evening}/next", {"game": "toy_nim"}))["id"]
    load = house.house.live

    async def unreadable(table: str) -> LiveTable:
        if table == lost:
            raise Refused("no_such_table")
        return await load(table)

    monkeypatch.setattr(house.house, "live", unreadable)
    told = await anne.get(f"/api/evenings/{evening}")
    assert (told["current"], told["yours"], [person["name"] for person in told["people"]]) == (None, False, ["Anne"])
    assert (await anne.post(f"/api/evenings/{evening}/next", {"game": "toy_nim"}))["id"] != lost
