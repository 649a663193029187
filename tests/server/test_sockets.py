"""The socket of a table: what is told, what is answered, and how one comes back after losing it."""

import asyncio
import json
from typing import Any

import pytest
from litestar import WebSocket
from litestar.exceptions import WebSocketDisconnect
from tests.server.guest_client import TableClient, is_asked
from tests.server.house_in_process import OpenHouse, on_sqlite

from tablee.server.socket.connection import GONE_AWAY, Connection

pytestmark = pytest.mark.anyio


async def test_two_tabs_at_one_seat_agree(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 3}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as left, anne.at(table, seat=0) as right, anne.at(table, seat=1) as other:
        turn = 0
        while left.table["status"] == "playing":
            acting, watching = (left, right) if turn % 2 else (right, left)
            await acting.play_on()
            await watching.until_version(acting.version)
            if is_asked(other):
                await other.play_on()
            await left.until_version(other.version)
            await right.until_version(left.version)
            assert right.table["view"] == left.table["view"]
            assert right.prompt == left.prompt
            assert right.events == left.events
            turn += 1
        assert left.table["winners"] == right.table["winners"]


async def test_sending_a_choice_again_is_harmless(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 3}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1) as second:
        while first.table["status"] == "playing":
            for place in (first, second):
                await place.until_asked()
                assert place.prompt is not None
                prompt, action = place.prompt["id"], place.any_action()
                answer = await place.play(action, prompt)
                again = await place.play(action, prompt)
                assert (again["type"], again["version"]) == ("done", answer["version"])
                await place.until_version(answer["version"])
            await first.until_version(second.version)
        # Also the very last one, when the match is over.
        assert (await second.play(action, prompt))["type"] == "done"
        assert (await first.play(action, prompt))["type"] == "refused"
        rows = await house.house.store.tables.rows(table)
        assert [row.number for row in rows] == list(range(1, len(rows) + 1))


async def test_a_choice_for_an_earlier_moment_is_refused(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 3}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1) as second:
        await first.until_asked()
        assert first.prompt is not None
        old, action = first.prompt["id"], first.any_action()
        await first.play_on()
        await second.play_on()
        await first.until_version(second.version)
        other = next(bid for bid in (first.any_action() for _ in range(1000)) if bid != action)
        answer = await first.play(other, old)
        assert answer["code"] == "stale_prompt"
        assert answer["sentence"]


async def catch_up(place: TableClient, since: int) -> None:
    """What was told to somebody who had this version: the rest of it, and no more."""
    (told,) = [message for message in place.told if message["type"] == "table"]
    assert told["since"] == since
    assert all(event["number"] > since for event in told.get("events", []))


async def test_whoever_comes_back_is_told_what_he_missed(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 3}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1) as second:
        await first.play_on()
        async with anne.at(table, seat=0) as dropped:
            known, events = dropped.version, dropped.events
            await dropped.drop()
            await dropped.until(lambda place: place.closed is not None)
        await second.play_on()
        await first.until_version(second.version)
        await first.ask("say", text="where is he?")
        async with anne.at(table, seat=0, since=known) as back:
            await catch_up(back, known)
            assert events + back.events == first.events
            assert [line["text"] for line in back.chat] == ["where is he?"]
            assert back.table["view"] == first.table["view"]
            assert back.prompt == first.prompt
            async with anne.at(table, seat=0, since=back.version) as nothing_new:
                await catch_up(nothing_new, back.version)
                assert not nothing_new.events
        # A version that never was: all of it.
        async with anne.at(table, seat=0, since=back.version + 50) as confused:
            assert "since" not in confused.table
            assert confused.events == first.events


async def test_whoever_saw_what_was_undone_is_told_the_table_anew(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1) as second:
        await first.play_on()
        known = first.version
        answer = await first.ask("undo", seat=0)
        for place in (first, second):
            await place.until_version(answer["version"])
            assert "since" not in place.table
            assert not place.events
            assert place.table["view"]["heap"] == 12
        async with anne.at(table, seat=1, since=known) as late:
            assert "since" not in late.table
        await first.play_on()
        await second.until_version(first.version)
        assert "since" in second.table


async def test_an_undo_is_asked_and_answered(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim")
    await bernard.sit(table)
    await anne.start(table)
    async with anne.at(table) as hers, bernard.at(table) as his:
        asker, other = (hers, his) if hers.mine == 0 else (his, hers)
        await asker.play_on()
        await other.play_on()
        await asker.ask("undo", seat=0)
        await other.until(lambda place: place.table.get("undo"))
        assert other.table["undo"] == {"seat": 0, "waiting": [1]}
        await other.ask("answer_undo", seat=1, agree=False)
        await asker.until(lambda place: "undo" not in place.table)
        assert asker.table["view"]["turn"] == 2
        await asker.ask("undo", seat=0)
        await other.ask("answer_undo", seat=1, agree=True)
        await asker.until(lambda place: place.table["view"]["turn"] == 0)
        assert is_asked(asker)


async def test_who_is_there_is_told(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim")
    await bernard.sit(table)
    async with anne.at(table) as hers:
        assert hers.around["present"] == [True, False]
        async with bernard.at(table):
            await hers.until(lambda place: place.told[-1] == {"type": "presence", "present": [True, True]})
        await hers.until(lambda place: place.told[-1] == {"type": "presence", "present": [True, False]})
        stranger = await house.guest("")
        count = len(hers.told)
        async with stranger.at(table):
            answer = await hers.ask("claim")
        assert hers.told[count:] == [answer]  # spectators come and go unnoticed


async def test_the_answer_carries_the_id_and_what_was_done_is_told_before(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as place:
        assert place.prompt is not None
        action = place.any_action()
        play = {"type": "play", "id": "mine", "seat": 0, "prompt": place.prompt["id"], "action": action}
        await place.send(json.dumps(play))
        await place.until(lambda there: there.told[-1]["type"] == "done")
        done = place.told[-1]
        assert done == {"type": "done", "id": "mine", "version": place.version}
        assert place.told[-2]["type"] == "table"


async def test_people_who_come_and_go_while_others_play_all_see_the_same(house: OpenHouse) -> None:
    """A socket opened at any moment misses nothing, also while the last other one closes."""
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_auction", options={"players": 2, "rounds": 3}, seats=2)

    async def look_in(number: int) -> None:
        for _ in range(10):
            async with anne.at(table, seat=number % 2) as place:
                await place.ask("claim")
                if place.table["status"] == "playing" and is_asked(place):
                    await place.play_on()

    async with anne.at(table, seat=0) as waiting:
        closing = asyncio.gather(*(look_in(number) for number in range(4)))
        await anne.start(table)
        await waiting.until(lambda place: place.table["status"] == "playing")
        await closing
    live = await house.house.live(table)
    assert not live.readers
    async with anne.at_all(table) as places:
        await asyncio.gather(*(place.play_out() for place in places))


@on_sqlite
async def test_goodbye_to_whoever_has_gone_is_no_failure(house: OpenHouse, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(_socket: WebSocket[Any, Any, Any], _code: int) -> None:
        raise WebSocketDisconnect(detail="gone in the same moment")

    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", seats=2)
    async with anne.at(table, seat=0):
        (reader,) = (await house.house.live(table)).readers
        assert isinstance(reader, Connection)
        with monkeypatch.context() as only_here:
            only_here.setattr(WebSocket, "close", gone)
            await reader.close(GONE_AWAY)
