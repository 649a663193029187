"""Ratings follow from the rated matches alone: for any number of seats, with shared ranks, and with fixed bots."""

import asyncio
from random import Random
from statistics import fmean
from typing import Any

import pytest
from sqlalchemy import delete, select, update
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, on_sqlite
from tests.server.member_client import host, member, send
from tests.server.test_book import DAY, entered

from tablee.server.book.rating_model import (
    SEASON_SIGMA,
    RatedMatch,
    RatedSeat,
    SeasonRating,
    Strength,
    after,
    at_season,
    bot_strength,
    chances,
    recomputed,
)
from tablee.server.book.seasons import SEASONS_IN_A_QUARTER, season_of
from tablee.server.http.table_creation import RATED_SECONDS
from tablee.server.store import schema

pytestmark = pytest.mark.usefixtures("quick_passphrases")
GAME = "toy_nim"


def rated(number: int, *seats: RatedSeat) -> RatedMatch:
    return RatedMatch(f"t{number}", GAME, "1970-1", seats)


def person(name: str, rank: int, *, has_left: bool = False) -> RatedSeat:
    return RatedSeat(name, None, rank, has_left)


# The model


def test_whoever_wins_rises_and_a_shared_win_lies_in_between() -> None:
    alone = after(rated(1, person("zoe", 1), person("anne", 2), person("luc", 2)), {})
    shared = after(rated(1, person("zoe", 1), person("anne", 1), person("luc", 3)), {})
    assert alone["anne"].strength.mu == pytest.approx(alone["luc"].strength.mu)
    assert alone["zoe"].strength.mu > shared["zoe"].strength.mu > 25 > shared["luc"].strength.mu
    assert shared["zoe"].strength.mu == pytest.approx(shared["anne"].strength.mu)
    assert all(each.strength.sigma < Strength().sigma and each.matches == 1 for each in alone.values())


def test_leaving_does_not_pay() -> None:
    stayed = after(rated(1, person("zoe", 2), person("anne", 1)), {})
    left = after(rated(1, person("zoe", 1, has_left=True), person("anne", 2)), {})
    assert left["zoe"] == stayed["zoe"], "the bot that played on may have won"
    assert left["anne"] == stayed["anne"]


def test_bots_stay_what_they_are() -> None:
    chef = RatedSeat(None, "chef:bold", 2, False)
    told = after(rated(1, person("zoe", 1), chef), {})
    assert set(told) == {"zoe"}
    levels = [bot_strength(GAME, level).mu for level in ("plongeur", "commis", "cuisinier", "chef", "toque")]
    assert levels == sorted(levels)
    assert bot_strength(GAME, "chef:bold") == bot_strength(GAME, "chef")
    assert bot_strength("gone", "unheard of").mu == 25


def test_a_new_member_has_a_number_after_a_few_matches_against_bots() -> None:
    standings: dict[str, SeasonRating] = {}
    for number in range(6):
        standings |= after(rated(number, person("zoe", 1), RatedSeat(None, "cuisinier", 2, False)), standings)
    now = standings["zoe"].strength
    assert now.sigma < Strength().sigma * 0.75
    assert now.number > Strength().number + now.margin / 4


def test_a_season_is_a_quarter_and_makes_ratings_less_certain() -> None:
    assert season_of(1_000_000_000) == "2001-3"
    assert [season_of(day * DAY) for day in (0, 89, 90, 364, 365)] == ["1970-1", "1970-1", "1970-2", "1970-4", "1971-1"]
    known = SeasonRating(Strength(30.0, 1.5), "2001-3", 7)
    assert at_season(known, "2001-3") == known == at_season(known, "2001-2")
    later = at_season(known, "2002-1")
    assert later == SeasonRating(Strength(30.0, (1.5**2 + SEASON_SIGMA**2) ** 0.5), "2002-1", 0)
    assert at_season(SeasonRating(Strength(), "2001-3", 1), "2002-1").strength == Strength(), "never less than nothing"


