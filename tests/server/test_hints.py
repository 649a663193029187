"""A hint: what a chef would do, for whoever plays against bots alone."""

import asyncio

import pytest
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, on_sqlite
from tests.toy_nim import Take

import tablee
from tablee.core import registry
from tablee.core.match import Match
from tablee.core.registry import manifests
from tablee.core.seat import Seat
from tablee.server.bots.worker_pool import WorkerRequest
from tablee.server.http import hints
from tablee.server.http.hints import BURST, RATE

pytestmark = [pytest.mark.anyio, on_sqlite]
BUSY = WorkerRequest("somebody", "elsewhere", 0, "random")


@pytest.mark.parametrize("name", list(tablee.GAMES))
async def test_a_hint_is_something_that_can_be_played(house: OpenHouse, name: str) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table(name, bots=["random"] * (tablee.game(name).players - 1))
    await anne.start(table)
    async with anne.at(table) as place:
        await place.until_asked()
        hint = await anne.post(f"/api/tables/{table}/seats/{place.mine}/hint?lang=fr")
        assert place.prompt is not None
        assert hint["prompt"] == place.prompt["id"]
        assert hint["level"] == "chef"
        action = place.game.action(hint["action"])
        assert hint["words"] == place.game.words.drawn_action(action, "fr")
        best = hint["choices"][0]
        assert (best["action"], best["words"]) == (hint["action"], hint["words"])
        for choice in hint["choices"]:
            assert choice["words"] == place.game.words.drawn_action(place.game.action(choice["action"]), "fr")
            assert 0 <= choice["chance"] <= 1
            assert 0 <= choice["weight"] <= 1
        assert sum(choice["weight"] for choice in hint["choices"]) == pytest.approx(1, abs=1e-5), "each is rounded"
        assert [choice["weight"] for choice in hint["choices"]] == sorted(
            (choice["weight"] for choice in hint["choices"]), reverse=True
        )
        # Where a single choice is worth considering there is nothing to weigh.
        assert hint["matches"] > 0 or len(hint["choices"]) == 1
        assert hint["together"] == manifests()[name].at_once
        assert (await place.play(hint["action"], hint["prompt"]))["type"] == "done"


async def test_hints_are_given_nowhere_else(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    among_people = await anne.create_table("toy_nim")
    await bernard.sit(among_people)
    await anne.start(among_people)
    for person in (anne, bernard):
        seat = (await person.table(among_people))["yours"][0]
        assert (await refused("no_hint_here", person.do(among_people, f"seats/{seat}/hint"))).status == 403
    alone = await anne.create_table("toy_nim", bots=["random"])
    await refused("not_your_turn", anne.do(alone, "seats/0/hint"))
    await anne.start(alone)
    seat = (await anne.table(alone))["yours"][0]
    await refused("not_your_seat", bernard.do(alone, f"seats/{seat}/hint"))
    await refused("not_your_seat", anne.do(alone, f"seats/{1 - seat}/hint"))
    stranger = await house.guest("")
    await refused("name_first", stranger.do(alone, f"seats/{seat}/hint"))


async def test_hints_are_not_given_all_the_time(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", bots=["random"])
    await anne.start(table)
    async with anne.at(table) as place:
        await place.until_asked()
        ask = f"seats/{place.mine}/hint"
        for _ in range(int(BURST)):
            await anne.do(table, ask)
        answer = await anne.http.post(f"/api/tables/{table}/{ask}")
        assert answer.status_code == 429
        assert int(answer.headers["retry-after"]) == 1 / RATE
        house.timer.jump(1 / RATE)
        await anne.do(table, ask)


async def at_eight(house: OpenHouse, name: str, **options: str) -> tuple[GuestClient, str]:
    """A table where eight matches are left and it is Anne's turn."""
    anne = await house.guest("Anne")
    match = Match(registry.game(name, heap=10, **options))
    match.play(Seat(0), Take(2))
    brought = (await anne.post("/api/records", match.record()))["id"]
    table = await anne.post(f"/api/records/{brought}/from-here", {"step": 1, "seat": 1, "bots": "random"})
    return anne, str(table["id"])


@pytest.mark.parametrize("curse", ["bot_dies", "bot_errs"])
async def test_a_bot_that_cannot_say(house: OpenHouse, curse: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hints, "HINT_LEVEL", "random")
    anne, table = await at_eight(house, "cursed", curse=curse)
    assert (await refused("no_hint", anne.do(table, "seats/1/hint"))).status == 503
    assert (await anne.table(table))["status"] == "playing"


async def test_a_hint_that_comes_too_late(house: OpenHouse) -> None:
    anne, table = await at_eight(house, "toy_nim")
    async with anne.at(table) as place:
        async with house.pool.worker(BUSY), house.pool.worker(BUSY):
            asking = asyncio.create_task(anne.do(table, "seats/1/hint"))
            while not house.pool._waiting:
                await asyncio.sleep(0)
            assert (await place.play({"type": "take", "matches": 1}))["type"] == "done"
        await refused("stale_prompt", asking)
