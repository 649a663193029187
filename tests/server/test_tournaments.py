"""Tournaments: joining, rounds, those who do not come, restarts, and what is told of them."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest
from tests.patience import PATIENCE
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house

from tablee.core.verify import verify
from tablee.server.table import commands, deal_commands
from tablee.server.table.table_parts import Status

pytestmark = pytest.mark.anyio

NIM = {"title": "Coupe", "game": "toy_nim", "options": {"heap": 1}, "format": "swiss", "seats": 2}


async def announce(organiser: GuestClient, **given: Any) -> str:
    told = await organiser.post("/api/tournaments", NIM | given)
    return str(told["id"])


async def people(house: OpenHouse, tournament: str, number: int) -> list[GuestClient]:
    """New guests who join, `number` of them."""
    found = [await house.guest(f"Joueur {place}") for place in range(1, number + 1)]
    for guest in found:
        await guest.post(f"/api/tournaments/{tournament}/join")
    return found


async def told(guest: GuestClient, tournament: str) -> dict[str, Any]:
    found: dict[str, Any] = await guest.get(f"/api/tournaments/{tournament}")
    return found


async def until_told(
    guest: GuestClient, tournament: str, condition: Callable[[dict[str, Any]], bool]
) -> dict[str, Any]:
    """Wait until a tournament stands so."""
    async with asyncio.timeout(PATIENCE):
        while not condition(now := await told(guest, tournament)):
            pass
    return now


async def until_rounds(guest: GuestClient, tournament: str, number: int) -> dict[str, Any]:
    """Wait until so many rounds are over."""
    return await until_told(guest, tournament, lambda now: sum(one["over"] for one in now["rounds"]) >= number)


@contextlib.asynccontextmanager
async def at_table(guest: GuestClient, table: str) -> AsyncIterator[None]:
    """Come to one's table, and play there when the match begins."""
    async with guest.at(table) as place:
        await place.until(lambda there: there.table["status"] != "open")
        await place.play_out()
        yield


async def play(guests: list[GuestClient], tournament: str) -> None:
    """All who have a table play there."""

    async def one(guest: GuestClient) -> None:
        table = (await told(guest, tournament))["your_table"]
        if table is not None:
            async with at_table(guest, table):
                pass

    await asyncio.gather(*(one(guest) for guest in guests))


