"""A finished match is reviewed in the workers of the bots: asked for, with progress, told as its reader could know, and
kept with the match."""

import asyncio
from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import delete, select, text
from tests.patience import until
from tests.quick_reviews import quick_settings
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, open_house

import tablee
from tablee.core.match import Match
from tablee.core.registry import manifests
from tablee.review import Finding, MatchReviewer, match_review, review
from tablee.server.bots.worker_pool import WorkerRequest
from tablee.server.house import reviews
from tablee.server.house.notifications import Notification, Notifications
from tablee.server.house.reviews import Reviews
from tablee.server.settings import Settings
from tablee.server.store import schema

pytestmark = pytest.mark.anyio
GAME = next(name for name in tablee.GAMES if manifests()[name].hidden and manifests()[name].at_once)
"""One in which choices are hidden from others."""


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(match_review, "settings_for", quick_settings)


async def finished(person: GuestClient) -> str:
    table = await person.create_table(GAME, bots=["random"] * (tablee.game(GAME).players - 1))
    await person.start(table)
    async with person.at(table) as place:
        await place.play_out()
    return table


async def reviewed(house: OpenHouse, table: str) -> None:
    """Wait for a review that was asked for."""
    if found := house.house.reviews.under_way(table):
        assert found.task is not None
        await found.task


async def rows(house: OpenHouse, table: Any) -> list[Any]:
    async with house.house.store._engine.connect() as connection:
        return list((await connection.execute(select(table))).all())


async def short_match(person: GuestClient) -> str:
    """A short match."""
    table = await person.create_table("toy_nim", options={"heap": 4}, bots=["random"])
    await person.start(table)
    async with person.at(table) as place:
        await place.play_out()
    return table


@pytest.fixture
def here(monkeypatch: pytest.MonkeyPatch) -> None:
    """Jobs are done in this process, where the toy games are known."""

    async def finding(_: Reviews, request: WorkerRequest, reviewer: MatchReviewer, number: int) -> Finding:
        return await asyncio.to_thread(reviewer.finding, number)

    monkeypatch.setattr(Reviews, "_finding", finding)


def _placed(told: dict[str, Any]) -> Iterator[tuple[int, dict[str, Any]]]:
    """All choices, each with the step before it."""
    step = 0
    for moment in told["moments"]:
        yield from ((step, choice) for choice in moment["choices"])
        step = moment["end"]


async def never(*_: object) -> None:
    """A job that does not end."""
    await asyncio.Event().wait()


def no_reviewer(match: Match) -> MatchReviewer:
    raise ValueError("broken on purpose")


@pytest.fixture
def told(monkeypatch: pytest.MonkeyPatch) -> list[tuple[set[str], str]]:
    """The notifications that houses raise: guests and page. Nobody looks at reviews."""
    raised: list[tuple[set[str], str]] = []

    async def add(_: Notifications, guests: Collection[str], notification: Notification) -> None:
        raised.append(({*guests}, notification.path))

    monkeypatch.setattr(Notifications, "add", add)
    monkeypatch.setattr(reviews, "LOOK_SECONDS", 0.0)
    return raised