def simulated(strengths: list[float], matches: int, seed: int) -> list[RatedMatch]:
    """Matches of two to five players of known strength."""
    rng = Random(seed)
    told = []
    for number in range(matches):
        players = rng.sample(range(len(strengths)), rng.randint(2, 5))
        shown = {player: rng.gauss(strengths[player], 25 / 6) for player in players}
        order = sorted(players, key=lambda player: -shown[player])
        told.append(rated(number, *(person(str(player), order.index(player) + 1) for player in players)))
    return told


def test_the_order_of_players_of_known_strength_is_recovered() -> None:
    strengths = [10.0, 15.0, 20.0, 25.0, 30.0, 35.0]
    found = {each.guest: each.standing.strength for each in recomputed(simulated(strengths, 400, seed=5)).seasons}
    assert sorted(found, key=lambda name: found[name].mu) == ["0", "1", "2", "3", "4", "5"]


def test_predicted_wins_come_true() -> None:
    """Over the second half of a long series, when ratings have settled."""
    matches = simulated([15.0, 20.0, 25.0, 25.0, 30.0, 35.0], 3000, seed=6)
    told = recomputed(matches)
    foreseen: list[tuple[float, bool]] = []
    for each in matches[1500:]:
        odds = chances(told.before[each.table])
        foreseen += [(chance, seat.rank == 1) for chance, seat in zip(odds, each.seats, strict=True)]
    for low in (0.0, 0.2, 0.4, 0.6):
        some = [(chance, won) for chance, won in foreseen if low <= chance < low + 0.2]
        assert fmean(chance for chance, _ in some) == pytest.approx(fmean(won for _, won in some), abs=0.08)


# At the table


async def rated_match(first: GuestClient, second: GuestClient, **more: Any) -> str:
    table = await first.create_table(GAME, options={"heap": 5}, rated=True, **more)
    await second.sit(table)
    await first.start(table)
    async with first.at(table) as one, second.at(table) as other:
        assert one.around["rating"] == "on"
        await asyncio.gather(one.play_out(), other.play_out())
    return table


async def all_digits(house: OpenHouse) -> Any:
    """All ratings, and with which rating everybody came to each match."""
    async with house.house.store._engine.connect() as connection:
        ratings = (await connection.execute(select(schema.ratings).order_by(*schema.ratings.primary_key))).all()
        seats = schema.match_seats.c
        query = select(seats.table_id, seats.seat, seats.mu, seats.sigma).order_by(seats.table_id, seats.seat)
        return [tuple(row) for row in ratings], [tuple(row) for row in (await connection.execute(query)).all()]


async def recompute(house: OpenHouse) -> int:
    headers = {"Authorization": f"Bearer {house.admin_token}"}
    answer = await (await house.guest("")).http.post("/api/admin/ratings", headers=headers)
    told: int = answer.json()["matches"]
    return told


@pytest.mark.anyio
async def test_ratings_are_recomputed_to_the_same_digit(house: OpenHouse) -> None:
    zoe, anne, luc = [await member(house, name) for name in ("Zoé", "Anne", "Luc")]
    for one, other in ((zoe, anne), (anne, luc), (zoe, luc), (zoe, anne)):
        await rated_match(one, other)
        house.timer.jump(40 * DAY)  # into the next season
    await entered(house)
    before = await all_digits(house)
    assert len(before[0]) > 3, "in two seasons"
    async with house.house.store._engine.begin() as connection:
        await connection.execute(delete(schema.ratings))
        await connection.execute(update(schema.match_seats).values(mu=None, sigma=None))
    assert await recompute(house) == 4
    assert await all_digits(house) == before
    # What remains of somebody who was forgotten is the rating that others met.
    await send(luc, "DELETE", "/api/me")
    left = await all_digits(house)
    assert left[1] == before[1]
    assert await recompute(house) == 4
    assert await all_digits(house) == left
    assert len(left[0]) < len(before[0])


