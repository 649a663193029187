"""The book: what stays of matches, for each member and for the house."""

import csv
import io
import json
from typing import Any

import pytest
from sqlalchemy import update
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house
from tests.server.member_client import PHRASE, host, join, member, send
from tests.server.test_members import played

import tablee
from tablee.core.manifest import Manifest
from tablee.core.registry import manifests
from tablee.server.book import export
from tablee.server.book.statistics import BookMatch, BookSeat, game_statistics, months, rivals
from tablee.server.store import schema

pytestmark = [pytest.mark.anyio, pytest.mark.usefixtures("quick_passphrases")]
DAY = 86_400


async def entered(house: OpenHouse) -> None:
    """All ended matches are in the book."""
    await house.house.book_writer.enter_all()


async def id_of(person: GuestClient) -> str:
    told: str = (await person.get("/api/book/me"))["id"]
    return told


def words(told: Any) -> str:
    return json.dumps(told, ensure_ascii=False)


def seat(guest: str | None, rank: int, score: int | None = None, **more: Any) -> BookSeat:
    given: dict[str, Any] = {
        "is_own": True,
        "name": guest or "",
        "bot": None,
        "has_left": False,
        "strength": None,
        "openings": {},
    }
    return BookSeat(guest=guest, rank=rank, score=score, **given | more)


def match(number: int, *seats: BookSeat, game: str = "this") -> BookMatch:
    return BookMatch(f"t{number}", game, number * DAY, False, seats)


def test_statistics_of_a_player() -> None:
    matches = [
        match(1, seat("zoe", 1, 12, openings={"five": 2}), seat("anne", 2, 3)),
        match(2, seat("zoe", 1, 9, openings={"five": 1, "nine": 4}), seat("anne", 1, 9)),
        match(3, seat("zoe", 2, 99, has_left=True), seat("anne", 1, 1)),
        match(40, seat("anne", 2, 1), seat("zoe", 1, 7), seat(None, 3, 0, bot="chef:bold", name="Tartine")),
        match(41, seat("zoe", 2, 5), seat(None, 1, 6), game="other"),
    ]
    this, other = game_statistics(matches, "zoe")
    assert (this.game, this.played, this.won, this.mean_rank, this.best, this.best_table) == (
        "this",
        4,
        3,
        1.25,
        12,
        "t1",
    ), "the score of whoever left is the bot's"
    assert (this.streak, this.longest_streak) == (1, 2), "whoever left has not won"
    assert this.mean_players == 2.25
    assert this.openings == {"nine": 4, "five": 3}
    assert [point.table for point in this.form] == ["t1", "t2", "t3", "t40"]
    assert (other.played, other.won) == (1, 0)
    anne, chef = rivals(matches, "zoe")
    assert (anne.guest, anne.matches, anne.ahead, anne.behind) == ("anne", 4, 2, 1)
    assert (chef.bot, chef.matches, chef.ahead, chef.behind) == ("chef", 1, 1, 0)
    year = months(matches, "zoe", 45 * DAY)
    assert len(year) == 12
    assert [(each.month, each.played, each.won) for each in year[-2:]] == [("1970-01", 3, 2), ("1970-02", 2, 1)]


async def test_a_member_has_a_book_of_all_that_was_played_before_joining_too(house: OpenHouse) -> None:
    zoe, anne = await house.guest("Zoé"), await house.guest("Anne")
    first = await played(zoe, anne)
    await join(zoe, "Zoé")
    second = await played(zoe, anne)
    await entered(house)
    book = await zoe.get("/api/book/me")
    assert (book["name"], book["yours"], book["readers"], book["played"]) == ("Zoé", True, "members", 2)
    (this,) = book["games"]
    assert (this["game"], this["played"], this["openings"], this["rating"]) == ("toy_nim", 2, None, None)
    assert {each["table"] for each in book["matches"]} == {first, second}
    assert book["months"][-1]["played"] == 2
    (rival,) = book["rivals"]
    assert (rival["name"], rival["matches"], rival["ahead"] + rival["behind"]) == ("Anne", 2, 2)
    people = book["matches"][0]["people"]
    assert {(each["name"], each["own"]) for each in people} == {("Zoé", True), ("Anne", False)}
    assert (await anne.get("/api/book/me"))["played"] == 2, "a guest has a book, too"
    assert await zoe.get("/api/book/me/matches") == book["matches"]
    assert await zoe.get("/api/book/me/matches?first=1") == book["matches"][1:]


