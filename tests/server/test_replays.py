"""Finished matches are seen again, step by step, from every side; records brought along as well."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from tests.server.guest_client import GuestClient, refused
from tests.server.house_in_process import OpenHouse, on_sqlite
from tests.toy_nim import ToyNim

import tablee
from tablee.core import record as records
from tablee.core import registry
from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.registry import manifest
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import Lang
from tablee.server.http.records import MAX_RECORDS
from tablee.server.table.narrator import shown_names

pytestmark = [pytest.mark.anyio, pytest.mark.two_by_night]


async def finished(person: GuestClient, name: str) -> str:
    """A match against bots, played to its end."""
    table = await person.create_table(name, bots=["random"] * (tablee.game(name).players - 1))
    await person.start(table)
    async with person.at(table) as place:
        await place.play_out()
    return table


async def all_steps(person: GuestClient, path: str, **asked: object) -> list[dict[str, Any]]:
    """Every step, a few at a time."""
    steps: list[dict[str, Any]] = []
    while True:
        query = "&".join(f"{key}={value}" for key, value in asked.items())
        told = await person.get(f"{path}/replay?{query}&first={len(steps)}&count=50")
        steps += told["steps"]
        if steps[-1]["number"] == told["last"]:
            return steps


def expected(
    record: Any, reader: Seat | None, lang: Lang | None, *, everything: bool = False
) -> Iterator[dict[str, Any]]:
    """The steps as the engine itself tells them."""
    names: tuple[str, ...] = ()
    for number, match in enumerate(Match.steps(record)):
        words, plain = match.game.words, match.game.plain
        names = names or shown_names(match.players, lang or "en")
        views = []
        for seat in match.game.seats if everything else [reader]:
            view = match.revealed(seat) if everything else match.view(seat)
            said = {"words": words.view(view, names, lang).splitlines()} if lang else {}
            views.append({"seat": seat, "view": plain(view), **said})
        step: dict[str, Any] = {"number": number, "views": views}
        if match.log:
            entry = match.log[-1]
            step["seat"] = "chance" if entry.seat == CHANCE else entry.seat
            seen = entry.events if everything else [event.seen_by(reader) for event in entry.events]
            events = [
                {"event": plain(event), **({"words": words.event(event, names, lang)} if lang else {})}
                for event in seen
                if event is not None
            ]
            step |= {"events": events} if events else {}
            if everything:
                step["action"] = plain(entry.action)
                if lang and entry.seat != CHANCE:
                    step["action_words"] = words.drawn_action(entry.action, lang)
        yield step


@on_sqlite
@pytest.mark.parametrize("name", list(tablee.GAMES))
async def test_a_finished_match_is_seen_again_from_every_side(house: OpenHouse, name: str) -> None:
    anne, stranger = await house.guest("Anne"), await house.guest("")
    table = await finished(anne, name)
    path = f"/api/tables/{table}"
    record = await stranger.get(f"{path}/record")
    told = await stranger.get(f"{path}/replay")
    assert len(told["steps"]) == min(20, len(record["entries"]) + 1)
    assert told["game"] == name
    assert told["options"] == record["options"]
    assert told["result"] == record["result"]
    assert told["last"] == len(record["entries"])
    assert [seat["name"] for seat in told["seats"]] == [seat["name"] for seat in record["seats"]]
    assert len(set(told["names"])) == len(record["seats"])
    assert await all_steps(stranger, path) == list(expected(record, None, None))
    assert await all_steps(anne, path, reader="1", words="fr") == list(expected(record, Seat(1), "fr"))
    revealed = await all_steps(anne, path, reader="all", words="en")
    assert revealed == list(expected(record, None, "en", everything=True))
    said = [event["words"] for step in revealed for event in step.get("events", [])]
    assert not any("you" in words.lower().split() for words in said)


@on_sqlite
@pytest.mark.parametrize("name", list(tablee.GAMES))
async def test_a_finished_match_has_turns(house: OpenHouse, name: str) -> None:
    anne, stranger = await house.guest("Anne"), await house.guest("")
    path = f"/api/tables/{await finished(anne, name)}"
    steps = await all_steps(anne, path, reader="1", words="en")
    told = await stranger.get(f"{path}/replay/turns?reader=1&words=en")
    assert told["yours"] == []
    ends = [turn["step"] for turn in told["turns"]]
    assert ends == sorted(set(ends))
    assert ends[-1] == len(steps) - 1
    # What chance does is no turn of its own, and those who choose at once share one.
    is_shared = manifest(name).at_once or any(step.get("seat") == "chance" for step in steps)
    assert (len(ends) < len(steps)) == is_shared
    events = [event for turn in told["turns"] for event in turn.get("events", [])]
    assert events == [event for step in steps for event in step.get("events", [])]
    movers = {step["number"]: step["seat"] for step in steps[1:]}
    for first, turn in zip([0, *ends], told["turns"], strict=False):
        seats = {movers[number] for number in range(first + 1, turn["step"] + 1)} - {"chance"}
        assert turn.get("seat") == (seats.pop() if len(seats) == 1 else None)
    # Whoever is dealt cards gets them all in one turn, before anybody chooses.
    assert all(movers[number] == "chance" for number in range(1, ends[0] + 1))
    assert movers[ends[0] + 1] != "chance"


@on_sqlite
async def test_only_ones_own_seat_is_addressed(house: OpenHouse) -> None:
    anne, stranger = await house.guest("Anne"), await house.guest("")
    path = f"/api/tables/{await finished(anne, 'toy_auction')}/replay/turns?words=en&reader="

    async def said(reader: GuestClient, seat: object) -> str:
        told = await reader.get(f"{path}{seat}")
        return " ".join(event["words"] for turn in told["turns"] for event in turn.get("events", []))

    (own,) = (await anne.get(f"{path}spectator"))["yours"]
    assert "You bid lot" in await said(anne, own)
    assert "Anne bids lot" in await said(stranger, own)
    for others in ((own + 1) % 2, "spectator", "all"):
        assert "You" not in (await said(anne, others)).split()


async def test_what_cannot_be_seen_again(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    playing = await anne.create_table("toy_nim", seats=2)
    await anne.start(playing)
    await refused("match_not_over", anne.get(f"/api/tables/{playing}/replay?reader=all"))
    await anne.do(playing, "close")
    await refused("match_not_over", anne.get(f"/api/tables/{playing}/replay"))
    await refused("match_not_over", anne.get(f"/api/tables/{playing}/replay/turns?reader=all"))
    over = await finished(anne, "toy_nim")
    path = f"/api/tables/{over}/replay"
    assert (await refused("unknown_seat", anne.get(f"{path}?reader=2"))).status == 404
    assert (await refused("no_such_step", anne.get(f"{path}?first=1000"))).status == 404
    for query in ("reader=nobody", "first=-1", "count=0", "count=51", "words=it"):
        assert (await refused("bad_request", anne.get(f"{path}?{query}"))).status == 400
    assert (await refused("no_such_table", anne.get("/api/tables/nowhere/replay"))).status == 404


def recorded(name: str, seed: int = 1, **options: Any) -> dict[str, Any]:
    """A match played elsewhere."""
    rng = Random(seed)
    game = registry.game(name, **options)
    players = [Player("\u202eMallory\n" + "y" * 100), *(Player("", "random") for _ in game.seats[1:])]
    match = Match(game, rng, players)
    while actors := match.actors():
        match.play(actors[0], game.random_action(match.state, actors[0], rng))
    return match.record()


async def test_a_record_is_brought_along_listed_seen_and_thrown_away(house: OpenHouse) -> None:
    anne, stranger = await house.guest("Anne"), await house.guest("")
    record = recorded("toy_auction", players=2)
    told = await anne.post("/api/records", record)
    path = f"/api/records/{told['id']}"
    assert told["entries"] == len(record["entries"])
    assert told["result"] == record["result"]
    assert told["seats"][1] == {"name": "", "bot": "random"}
    assert told["seats"][0]["name"].startswith("Mallory yyy")
    assert len(told["seats"][0]["name"]) == 30
    assert await anne.get("/api/my/records") == [told]
    about = {key: told[key] for key in ("id", "game", "created_at")}
    assert (await anne.get("/api/me/data"))["records"] == [about | {"record": record}]
    text = (await stranger.http.get(path)).text
    assert text == records.dumps(record)
    seen = await all_steps(stranger, path, reader="all")
    assert seen == list(expected(record, None, None, everything=True))
    await refused("name_first", stranger.get("/api/my/records"))
    bernard = await house.guest("Bernard")
    assert await bernard.get("/api/my/records") == []
    assert (await bernard.http.delete(path)).status_code == 404
    assert (await anne.http.delete(path)).status_code == 204
    assert await anne.get("/api/my/records") == []
    for gone in (path, f"{path}/replay", f"{path}/replay/turns", "/api/records/no-such"):
        await refused("no_such_record", stranger.get(gone))


async def test_a_record_that_does_not_hold_is_not_kept(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    record = recorded("toy_nim")
    await refused("record_checksum", anne.post("/api/records", {**record, "result": None}))
    await refused("record_result", anne.post("/api/records", records.sealed({**record, "result": None})))
    for strange in ("\ud800", "\x00"):
        seats = [{"name": strange}, {"name": "B"}]
        content = {key: value for key, value in record.items() if key != "checksum"} | {"seats": seats}
        answer = await anne.http.post("/api/records", content=json.dumps(records.sealed(content)))
        assert answer.status_code in (200, 400)
    assert len(await anne.get("/api/my/records")) <= 1


@on_sqlite
async def test_a_guest_has_so_many_records_and_they_go_with_him(house: OpenHouse) -> None:
    anne, record = await house.guest("Anne"), recorded("toy_nim", heap=1)
    for _ in range(MAX_RECORDS):
        told = await anne.post("/api/records", record)
    assert (await refused("too_many_records", anne.post("/api/records", record))).status == 429
    assert (await anne.http.delete("/api/me")).status_code == 204
    await refused("no_such_record", anne.get(f"/api/records/{told['id']}"))


@on_sqlite
async def test_a_record_of_rules_that_have_changed_since(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    anne = await house.guest("Anne")
    path = f"/api/records/{(await anne.post('/api/records', recorded('toy_nim')))['id']}"
    monkeypatch.setattr(ToyNim, "rules_version", 2)
    await refused("old_rules", anne.get(f"{path}/replay"))
    assert json.loads((await anne.http.get(path)).text)["rules_version"] == 1
    monkeypatch.delitem(registry.manifests(), "toy_nim")
    await refused("old_rules", anne.get(f"{path}/replay"))