async def broken_off(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> tuple[str, dict[str, str]]:
    """A table whose review was under way when the house closed, and who was there."""
    with monkeypatch.context() as slow:
        slow.setattr(Reviews, "_finding", never)
        async with open_house(settings) as house:
            anne, ben, cleo, dora = [await house.guest(name) for name in ("Anne", "Ben", "Cleo", "Dora")]
            table = await short_match(anne)
            await anne.post(f"/api/tables/{table}/review")
            await ben.get(f"/api/tables/{table}/review")
            await dora.get(f"/api/tables/{table}/review")
            guests = {row.name: row.id for row in await rows(house, schema.guests)}
            # Both turn out to be Cleo, who waits for it from now on.
            await house.house.store.merge_guest(guests["Ben"], guests["Cleo"])
            await house.house.store.merge_guest(guests["Dora"], guests["Cleo"])
            assert (await cleo.get("/api/me/data"))["awaited_reviews"] == [table]
    return table, guests


async def test_a_review_outlives_restarts_before_and_after_its_end(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, told: list[tuple[set[str], str]], here: None
) -> None:
    settings = generous_settings(database, tmp_path)
    table, guests = await broken_off(settings, monkeypatch)
    path = f"/api/tables/{table}/review?reader=0"
    assert told == []
    async with open_house(settings) as house:
        # It is taken up again, and those who wait are told.
        await until(lambda: told)
        await reviewed(house, table)
        assert told == [({guests["Anne"], guests["Cleo"]}, f"/review/{table}")]
        assert await rows(house, schema.review_requests) == []
        # What is kept is what anybody finds out from the same record and settings, without names.
        match = (await house.inside(table)).match
        assert await house.house.store.reviews.of(table) == await asyncio.to_thread(review, match)
        (kept,) = await rows(house, schema.reviews)
        assert "Anne" not in kept.review
        before = await (await house.guest("Emil")).get(path)
        assert "Anne" in before["names"]
        # As if the house were killed after it was kept, and before Anne was told.
        await house.house.store.reviews.add_request(table, guests["Anne"], 0.0)
    monkeypatch.setattr(MatchReviewer, "of", no_reviewer)  # it is not computed anew
    async with open_house(settings) as again:
        await until(lambda: len(told) == 2)
        await reviewed(again, table)
        assert told[1] == ({guests["Anne"]}, f"/review/{table}")
        somebody = await again.guest("Fanny")
        assert await somebody.get(path) == before
        # Names follow forgetting, and the review goes with its table.
        await again.house.forget(guests["Anne"])
        after = await somebody.get(path)
        assert "Anne" not in str(after)
        assert after["review"]["seats"] == before["review"]["seats"]
        async with again.house.store._engine.begin() as connection:
            await connection.execute(delete(schema.tables).where(schema.tables.c.id == table))
        assert await rows(again, schema.reviews) == []


@on_sqlite
async def test_a_review_that_cannot_be_read_is_made_anew(house: OpenHouse, here: None) -> None:
    anne = await house.guest("Anne")
    table = await short_match(anne)
    path = f"/api/tables/{table}/review"
    async with house.house.store._engine.begin() as connection:
        kept = text("INSERT INTO reviews VALUES (:table, :review, 1.0)")
        await connection.execute(kept, {"table": table, "review": '{"of": "another release"}'})
    assert (await anne.get(path))["is_begun"] is False
    await anne.post(path)
    await reviewed(house, table)
    assert (await anne.get(path))["review"] is not None


@on_sqlite
async def test_a_review_is_asked_for_and_told_as_its_reader_could_know(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await finished(anne)
    path = f"/api/tables/{table}/review"
    before = await anne.get(path)
    assert (before["is_begun"], before["review"]) == (False, None)
    begun = await anne.post(path)
    assert begun["is_begun"]
    assert begun["review"] is None
    await reviewed(house, table)

    mine, other = await anne.get(f"{path}?reader=0&words=fr"), await anne.get(f"{path}?reader=1&words=fr")
    everything, spectator = await anne.get(f"{path}?reader=all"), await anne.get(path)
    told = mine["review"]
    assert mine["jobs"] == mine["done"] > 0
    for seat in told["seats"]:
        parts = sum(seat[part] for part in ("start", "draws", "own", "others", "unforeseen"))
        assert parts == pytest.approx(seat["result"], abs=1e-6)
    choices = [choice for moment in told["moments"] for choice in moment["choices"]]
    entries = {choice["entry"] for choice in choices}
    assert set(told["turning_points"]) <= entries
    assert all(choice["words"] and choice["best"] for choice in choices if choice["seat"] == 0)
    assert all(choice["best"] is None for choice in choices if choice["seat"] != 0), "what others should have done"
    others = [choice for moment in other["review"]["moments"] for choice in moment["choices"]]
    assert all(choice["best"] is None for choice in others if choice["seat"] == 0)
    assert all(choice["best"] for moment in everything["review"]["moments"] for choice in moment["choices"]), (
        "everything revealed"
    )
    assert not any(choice["best"] for moment in spectator["review"]["moments"] for choice in moment["choices"])
    # Before each choice the table is as the replay shows it; what to choose is told to those who saw what the seat saw.
    step, choice = next((at, one) for at, one in _placed(told) if one["seat"] == 0)
    for reader in ("0", "1", "spectator", "all"):
        position = await anne.get(f"{path}/positions/{choice['entry']}?reader={reader}")
        replay = await anne.get(f"/api/tables/{table}/replay?reader={reader}&first={step}&count=1&words=en")
        seen = [view for view in replay["steps"][0]["views"] if view["seat"] == position["seat"]]
        assert [(position["step"], position["view"], position["words"])] == [
            (step, one["view"], one["words"]) for one in seen
        ]
        is_seen = reader in ("0", "all")
        assert (position["choices"] is not None, position["best"] is not None) == (is_seen, is_seen)
        assert position["seat"] == {"1": 1, "spectator": None}.get(reader, 0)
    await refused("no_such_step", anne.get(f"{path}/positions/{10_000}"))
    # Asked for again it is there, and not computed anew.
    assert (await anne.post(path))["review"] is not None


@on_sqlite
async def test_nobody_has_a_match_reviewed_before_its_end(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", bots=["random"])
    await anne.start(table)
    await refused("match_not_over", anne.get(f"/api/tables/{table}/review"))
    await refused("match_not_over", anne.post(f"/api/tables/{table}/review"))
    assert await house.house.reviews.of(table) is None


@on_sqlite
async def test_a_review_that_fails_can_be_asked_for_again(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, here: None
) -> None:
    anne = await house.guest("Anne")
    table = await short_match(anne)
    with monkeypatch.context() as broken:
        broken.setattr(MatchReviewer, "of", no_reviewer)
        await anne.post(f"/api/tables/{table}/review")
        await until(lambda: house.house.reviews.under_way(table) is None)
    assert (await anne.get(f"/api/tables/{table}/review"))["is_begun"] is False
    assert "broken on purpose" in caplog.text
    assert await rows(house, schema.review_requests) == [], "it is not tried at every start"
    # Whoever looks right after a start, when it has not been taken up yet, does not have to ask again.
    await house.house.store.reviews.add_request(table, (await rows(house, schema.guests))[0].id, 0.0)
    assert (await anne.get(f"/api/tables/{table}/review"))["is_begun"] is True
    await reviewed(house, table)


@on_sqlite
async def test_nobody_fills_the_queue_alone(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Reviews, "_finding", never)
    anne, ben = await house.guest("Anne"), await house.guest("Ben")
    first, second, third = [await short_match(anne) for _ in range(3)]
    await anne.post(f"/api/tables/{first}/review")
    await anne.post(f"/api/tables/{second}/review")
    await refused("queue_full", anne.post(f"/api/tables/{third}/review"))
    assert (await ben.post(f"/api/tables/{third}/review"))["is_begun"]