@pytest.mark.anyio
async def test_a_ranking_shows_numbers_with_margins_and_the_bots(house: OpenHouse) -> None:
    zoe, anne, stranger = await member(house, "Zoé"), await member(house, "Anne"), await house.guest("")
    table = await rated_match(zoe, anne)
    await entered(house)
    told = await zoe.get(f"/api/ratings/{GAME}")
    winner, loser = told["members"]
    won = (await zoe.table(table))["winners"] == (await zoe.table(table))["yours"]
    assert (winner["name"], winner["yours"]) == (("Zoé", True) if won else ("Anne", False))
    assert winner["number"] > 1500 > loser["number"]
    assert winner["margin"] > 0
    assert [bot["level"] for bot in told["bots"]] == ["toque", "chef", "cuisinier", "commis", "plongeur"]
    assert (await stranger.get(f"/api/ratings/{GAME}"))["members"] == [], "their books are for members"
    await refused("no_such_page", zoe.get("/api/ratings/chess"))
    (game,) = [each for each in await zoe.get("/api/ratings") if each["game"] == GAME]
    assert game["seasons"] == [told["season"]]
    assert (await zoe.get(f"/api/ratings/{GAME}?season=1999-1"))["members"] == []
    book = await zoe.get("/api/book/me")
    rating = book["games"][0]["rating"]
    mine = next(each for each in told["members"] if each["yours"])
    assert (rating["number"], rating["margin"], rating["matches"]) == (mine["number"], mine["margin"], 1)
    assert [(point["number"], point["margin"]) for point in rating["curve"]] == [(mine["number"], mine["margin"])]
    assert book["matches"][0]["rated"]
    assert (await zoe.get("/api/me/data"))["member"]["ratings"][0]["matches"] == 1


@pytest.mark.anyio
async def test_the_host_closes_a_season(house: OpenHouse) -> None:
    ada, zoe, anne = await host(house, "Ada"), await member(house, "Zoé"), await member(house, "Anne")
    first = (await zoe.get(f"/api/ratings/{GAME}"))["season"]
    await refused("house_host_only", zoe.post("/api/ratings/close", {"season": first}))
    await refused("season_empty", ada.post("/api/ratings/close", {"season": first}))
    await rated_match(zoe, anne)
    await entered(house)
    final = await zoe.get(f"/api/ratings/{GAME}")
    assert (final["runs"], final["closed_at"]) == (True, None)
    lists = await ada.post("/api/ratings/close", {"season": first})
    closed_at = house.timer.now()
    await refused("season_over", ada.post("/api/ratings/close", {"season": first}))  # a second tap
    house.timer.jump(1)
    second = f"{first}-2"
    lists = await zoe.get("/api/ratings")
    assert next(each["seasons"] for each in lists if each["game"] == GAME) == [second, first]
    await refused("season_over", ada.post("/api/ratings/close", {"season": first}))  # from an old page
    now = await zoe.get(f"/api/ratings/{GAME}")
    assert (now["season"], now["runs"], now["members"]) == (second, True, [])
    kept = await zoe.get(f"/api/ratings/{GAME}?season={first}")
    assert kept == final | {"runs": False, "closed_at": kept["closed_at"]}
    assert kept["closed_at"] == pytest.approx(closed_at, abs=1)
    # The next match begins where they stand, less certain, and leaves the places of the last season alone.
    await rated_match(zoe, anne)
    await entered(house)
    assert [each["matches"] for each in (await zoe.get(f"/api/ratings/{GAME}"))["members"]] == [1, 1]
    assert (await zoe.get(f"/api/ratings/{GAME}?season={first}"))["members"] == final["members"]
    digits = await all_digits(house)
    assert len(digits[0]) == 4
    assert await recompute(house) == 2
    assert await all_digits(house) == digits


@on_sqlite
@pytest.mark.anyio
async def test_a_quarter_has_nine_seasons_at_most(house: OpenHouse) -> None:
    ada, zoe = await host(house, "Ada"), await member(house, "Zoé")
    quarter = (await ada.get(f"/api/ratings/{GAME}"))["season"]
    for number in range(1, SEASONS_IN_A_QUARTER + 1):
        season = quarter if number == 1 else f"{quarter}-{number}"
        await rated_match(ada, zoe)
        await entered(house)
        if number < SEASONS_IN_A_QUARTER:
            await ada.post("/api/ratings/close", {"season": season})
            house.timer.jump(1)
    await refused("too_many_seasons", ada.post("/api/ratings/close", {"season": season}))