async def test_a_book_is_as_public_as_its_member_chooses(house: OpenHouse) -> None:
    zoe, anne, luc, stranger = (
        await member(house, "Zoé"),
        await member(house, "Anne"),
        await house.guest("Luc"),
        await house.guest(""),
    )
    table = await played(zoe, anne)
    await entered(house)
    book = f"/api/book/members/{await id_of(zoe)}"
    assert (await anne.get(book))["played"] == 1
    assert (await anne.get("/api/book/members/ZOE"))["readers"] is None
    await refused("book_closed", luc.get(book))
    await refused("no_such_member", anne.get("/api/book/members/nobody"))
    await send(zoe, "PUT", "/api/book/me", {"readers": "house"})
    told = await stranger.get(book)
    assert [each["kind"] for each in told["matches"][0]["people"] if not each["own"]] == ["hidden"]
    assert "Anne" not in words([told, await stranger.get(f"{book}/matches")])
    # A table tells the names of all who sat there.
    assert table not in words([told, await stranger.get(f"{book}/matches"), await stranger.get("/api/book")])
    assert told["games"][0]["form"][0]["table"] is None
    alone = await played(zoe, luc)
    await entered(house)
    told = await stranger.get(book)
    assert {each["table"] for each in told["matches"]} == {alone, None}, "nobody is hidden in the second one"
    assert {each["table"] for each in told["games"][0]["form"]} == {alone, None}
    assert table in words(await anne.get(book)), "members read it"
    await send(zoe, "PUT", "/api/book/me", {"readers": "me"})
    await refused("book_closed", anne.get(book))
    assert "Zoé" in words(await anne.get("/api/book/me")), "those who sat there know"
    assert "Zoé" not in words(await luc.get("/api/book"))
    await refused("members_only", send(luc, "PUT", "/api/book/me", {"readers": "me"}))


async def test_the_book_of_the_house(house: OpenHouse) -> None:
    zoe, anne, away = await member(house, "Zoé"), await member(house, "Anne"), await member(house, "Léa")
    await played(away, await house.guest("Luc"))
    house.timer.jump(60 * DAY)
    await played(zoe, anne)
    await played(zoe, anne)
    told = await zoe.get("/api/book")
    assert told["week"] == {"toy_nim": 2}
    assert {each["member"]["name"]: each["played"] for each in told["players"]} == {"Zoé": 2, "Anne": 2}
    assert len(told["matches"]) == 2
    most = {each["kind"]: each for each in told["records"]}
    assert (most["played"]["value"], {each["name"] for each in most["played"]["members"]}) == (2, {"Zoé", "Anne"})
    assert [each["member"]["name"] for each in told["away"]] == ["Léa"]
    nobody = await (await house.guest("")).get("/api/book")
    assert (nobody["week"], nobody["players"], nobody["away"]) == ({"toy_nim": 2}, [], [])


@on_sqlite
async def test_files_for_the_owner_and_the_host(house: OpenHouse) -> None:
    import polars as pl

    zoe, anne, luc = await host(house, "Zoé"), await member(house, "=Anne"), await house.guest("Luc")
    await played(zoe, anne)
    await played(anne, luc)
    own = (await zoe.http.get("/api/book/me/file?format=csv")).text
    rows = list(csv.DictReader(io.StringIO(own)))
    assert {row["name"] for row in rows} == {"Zoé", "'=Anne"}, "a name is no formula"
    everything = (await zoe.http.get("/api/book/file?format=json")).json()
    assert len(everything) == 4
    answer = await zoe.http.get("/api/book/file?format=parquet")
    frame = pl.read_parquet(io.BytesIO(answer.content))
    assert frame.to_dicts() == everything
    assert "tablee-book.parquet" in answer.headers["content-disposition"]
    await refused("house_host_only", anne.get("/api/book/file"))
    # The host finds no name that its member keeps, and no table that tells it, except where they sat themselves.
    await send(anne, "PUT", "/api/book/me", {"readers": "me"})
    told = (await zoe.http.get("/api/book/file?format=json")).json()
    assert {(row["name"], bool(row["table"])) for row in told} == {
        ("Zoé", True),
        ("=Anne", True),
        ("", False),
        ("Luc", False),
    }
    assert (await zoe.http.get("/api/book/file?format=xls")).status_code == 400


