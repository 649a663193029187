"""Records: every finished match can be taken home, checked there, and replayed."""

import asyncio
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.laws.positions import examples, games
from tests.server.guest_client import refused
from tests.server.house_in_process import OpenHouse
from tests.server.logged_table import LoggedTable
from tests.server.random_commands import random_commands
from tests.toy_nim import ToyNim

import tablee
from tablee.core import registry
from tablee.core.fairness import commitment
from tablee.core.manifest import Manifest
from tablee.core.verify import verify
from tablee.server.table import commands
from tablee.server.table.table_parts import Status


@pytest.fixture(scope="module", autouse=True)
def toy_nim_for_all() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(registry.manifests(), ToyNim.name, Manifest(ToyNim))
        yield


@pytest.mark.anyio
@pytest.mark.parametrize("name", list(tablee.GAMES))
async def test_a_finished_match_is_taken_home_and_checked(house: OpenHouse, name: str) -> None:
    anne = await house.guest("Anne")
    players = tablee.game(name).players
    table = await anne.create_table(name, seats=players)
    promised = (await anne.table(table))["commitment"]
    await refused("match_not_over", anne.get(f"/api/tables/{table}/record"))
    await anne.start(table)
    await refused("match_not_over", anne.get(f"/api/tables/{table}/record"))
    async with anne.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))
        scores, winners = places[0].table["scores"], places[0].table["winners"]
    stranger = await house.guest("")
    response = await stranger.http.get(f"/api/tables/{table}/record")
    assert response.headers["content-disposition"] == f'attachment; filename="{name}-{table}.tablee.json"'
    verified = verify(response.text)
    record = response.json()
    assert record["result"] == {"scores": scores, "winners": winners}
    for draw in await stranger.get(f"/api/tables/{table}/draws"):
        drawn = record["entries"][draw["entry"]]
        assert drawn["seat"] == "chance"
        assert drawn["action"] in [outcome["action"] for outcome in draw["outcomes"]]
    assert record["fairness"]["commitment"] == promised == commitment(bytes.fromhex(record["fairness"]["house"]))
    assert verified.chance_checked == sum(entry["seat"] == "chance" for entry in record["entries"])
    assert [seat["name"] for seat in record["seats"]] == ["Anne"] * players
    # The house checks it as well.
    told = await stranger.post("/api/records", record)
    assert told == {
        "id": None,
        "game": name,
        "options": tablee.game(name).options(),
        "seats": [{"name": "Anne", "bot": None}] * players,
        "entries": len(record["entries"]),
        "result": record["result"],
        "chance_checked": verified.chance_checked,
        "created_at": None,
    }
    record["entries"] = record["entries"][:-1]
    await refused("record_checksum", stranger.post("/api/records", record))


@pytest.mark.anyio
async def test_ones_own_games_are_listed(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    finished = await anne.create_table("toy_nim", options={"heap": 1})
    await bernard.sit(finished)
    await anne.start(finished)
    async with anne.at(finished) as hers, bernard.at(finished) as his:
        await asyncio.gather(hers.play_out(), his.play_out())
    going_on = await anne.create_table("toy_nim")
    await bernard.create_table("toy_nim")
    (old,) = [mine for mine in await bernard.get("/api/my/tables") if mine["status"] == "over"]
    assert old["id"] == finished
    assert old["winners"] == [0]
    assert {mine["id"] for mine in await anne.get("/api/my/tables")} == {finished, going_on}
    assert (await bernard.get(f"/api/tables/{finished}/record"))["result"]["winners"] == [0]


@pytest.mark.parametrize("name", [*tablee.GAMES, ToyNim.name])
@examples(50)
@given(data=st.data(), seed=st.integers(0, 2**32 - 1))
def test_whatever_happened_at_a_table_its_record_holds(name: str, data: Any, seed: int) -> None:
    """Also if choices were replaced and taken back, and bots stood in: the record tells the match that was played."""
    logged = LoggedTable(data.draw(games(name)), seed=seed).all_sit()
    list(random_commands(logged, 40))
    if logged.table.status is Status.ASIDE:
        logged.do(commands.change_status, "restore")
    rng = Random(seed)
    while logged.table.awaited:
        logged.play(rng.choice(logged.table.awaited))
    assert logged.table.status is Status.OVER
    record = json.loads(json.dumps(logged.table.record()))
    verified = verify(record)
    assert verified.match.scores() == logged.table.scores()
    assert verified.match.winners() == logged.table.winners()
    assert logged.read_back().record() == logged.table.record()