async def test_a_tournament_from_its_announcement_to_its_end(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    cup = await announce(anne, rounds=2)
    others = await people(house, cup, 3)
    await refused("organiser_only", others[0].post(f"/api/tournaments/{cup}/round"))
    await anne.post(f"/api/tournaments/{cup}/round")
    for number in (1, 2):
        if number > 1:
            await anne.post(f"/api/tournaments/{cup}/round")
        await refused("no_round_now", anne.post(f"/api/tournaments/{cup}/round"))
        now = await told(anne, cup)
        assert len(now["rounds"]) == number
        seated = [seat for table in now["rounds"][-1]["tables"] for seat in table["seats"]]
        assert sorted(seated) == [1, 2, 3, 4]
        await play([anne, *others], cup)
        await until_rounds(anne, cup, number)
    end = await until_told(others[0], cup, lambda now: now["status"] == "over")
    assert sum(player["points"] for player in end["players"]) == 4
    assert [player["points"] for player in end["players"]] == sorted(
        (player["points"] for player in end["players"]), reverse=True
    )
    table = end["rounds"][0]["tables"][0]
    inside = await house.inside(table["id"])
    names = {player["number"]: player["name"] for player in end["players"]}
    assert [chair.name for chair in inside.chairs] == [
        names[seat] for seat in table["seats"]
    ]  # chance did not seat them
    assert verify(inside.record()).fairness is not None


@on_sqlite
async def test_nobody_is_sent_to_a_table_before_it_is_put_up(house: OpenHouse) -> None:
    async def nothing(_: str) -> None: ...

    anne = await house.guest("Anne")
    cup = await announce(anne)
    await people(house, cup, 1)
    with pytest.MonkeyPatch.context() as slow:
        slow.setattr(house.house.tournaments, "advance", nothing)
        await anne.post(f"/api/tournaments/{cup}/round")
        begun = await told(anne, cup)
    assert (len(begun["rounds"]), begun["your_table"]) == (1, None)
    await house.house.tournaments.advance(cup)
    assert (await told(anne, cup))["your_table"] == begun["rounds"][0]["tables"][0]["id"]


@on_sqlite
async def test_whoever_does_not_come_forfeits_and_is_not_expected_again(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    cup = await announce(anne, rounds=3, arrival_seconds=60)
    (bernard,) = await people(house, cup, 1)
    await anne.post(f"/api/tournaments/{cup}/round")
    table = (await told(anne, cup))["your_table"]
    assert (await told(anne, cup))["due"] == house.timer.now() + 60
    async with anne.at(table) as place:
        assert place.table["status"] == "open"
        await house.timer.let_pass(60)
        await place.until(lambda there: there.table["status"] == "over")
    now = await until_rounds(anne, cup, 1)
    points = {player["name"]: (player["points"], player["here"]) for player in now["players"]}
    assert points == {"Anne": (1, True), "Joueur 1": (0, False)}
    await refused("too_few_players", anne.post(f"/api/tournaments/{cup}/round"))
    await bernard.post(f"/api/tournaments/{cup}/join")
    await anne.post(f"/api/tournaments/{cup}/round")
    assert (await told(bernard, cup))["your_table"] is not None


@on_sqlite
async def test_a_bot_fills_in_for_whoever_does_not_come_and_pays_nobody(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    cup = await announce(anne, rounds=1, no_show="bot", level="random")
    await people(house, cup, 1)
    await anne.post(f"/api/tournaments/{cup}/round")
    table = (await told(anne, cup))["your_table"]
    assert not (await told(anne, cup))["rounds"][0]["tables"][0]["begun"]
    async with anne.at(table) as place:
        await anne.post(f"/api/tournaments/{cup}/start")
        await place.until(lambda there: there.table["status"] != "open")
        assert (await told(anne, cup))["rounds"][0]["tables"][0]["begun"]
        await place.play_out()
    now = await until_rounds(anne, cup, 1)
    assert {player["name"]: player["points"] for player in now["players"]} == {"Anne": 1, "Joueur 1": 0}


@on_sqlite
async def test_bots_fill_up_tables_and_late_players_come_in(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    cup = await announce(
        anne,
        game="toy_auction",
        options={"rounds": 1},
        format="round_robin",
        seats=3,
        bots=True,
        rounds=2,
        level="random",
        automatic=True,
    )
    (bernard,) = await people(house, cup, 1)
    await anne.post(f"/api/tournaments/{cup}/round")
    (table,) = (await told(anne, cup))["rounds"][0]["tables"]
    assert sorted(table["seats"], key=str) == [1, 2, None]
    chloe = await house.guest("Chloé")
    await chloe.post(f"/api/tournaments/{cup}/join")
    await play([anne, bernard], cup)
    now = await until_told(anne, cup, lambda now: len(now["rounds"]) == 2)  # it began by itself
    assert sorted(now["rounds"][1]["tables"][0]["seats"]) == [1, 2, 3]
    await refused(
        "no_such_match", anne.post(f"/api/tournaments/{cup}/tables/{table['id']}/result", {"ranks": [1, 2, 3]})
    )
    second = now["rounds"][1]["tables"][0]["id"]
    end = await anne.post(f"/api/tournaments/{cup}/tables/{second}/result", {"ranks": [1, 2, 3]})
    assert end["status"] == "over"
    assert [one["tables"][0]["decided"] for one in end["rounds"]] == [False, True]
    assert (await anne.table(second))["status"] == "closed"


@on_sqlite
async def test_a_restart_in_the_middle_changes_nothing(database: str, tmp_path: Path) -> None:
    """64 players; the house closes while a round is played, before all have come. Then all other matches end unheard,
    and their results are written down by whoever looks next."""
    async with open_house(generous_settings(database, tmp_path)) as house:
        anne = await house.guest("Organisatrice")
        cup = await announce(anne, plays=False, rounds=2, arrival_seconds=60)
        guests = await people(house, cup, 64)
        await anne.post(f"/api/tournaments/{cup}/round")
        tables = (await told(anne, cup))["rounds"][0]["tables"]
        assert len(tables) == 32
        played = [guests[number - 1] for table in tables[:3] for number in table["seats"]]
        await play(played, cup)
        before = await until_told(anne, cup, lambda now: has_ended(now, 3))
        await house.leave_tables()
        cookies = dict(anne.http.cookies)
    async with open_house(generous_settings(database, tmp_path)) as house:
        again = await house.guest("")
        again.http.cookies.update(cookies)
        assert await told(again, cup) == before
        assert (await house.inside(tables[3]["id"])).setup.occasion is not None
        with pytest.MonkeyPatch.context() as deaf:
            deaf.setattr(house.house.tournaments, "after_change", lambda _: None)  # nobody hears that matches end
            await again.post(f"/api/tournaments/{cup}/start")
        assert (await house.inside(tables[-1]["id"])).status is Status.OVER
        await house.house.tournaments.advance(cup)  # as at a start: what was not heard is found
        now = await until_rounds(again, cup, 1)
        ended = now["rounds"][0]["tables"]
        assert ended[:3] == before["rounds"][0]["tables"][:3]
        assert all(table["absent"] == [0, 1] for table in ended[3:])
        await house.house.tournaments.advance(cup)  # whoever looks again writes nothing twice
        rows = await house.house.store.tournaments.rows(cup)
        assert sum(row.kind == "result" for row, _ in rows) == 32
        assert sum(player["here"] for player in now["players"]) == 6


def has_ended(now: dict[str, Any], number: int) -> bool:
    """Whether so many matches of the last round have ended."""
    return sum(bool(table["ranks"]) for table in now["rounds"][-1]["tables"]) == number


@on_sqlite
async def test_what_is_told_to_file_and_what_is_not_told(house: OpenHouse) -> None:
    anne = await house.guest("=Anne")
    cup = await announce(anne, rounds=1)
    await people(house, cup, 1)
    await anne.post(f"/api/tournaments/{cup}/round")
    stranger = await house.guest("")
    file = (await stranger.http.get(f"/api/tournaments/{cup}/results.csv?lang=fr")).text
    assert file.splitlines()[0] == "Rang,Nom,Points,Buchholz,Sonneborn-Berger,Victoires"
    assert "'=Anne" in file
    seen = await told(stranger, cup)
    assert (seen["you"], seen["your_table"], seen["organiser"]) == (None, None, False)
    assert await anne.get("/api/tournaments") == [
        {
            "id": cup,
            "title": "Coupe",
            "game": "toy_nim",
            "status": "running",
            "created_at": house.timer.now(),
            "is_organiser": True,
        }
    ]
    ended = await anne.post(f"/api/tournaments/{cup}/end")
    assert ended["status"] == "over"
    late = await house.guest("Tard")
    await refused("tournament_full_up", late.post(f"/api/tournaments/{cup}/join"))


@on_sqlite
async def test_requests_that_make_no_sense(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    await refused("bad_title", announce(anne, title="  "))
    await refused("bad_table_sizes", announce(anne, least=3))
    await refused("unknown_level", announce(anne, level="genius"))
    await refused("bad_option", announce(anne, game="toy_auction", options={"rounds": 99}))
    await refused("no_such_tournament", anne.get("/api/tournaments/nowhere"))
    cup = await announce(anne)
    await refused("too_few_players", anne.post(f"/api/tournaments/{cup}/round"))
    twin = await house.guest("ANNE")
    await refused("player_name_taken", twin.post(f"/api/tournaments/{cup}/join"))
    await refused("no_such_player", twin.post(f"/api/tournaments/{cup}/leave"))
    await refused("no_such_player", anne.post(f"/api/tournaments/{cup}/players/9/leave"))


@on_sqlite
async def test_nobody_stands_up_or_sits_down_in_a_tournament_and_no_table_keeps_another_waiting(
    house: OpenHouse,
) -> None:
    anne, stranger = await house.guest("Anne"), await house.guest("Passant")
    cup = await announce(anne, plays=False, rounds=2, arrival_seconds=60)
    guests = await people(house, cup, 4)
    await anne.post(f"/api/tournaments/{cup}/round")
    tables = (await told(anne, cup))["rounds"][0]["tables"]
    first = tables[0]["id"]
    forgotten, player = [guests[number - 1] for number in tables[0]["seats"]]
    for way in ("stand", "leave"):
        await refused("seats_given", player.post(f"/api/tables/{first}/{way}", {}))
    await forgotten.http.delete("/api/me")
    chairs = (await anne.table(first))["chairs"]
    assert [chair["kind"] for chair in chairs] == ["bot", "person"]
    await refused("seats_given", stranger.post(f"/api/tables/{first}/sit", {"seat": 0}))

    live = await house.house.live(first)
    await house.house.change(live, lambda table, at: commands.change_status(table, "aside", at, code="trouble"))
    await house.timer.let_pass(60)
    now = await until_told(anne, cup, lambda now: has_ended(now, 1))
    assert [bool(table["ranks"]) for table in now["rounds"][0]["tables"]] == [False, True]


@on_sqlite
async def test_nothing_changes_in_a_tournament_that_is_over(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    cup = await announce(anne, plays=False, rounds=2)
    await people(house, cup, 4)
    await anne.post(f"/api/tournaments/{cup}/round")
    one, two = [table["id"] for table in (await told(anne, cup))["rounds"][0]["tables"]]
    live = await house.house.live(one)
    await house.house.change(live, lambda table, at: commands.change_status(table, "aside", at, code="trouble"))
    decided = await anne.post(f"/api/tournaments/{cup}/tables/{one}/result", {"ranks": [1, 2]})
    assert [table["decided"] for table in decided["rounds"][0]["tables"]] == [True, False]
    assert (await anne.table(one))["status"] == "closed"

    before = await anne.post(f"/api/tournaments/{cup}/end")
    assert (await anne.table(two))["status"] == "closed"
    await refused("no_such_match", anne.post(f"/api/tournaments/{cup}/tables/{two}/result", {"ranks": [1, 2]}))
    await house.house.tournaments.decide(cup, two, [1, 2])
    assert await told(anne, cup) == before


@on_sqlite
async def test_a_match_that_ended_meanwhile_is_not_decided_otherwise(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    cup = await announce(anne, plays=False, rounds=1)
    await people(house, cup, 2)
    await anne.post(f"/api/tournaments/{cup}/round")
    (table,) = [table["id"] for table in (await told(anne, cup))["rounds"][0]["tables"]]
    await house.house.change(await house.house.live(table), deal_commands.start)  # nobody came: all forfeit
    await house.house.tournaments.decide(cup, table, [1, 2])
    (ended,) = (await told(anne, cup))["rounds"][0]["tables"]
    assert (ended["decided"], ended["absent"]) == (False, [0, 1])
