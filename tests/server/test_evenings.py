"""Evenings: who comes, the next match, and one score for all games."""

import asyncio
from typing import Any

import pytest
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, on_sqlite

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


async def test_whoever_is_forgotten_leaves_points_without_a_name(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    evening = await begin(anne, bernard)
    table = (await anne.post(f"/api/evenings/{evening}/next", {"game": "toy_nim", "options": {"heap": 1}}))["id"]
    await play(table, anne, bernard)
    assert [one["id"] for one in (await bernard.get("/api/me/data"))["evenings"]] == [evening]
    await bernard.http.delete("/api/me")
    people = (await anne.get(f"/api/evenings/{evening}"))["people"]
    assert {person["name"] for person in people} == {"Anne", ""}
    assert sum(person["points"] for person in people) == 3
