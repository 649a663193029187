"""The people of a tournament: who is taken out, forgotten, signs in, or has to organise it."""

import pytest
from tests.server.guest_client import refused
from tests.server.house_in_process import OpenHouse, on_sqlite
from tests.server.member_client import host
from tests.server.test_tournaments import announce, people, told

pytestmark = pytest.mark.anyio


async def test_a_player_who_is_forgotten_leaves_no_name(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    cup = await announce(anne, rounds=1)
    await bernard.post(f"/api/tournaments/{cup}/join")
    export = await bernard.get("/api/me/data")
    assert [one["id"] for one in export["tournaments"]] == [cup]
    await bernard.http.delete("/api/me")
    assert [player["name"] for player in (await told(anne, cup))["players"] if player["number"] == 2] == [""]
    await refused("too_few_players", anne.post(f"/api/tournaments/{cup}/round"))
    chloe = await house.guest("Chloé")
    await chloe.post(f"/api/tournaments/{cup}/join")
    now = await anne.post(f"/api/tournaments/{cup}/round")
    assert [sorted(table["seats"]) for table in now["rounds"][0]["tables"]] == [[1, 3]]


@on_sqlite
async def test_whoever_signs_in_keeps_what_they_played_as_a_guest(house: OpenHouse) -> None:
    anne, visitor = await house.guest("Anne"), await house.guest("Visiteuse")
    cup = await announce(visitor)
    evening = (await visitor.post("/api/evenings", {"title": "Ce soir"}))["id"]
    other = await announce(anne)
    store = house.house.store
    (guest,) = await store.tournaments.players(cup)
    (member,) = await store.tournaments.players(other)
    assert guest.guest is not None
    assert member.guest is not None
    await store.merge_guest(guest.guest, member.guest)
    assert {one["id"] for one in await anne.get("/api/tournaments")} == {cup, other}
    assert all(one["is_organiser"] for one in await anne.get("/api/tournaments"))
    assert [one["id"] for one in await anne.get("/api/evenings")] == [evening]
    assert (await told(anne, cup))["you"] == 1


@on_sqlite
async def test_whoever_joined_twice_before_signing_in_plays_once(house: OpenHouse) -> None:
    phone, computer = await house.guest("Téléphone"), await house.guest("Ordinateur")
    zoe = await house.guest("Zoé")
    cup = await announce(computer)
    evening = (await computer.post("/api/evenings", {"title": "Ce soir"}))["id"]
    for guest in (phone, zoe):
        await guest.post(f"/api/tournaments/{cup}/join")
        await guest.post(f"/api/evenings/{evening}/join")
    member, visitor, _ = [player.guest for player in await house.house.store.tournaments.players(cup)]
    assert member is not None
    assert visitor is not None
    await house.house.store.merge_guest(visitor, member)

    now = await computer.post(f"/api/tournaments/{cup}/round")
    assert [sorted(table["seats"]) for table in now["rounds"][0]["tables"]] == [[1, 3]]
    assert (now["you"], {player["number"]: player["here"] for player in now["players"]}) == (
        1,
        {1: True, 2: False, 3: True},
    )
    match = await zoe.post(f"/api/evenings/{evening}/next", {"game": "toy_nim"})
    assert sorted(chair["name"] for chair in match["chairs"]) == ["Ordinateur", "Zoé"]
    late = await house.guest("Tard")
    told_there = await late.post(f"/api/evenings/{evening}/join")
    assert sorted(person["name"] for person in told_there["people"]) == ["Ordinateur", "Tard", "Zoé"]


@on_sqlite
async def test_whom_the_organiser_takes_out_comes_back_by_the_organiser_alone(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    cup = await announce(anne)
    bernard, chloe = await people(house, cup, 2)
    await chloe.post(f"/api/tournaments/{cup}/leave")
    for number in (1, 2, 3):
        now = await anne.post(f"/api/tournaments/{cup}/players/{number}/leave")
    assert all(player["taken_out"] and not player["here"] for player in now["players"])
    for guest in (bernard, chloe):
        await refused("taken_out", guest.post(f"/api/tournaments/{cup}/join"))
    await refused("organiser_only", bernard.post(f"/api/tournaments/{cup}/players/2/return"))
    await refused("no_such_player", anne.post(f"/api/tournaments/{cup}/players/9/return"))
    await anne.post(f"/api/tournaments/{cup}/join")
    now = await anne.post(f"/api/tournaments/{cup}/players/2/return")
    assert {player["number"]: player["here"] for player in now["players"]} == {1: True, 2: True, 3: False}
    await bernard.post(f"/api/tournaments/{cup}/leave")
    await bernard.post(f"/api/tournaments/{cup}/join")  # who left by themselves is free to come back


@on_sqlite
async def test_a_tournament_goes_on_when_its_organiser_is_forgotten(house: OpenHouse) -> None:
    owner, anne, stranger = await host(house, "Hôte"), await house.guest("Anne"), await house.guest("Passant")
    cup = await announce(anne, rounds=2)
    bernard, chloe, denis = await people(house, cup, 3)
    await anne.post(f"/api/tournaments/{cup}/players/2/leave")
    await anne.http.delete("/api/me")
    for guest in (bernard, denis, stranger):
        await refused("organiser_only", guest.post(f"/api/tournaments/{cup}/round"))
    now = await chloe.post(f"/api/tournaments/{cup}/round")
    assert now["organiser"]
    assert [sorted(table["seats"]) for table in now["rounds"][0]["tables"]] == [[3, 4]]
    assert (await told(owner, cup))["organiser"]
    await owner.post(f"/api/tournaments/{cup}/players/4/leave")

    for guest in (bernard, chloe, denis):
        await guest.http.delete("/api/me")
    await house.house.tournaments.advance(cup)
    assert (await told(stranger, cup))["status"] == "over"


async def test_people_of_whom_one_has_blocked_the_other_are_not_paired(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    cup = await announce(anne, rounds=1)
    await people(house, cup, 3)
    store = house.house.store
    first, second, third, _ = [str(player.guest) for player in await store.tournaments.players(cup)]
    await store.regulars.block(first, second, 0.0)
    await store.regulars.block(third, first, 0.0)
    now = await anne.post(f"/api/tournaments/{cup}/round")
    assert sorted(sorted(table["seats"]) for table in now["rounds"][0]["tables"]) == [[1, 4], [2, 3]]
