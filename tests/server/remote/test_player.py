"""A program at a table: it comes back by itself, and is told plainly what is wrong."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.patience import PATIENCE, until
from tests.server.databases import SqliteFiles
from tests.server.house_in_process import OpenHouse, generous_settings, open_house
from tests.server.house_process import HouseProcess, house_process

from tablee import remote
from tablee.core.game import Action
from tablee.server.table.table_parts import Status

pytestmark = [pytest.mark.anyio]


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    with house_process(tmp_path_factory.mktemp("house"), toys=True) as found:
        yield found


def anything(_game: Any, _view: Any, choices: remote.Choices, rng: Any) -> Action:
    action: Action = choices.any(rng)
    return action


def table_for_programs(house: HouseProcess | OpenHouse, programs: int = 2, **options: Any) -> tuple[str, list[str]]:
    """A table for programs only, and their tokens."""
    with remote.HouseClient(house.url, "Ada") as ada:
        table = ada.create_table("toy_auction", {"players": programs, **options}, seats=0)["id"]
        tokens = [ada.program(table, seat) for seat in range(programs)]
        ada.start(table)
    return table, tokens


def one_card(_game: Any, _view: Any, choices: remote.Choices, _rng: Any) -> Action:
    """A bid of a single card, so that a match is as long as can be."""
    action: Action = min(choices, key=lambda bid: len(bid.cards))
    return action


async def play_all(url: str, table: str, tokens: list[str], choose: remote.Choose = anything) -> list[remote.Outcome]:
    async with asyncio.timeout(2 * PATIENCE):
        return await asyncio.gather(
            *(remote.player(url, table, token, choose, rng=Random(seat)) for seat, token in enumerate(tokens))
        )


def moves(house: HouseProcess, table: str) -> int:
    return sum(kind == "play" for _, kind, _, _ in house.rows(table))


@asynccontextmanager
async def bad_line(house: HouseProcess, kept: int) -> AsyncIterator[tuple[str, list[int]]]:
    """A way to the house on which every connection breaks after so many bytes from the house; and how many broke."""
    broken: list[int] = []
    port = int(house.url.rsplit(":", 1)[1])

    async def carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, left: float) -> None:
        while left > 0 and (data := await reader.read(min(4096, int(min(left, 4096))))):
            left -= len(data)
            writer.write(data)
            await writer.drain()
        if left <= 0:
            broken.append(kept)

    async def connected(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_connection("127.0.0.1", port)
        ways = [asyncio.create_task(carry(reader, back, float("inf"))), asyncio.create_task(carry(there, writer, kept))]
        _, waiting = await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
        for way in waiting:
            way.cancel()
        await asyncio.gather(*ways, return_exceptions=True)
        back.transport.abort()
        writer.transport.abort()

    server = await asyncio.start_server(connected, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", broken


async def test_programs_on_a_line_that_breaks_finish_their_match(house: HouseProcess) -> None:
    table, tokens = table_for_programs(house, rounds=40)
    async with bad_line(house, kept=2500) as (url, broken):
        outcomes = await play_all(url, table, tokens)
    assert len(broken) > 4
    assert outcomes[0].scores == outcomes[1].scores
    assert {outcome.seat for outcome in outcomes} == {0, 1}
    assert any(outcome.won for outcome in outcomes)


async def test_programs_finish_their_match_although_the_house_is_killed(tmp_path: Path) -> None:
    with house_process(tmp_path, toys=True) as first:
        table, tokens = table_for_programs(first, rounds=40)
        port = int(first.url.rsplit(":", 1)[1])
        playing = asyncio.create_task(play_all(first.url, table, tokens))
        await until(lambda: moves(first, table) >= 10)
        first.process.kill()
        await asyncio.to_thread(first.process.wait, PATIENCE)
        before = first.rows(table)
        with house_process(tmp_path, toys=True, port=port) as second:
            outcomes = await playing
            assert second.rows(table)[: len(before)] == before
    assert outcomes[0].scores == outcomes[1].scores


async def test_a_program_that_is_too_fast_waits_and_goes_on(sqlite_files: SqliteFiles, tmp_path: Path) -> None:
    """No time passes in the house until it was: on a slow machine, no program would be too fast."""
    settings = generous_settings(await sqlite_files.fresh(), tmp_path, messages_per_second=1.5)
    async with open_house(settings) as house:
        table, tokens = await asyncio.to_thread(table_for_programs, house, rounds=20)
        playing = asyncio.create_task(play_all(house.url, table, tokens, one_card))
        figures = house.house.metrics.registry
        await until(lambda: figures.get_sample_value("tablee_refusals_total", {"code": "too_fast"}) or playing.done())
        assert not playing.done()
        while not playing.done():
            house.timer.jump(1.0)
            await asyncio.sleep(0.01)
        await playing
        assert (await house.inside(table)).status is Status.OVER


def test_an_illegal_choice_is_refused_with_its_rule(house: HouseProcess) -> None:
    table, tokens = table_for_programs(house)
    with pytest.raises(remote.RefusedByHouse) as caught:
        remote.play(
            house.url,
            table,
            tokens[0],
            lambda game, *_: game.action({"type": "bid", "lot": 5, "cards": [9]}),
            lang="fr",
        )
    assert (caught.value.code, caught.value.rule) == ("not_held", "TA-03")
    assert "carte" in caught.value.sentence
    assert str(caught.value) == caught.value.sentence


def test_a_program_is_told_what_is_wrong_with_its_key(house: HouseProcess) -> None:
    table, _ = table_for_programs(house)
    with pytest.raises(remote.RefusedByHouse) as caught:
        remote.play(house.url, table, "made up", anything)
    assert caught.value.code == "bad_token"
    with pytest.raises(remote.RefusedByHouse) as caught:
        remote.play(house.url, "nowhere", "made up", anything)
    assert caught.value.code == "no_such_table"


def test_a_line_to_no_table_says_so(house: HouseProcess) -> None:
    async def listen() -> None:
        async with remote.TableSocket(house.url, "nowhere", lang="fr") as socket:
            async for message in socket:
                assert message["code"] == "no_such_table"

    with pytest.raises(remote.RefusedByHouse) as caught:
        asyncio.run(listen())
    assert (caught.value.code, caught.value.sentence) == (
        "no_such_table",
        "Il n’y a pas de table «\N{NO-BREAK SPACE}nowhere\N{NO-BREAK SPACE}».",
    )


def test_where_there_is_no_house(tmp_path: Path) -> None:
    with pytest.raises(remote.Unreachable):
        remote.play("http://127.0.0.1:1", "nowhere", "made up", anything)

    async def listen(url: str) -> None:
        async for _ in remote.TableSocket(url, "nowhere", patience=0):
            pass

    for url in ("http://127.0.0.1:1", "not a url"):
        with pytest.raises(remote.Unreachable):
            asyncio.run(listen(url))


async def test_a_line_that_is_one_too_many_is_tried_again(tmp_path: Path) -> None:
    with (
        house_process(tmp_path, toys=True, sockets_per_address=1) as house,
        remote.HouseClient(house.url, "Ada") as ada,
    ):
        table = ada.create_table("toy_auction")["id"]
        first, second, third = ada.socket(table), ada.socket(table), ada.socket(table, patience=0.2)
        async with asyncio.timeout(PATIENCE), first, second, third:
            listening = aiter(first)
            assert (await anext(listening))["type"] == "table"
            with pytest.raises(remote.RefusedByHouse) as caught:
                assert {message["code"] async for message in third} == {"too_many_sockets"}
            assert caught.value.code == "too_many_sockets"
            heard: list[str] = []
            async for message in second:
                heard.append(message.get("code") or message["type"])
                if len(heard) == 2:
                    await first.disconnect()
                if message["type"] == "table":
                    break
    assert 1 < third.connections < 5
    assert heard[:2] == ["too_many_sockets", "too_many_sockets"]
    assert second.connections == len(heard)


async def test_a_closed_table_ends_a_program_without_a_winner(house: HouseProcess) -> None:
    with remote.HouseClient(house.url, "Ada") as ada:
        table = ada.create_table("toy_auction", {"players": 2})["id"]
        token = ada.program(table, 1)
        ada.start(table)
        playing = asyncio.create_task(remote.player(house.url, table, token, anything))
        await until(lambda: moves(house, table) >= 1)
        await asyncio.to_thread(ada.ask, "POST", f"/api/tables/{table}/close")
        outcome = await playing
    assert not outcome.winners
    assert not outcome.won


async def test_a_guest_sits_down_and_watches(house: HouseProcess) -> None:
    with (
        remote.HouseClient(house.url, "Ada") as ada,
        remote.HouseClient(house.url, "Bo") as bo,
        remote.HouseClient(house.url) as stranger,
    ):
        table = ada.create_table("toy_auction", {"players": 2}, open=True)["id"]
        assert bo.sit(table)["yours"] == [1]
        ada.start(table)
        for socket, seat in (
            (ada.socket(table), True),
            (bo.socket(table, watch=True), False),
            (stranger.socket(table), False),
        ):
            async with socket:
                message = await anext(aiter(socket))
                assert (message.get("seat") is not None) is seat
        with pytest.raises(remote.RefusedByHouse) as caught:
            stranger.ask("GET", "/api/me")
        assert caught.value.code == "name_first"
        with pytest.raises(remote.RefusedByHouse) as caught:
            ada.record(table)
        assert caught.value.code == "match_not_over"