@on_sqlite
async def test_a_house_without_the_library_says_what_is_missing(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def missing(_rows: Any) -> bytes:
        raise ImportError

    monkeypatch.setattr(export, "_parquet", missing)
    zoe = await member(house, "Zoé")
    assert "polars" in (await refused("no_parquet", zoe.get("/api/book/me/file?format=parquet"))).sentence


async def test_the_forgotten_have_no_name_in_the_books_of_others(house: OpenHouse) -> None:
    zoe, anne = await member(house, "Zoé"), await member(house, "Anne")
    await played(zoe, anne)
    await entered(house)
    await send(anne, "DELETE", "/api/me")
    book = await zoe.get("/api/book/me")
    assert "Anne" not in words(book)
    assert book["rivals"] == []
    assert [each["kind"] for each in book["matches"][0]["people"] if not each["own"]] == ["forgotten"]
    assert "Anne" not in (await zoe.http.get("/api/book/me/file")).text
    data = await zoe.get("/api/me/data")
    assert (data["member"]["book"], data["member"]["ratings"], len(data["openings"])) == ("members", [], 1)


@on_sqlite
async def test_what_a_guest_played_on_a_device_follows_whoever_signs_in_there(house: OpenHouse) -> None:
    zoe, phone, luc = await member(house, "Zoé"), await house.guest("Zazie"), await house.guest("Luc")
    await played(phone, luc)
    await played(zoe, phone)
    await phone.post("/api/sign-in", {"name": "Zoé", "passphrase": PHRASE})
    book = await phone.get("/api/book/me")
    assert (book["name"], book["played"]) == ("Zoé", 2)
    assert [rival["name"] for rival in book["rivals"]] == ["Luc"], "nobody is their own rival"


@on_sqlite
async def test_what_was_not_entered_before_a_stop_is_entered_later(database: str, tmp_path: Any, toys: None) -> None:
    settings = generous_settings(database, tmp_path)
    async with open_house(settings) as house:
        await played(await house.guest("Zoé"), await house.guest("Anne"))
        await entered(house)
        store = house.house.store
        assert await store.ratings.pending() == []
        async with store._engine.begin() as connection:
            await connection.execute(update(schema.matches).values(is_entered=0))
    async with open_house(settings) as house:
        await entered(house)
        assert await house.house.store.ratings.pending() == []


@on_sqlite
async def test_what_a_bot_does_for_somebody_who_left_is_not_in_their_book(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = tablee.GAMES["toy_nim"]
    liked = Manifest(kind, openings=lambda match: [{"five": 1}] * match.game.players)
    monkeypatch.setitem(manifests(), "toy_nim", liked)
    zoe, anne = await member(house, "Zoé"), await member(house, "Anne")
    table = await zoe.create_table("toy_nim", options={"heap": 1})
    await anne.sit(table)
    leaver, other = (zoe, anne) if (await zoe.start(table))["yours"] == [0] else (anne, zoe)
    await leaver.do(table, "leave", {})
    async with other.at(table) as place:
        await place.until(lambda there: there.table["status"] == "over")
    await entered(house)
    totals = {each.guest: each.best for each in await house.house.store.book.member_totals()}
    seats = (await house.house.store.book.since(0, 1))[0].seats
    assert {(one.has_left, one.rank, totals[str(one.guest)] is None, bool(one.openings)) for one in seats} == {
        (True, 2, True, False),
        (False, 1, False, True),
    }
    assert (await leaver.get("/api/book/me"))["games"][0]["best"] is None


@on_sqlite
async def test_a_game_that_is_wrong_about_its_matches_does_not_stop_the_book(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(_match: Any) -> Any:
        raise ValueError

    kind = tablee.GAMES["toy_nim"]
    monkeypatch.setitem(manifests(), "toy_nim", Manifest(kind, openings=wrong))
    zoe = await house.guest("Zoé")
    await played(zoe, await house.guest("Anne"))
    await entered(house)
    assert (await zoe.get("/api/book/me"))["games"][0]["openings"] is None