@on_sqlite
@pytest.mark.anyio
async def test_only_members_and_bots_sit_at_a_rated_table(house: OpenHouse) -> None:
    zoe, guest = await member(house, "Zoé"), await house.guest("Luc")
    await refused("rated_members_only", guest.create_table(GAME, rated=True))
    await refused("rated_members_only", zoe.create_table(GAME, rated=True, names=["Zoé", "Mamie"]))
    table = await zoe.create_table(GAME, rated=True)
    told = await zoe.table(table)
    assert (told["rated"], told["time_limits"]["seconds"]) == (True, RATED_SECONDS), (
        "whoever stays away is not waited for"
    )
    await refused("rated_members_only", guest.sit(table))
    await refused("rated_members_only", zoe.do(table, "seats/1/program", {}))
    assert not (await zoe.table(await zoe.create_table(GAME)))["rated"]


@on_sqlite
@pytest.mark.anyio
async def test_a_rated_match_is_not_called_off_and_seats_are_not_given_away(house: OpenHouse) -> None:
    zoe, anne, luc = [await member(house, name) for name in ("Zoé", "Anne", "Luc")]
    table = await zoe.create_table(GAME, options={"heap": 60}, rated=True)
    await anne.sit(table)
    seat = 1 - (await zoe.start(table))["yours"][0]
    await refused("rated_no_close", zoe.do(table, "close"))
    async with zoe.at(table):
        await house.until_absent()
        await refused("rated_no_stand_in", zoe.do(table, f"seats/{seat}/bot", {"level": "random"}))
        token = (await zoe.do(table, f"seats/{seat}/link"))["token"]
        await refused("rated_seat_stays", luc.post("/api/take-seat", {"token": token}))


@on_sqlite
@pytest.mark.anyio
async def test_who_leaves_a_rated_match_is_last(house: OpenHouse) -> None:
    zoe, anne = await member(house, "Zoé"), await member(house, "Anne")
    table = await zoe.create_table(GAME, options={"heap": 60}, rated=True)
    await anne.sit(table)
    await zoe.start(table)
    await anne.do(table, "leave", {})
    async with zoe.at(table) as place:
        await place.play_out()
    await entered(house)
    numbers = {each["name"]: each["number"] for each in (await zoe.get(f"/api/ratings/{GAME}"))["members"]}
    assert numbers["Zoé"] > 1500 > numbers["Anne"]
    book = await anne.get("/api/book/me")
    assert book["games"][0]["won"] == 0


@on_sqlite
@pytest.mark.anyio
async def test_taking_back_switches_the_rating_off_if_everybody_agrees(house: OpenHouse) -> None:
    zoe, anne = await member(house, "Zoé"), await member(house, "Anne")
    table = await zoe.create_table(GAME, options={"heap": 9}, rated=True)
    await anne.sit(table)
    await zoe.start(table)
    async with zoe.at(table) as one, anne.at(table) as other:
        first, second = (one, other) if one.mine == 0 else (other, one)
        await first.play_on()
        await first.ask("undo", seat=first.mine)
        await second.until(lambda place: place.table.get("undo"))
        assert second.around["rating"] == "on", "nobody has agreed yet"
        await second.ask("answer_undo", seat=second.mine, agree=True)
        await first.until(lambda place: place.around["rating"] == "undo")
        await second.until(lambda place: place.around["rating"] == "undo")
        await asyncio.gather(one.play_out(), other.play_out())
    await entered(house)
    assert (await zoe.get(f"/api/ratings/{GAME}"))["members"] == []
    assert (await zoe.get("/api/book/me"))["games"][0]["played"] == 1
    again = await zoe.do(table, "rematch")
    assert again["rated"], "the next one counts again"


@on_sqlite
@pytest.mark.anyio
async def test_a_rated_match_has_no_hints_and_counts(house: OpenHouse) -> None:
    zoe = await member(house, "Zoé")
    table = await zoe.create_table(GAME, bots=["random"], rated=True)
    await zoe.start(table)
    async with zoe.at(table) as place:
        await place.until_asked()
        await refused("rated_no_hint", zoe.do(table, f"seats/{place.mine}/hint"))
        await place.play_out()
    await entered(house)
    assert [each["name"] for each in (await zoe.get(f"/api/ratings/{GAME}"))["members"]] == ["Zoé"]
