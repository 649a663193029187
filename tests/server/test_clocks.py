"""Clocks: whose time runs, what it costs, and what becomes of whoever has none left. All on virtual time."""

import asyncio
from pathlib import Path

import pytest
from tests.server.guest_client import TableClient, is_asked
from tests.server.house_in_process import OpenHouse, generous_settings, on_sqlite, serve_app, until_awake
from tests.server.logged_table import LoggedTable, snapshot
from tests.server.test_lost_database import without
from tests.server.virtual_time import VirtualTimer
from tests.toy_auction import ToyAuction
from tests.toy_nim import Take, ToyNim

from tablee.core.seat import Seat
from tablee.core.verify import verify
from tablee.server.house import downtime
from tablee.server.table import commands
from tablee.server.table.clocks import OnTimeout, Pace
from tablee.server.table.table_parts import Status

ONE, TWO, THREE, FOUR = Seat(0), Seat(1), Seat(2), Seat(3)
DAY = 86400.0


def nim_table(pace: Pace, players: int = 2) -> LoggedTable:
    return LoggedTable(ToyNim(players=players, heap=60), pace).all_sit()


def left(logged: LoggedTable) -> list[float]:
    """What everybody has in reserve."""
    return [clock.reserve for clock in logged.table.clocks]


# What it costs


def test_without_a_pace_nobody_is_late() -> None:
    logged = nim_table(Pace())
    logged.now += 365 * DAY
    assert logged.table.next_deadline() is None
    assert not logged.do(commands.timeouts, bot="random")


def test_a_choice_has_its_time_and_then_the_reserve() -> None:
    logged = nim_table(Pace(30.0, 60.0))
    assert logged.table.next_deadline() == (logged.now + 90, ONE)
    logged.now += 29
    logged.play(ONE)
    assert left(logged) == [60, 60]
    logged.now += 50
    logged.play(TWO)
    assert left(logged) == [60, 40]
    assert logged.table.next_deadline() == (logged.now + 90, ONE)
    logged.play(ONE)
    assert logged.table.next_deadline() == (logged.now + 70, TWO)


def test_time_runs_out_at_the_deadline_and_not_before() -> None:
    logged = nim_table(Pace(30.0, 60.0))
    logged.now += 89.9
    assert not logged.do(commands.timeouts, bot="greedy")
    logged.now += 0.1
    assert logged.do(commands.timeouts, bot="greedy")
    assert logged.table.chairs[ONE].stand_in == "greedy"
    assert logged.table.next_deadline() is None
    assert logged.table.bots_to_play() == [(ONE, "greedy")]


def test_of_those_who_choose_at_once_only_the_missing_ones_clocks_run() -> None:
    logged = LoggedTable(ToyAuction(players=3), Pace(30.0, 100.0)).all_sit()
    logged.now += 20
    logged.play(TWO)
    assert [clock.since is None for clock in logged.table.clocks] == [False, True, False]
    logged.now += 60
    logged.play(ONE)
    assert left(logged) == [50, 100, 100]
    logged.now += 40
    logged.play(TWO)  # chosen anew: that costs nothing
    assert left(logged) == [50, 100, 100]
    assert logged.table.next_deadline() == (logged.now + 10, THREE)
    logged.play(THREE)
    assert left(logged) == [50, 100, 10]
    assert all(clock.since == logged.now for clock in logged.table.clocks)


def test_bots_play_for_all_who_are_late_and_for_nobody_else() -> None:
    logged = LoggedTable(ToyAuction(players=3), Pace(30.0, 0.0)).all_sit()
    logged.play(TWO)
    logged.now += 31
    assert logged.do(commands.timeouts, bot="random")
    assert logged.table.bots_to_play() == [(ONE, "random"), (THREE, "random")]
    assert not logged.do(commands.timeouts, bot="random")


def test_nobody_gains_time_by_taking_back() -> None:
    logged = nim_table(Pace(30.0, 60.0))
    logged.now += 80
    logged.play(ONE)
    assert left(logged) == [10, 60]
    logged.now += 5
    logged.do(commands.undo, ONE)
    assert logged.table.next_deadline() == (logged.now + 10, ONE)
    logged.now += 2
    logged.play(ONE)
    assert left(logged) == [8, 60]
    assert logged.table.next_deadline() == (logged.now + 90, TWO)


def test_clocks_stand_still_while_a_table_is_aside() -> None:
    logged = nim_table(Pace(30.0, 0.0))
    logged.now += 20
    logged.do(commands.change_status, "aside", trouble="t")
    logged.now += DAY
    assert logged.table.next_deadline() is None
    logged.do(commands.change_status, "restore")
    assert logged.table.next_deadline() == (logged.now + 30, ONE)
    logged.play(ONE)


def test_whoever_comes_back_has_the_time_for_a_choice_but_no_reserve() -> None:
    logged = nim_table(Pace(30.0, 60.0))
    logged.now += 90
    logged.do(commands.timeouts, bot="random")
    logged.play(ONE)  # the bot does
    logged.play(TWO)
    logged.now += 300
    logged.do(commands.return_to_seat, ONE)
    assert logged.table.next_deadline() == (logged.now + 30, ONE)
    assert left(logged) == [0, 60]


def test_going_away_and_coming_back_gains_no_time() -> None:
    logged = nim_table(Pace(30.0, 60.0))
    logged.now += 89
    logged.do(lambda table, at: commands.note_presence(table, [ONE], at, away=True))
    logged.do(commands.stand_in, ONE, "random", "host")
    logged.do(commands.return_to_seat, ONE)
    assert logged.table.next_deadline() == (logged.now + 1, ONE)


def test_whoever_comes_back_before_the_bot_played_gains_nothing() -> None:
    """Who came back at the last moment, again and again, could think for ever."""
    logged = nim_table(Pace(30.0, 60.0))
    logged.now += 91
    logged.do(commands.timeouts, bot="random")
    for _ in range(3):
        logged.tries(commands.return_to_seat, ONE)
        assert logged.table.next_deadline() is None
        assert logged.table.bots_to_play() == [(ONE, "random")]
    assert [row.kind for row in logged.rows].count("back") == 1
    logged.play(ONE)  # the bot does
    assert logged.table.chairs[ONE].stand_in is None
    assert left(logged) == [0, 60]
    logged.play(TWO)
    assert logged.table.next_deadline() == (logged.now + 30, ONE)
    assert snapshot(logged.read_back()) == snapshot(logged.table)


def test_whoever_does_not_come_back_is_played_by_the_bot_on_and_on() -> None:
    logged = nim_table(Pace(30.0, 0.0))
    logged.now += 30
    logged.do(commands.timeouts, bot="random")
    logged.play(ONE)
    logged.play(TWO)
    assert logged.table.bots_to_play() == [(ONE, "random")]
    logged.do(commands.return_to_seat, ONE)
    assert logged.table.chairs[ONE].stand_in is None


def skip(logged: LoggedTable, since: float, until: float) -> bool:
    """The house was down in between."""
    return logged.do(lambda table, at: commands.skip_time(table, since, until, at))


def test_time_in_which_the_house_was_down_is_nobodys() -> None:
    logged = nim_table(Pace(30.0, 60.0))
    began = logged.now
    logged.now += DAY
    assert skip(logged, began + 20, began + DAY)
    assert logged.table.next_deadline() == (logged.now + 70, ONE)
    assert not skip(logged, began + 20, began + DAY), "once is enough"
    logged.play(ONE)
    assert left(logged) == [60, 60]
    assert not skip(logged, began + 30, began + DAY), "nobody was thinking"
    assert snapshot(logged.read_back()) == snapshot(logged.table)


def test_without_a_pace_no_time_is_skipped() -> None:
    logged = nim_table(Pace())
    assert not skip(logged, 1.0, logged.now + 1)


def test_whoever_forfeits_cannot_win() -> None:
    logged = nim_table(Pace(30.0, 0.0, OnTimeout.FORFEIT), players=3)
    logged.now += 30
    logged.do(commands.timeouts, bot="random")
    assert logged.table.chairs[ONE].forfeited
    assert logged.table.status is Status.PLAYING
    assert logged.tries(commands.return_to_seat, ONE) == "nobody_stands_in"
    while logged.table.status is Status.PLAYING:
        # The seat that gave up takes the last match, and wins nothing by it.
        (seat,) = logged.table.awaited
        heap = logged.table.match.view(None).heap
        logged.play(seat, Take(3 if heap > 9 else 1 if heap > 3 or seat is not ONE else heap))
    assert ONE not in logged.table.winners()
    assert logged.table.winners()


def test_the_last_one_who_has_not_forfeited_wins_at_once() -> None:
    logged = nim_table(Pace(30.0, 0.0, OnTimeout.FORFEIT))
    logged.now += 30
    logged.do(commands.timeouts, bot="random")
    assert logged.table.status is Status.OVER
    assert logged.table.winners() == (TWO,)
    assert not logged.table.awaited
    assert not logged.table.bots_to_play()


def bidding(players: int, reserve: float = 0.0) -> LoggedTable:
    """A table at which all choose at once, and those who are late forfeit."""
    pace = Pace(30.0, reserve, OnTimeout.FORFEIT)
    return LoggedTable(ToyAuction(players=players), pace).all_sit()


def test_all_who_are_late_in_the_same_moment_forfeit_and_the_others_win() -> None:
    logged = bidding(3)
    logged.play(THREE)
    logged.now += 30
    logged.do(commands.timeouts, bot="random")
    assert [chair.forfeited for chair in logged.table.chairs] == [True, True, False]
    assert logged.table.status is Status.OVER
    assert logged.table.winners() == (THREE,)
    assert snapshot(logged.read_back()) == snapshot(logged.table) == snapshot(logged.elsewhere)
    assert verify(logged.table.record()).match.winners() == ()


def test_a_match_goes_on_among_several_who_were_in_time() -> None:
    logged = bidding(4)
    logged.play(TWO)
    logged.play(THREE)
    logged.now += 30
    logged.do(commands.timeouts, bot="random")
    assert logged.table.remaining_seats == (TWO, THREE)
    assert logged.table.bots_to_play() == [(ONE, "random"), (FOUR, "random")]
    while logged.table.status is Status.PLAYING:
        logged.play(logged.table.awaited[0])
    assert logged.table.winners()
    assert set(logged.table.winners()) <= {TWO, THREE}
    verify(logged.table.record())


@pytest.mark.parametrize("players", [2, 3, 5])
def test_nobody_wins_if_all_are_late_in_the_same_moment(players: int) -> None:
    logged = bidding(players)
    logged.now += 30
    logged.do(commands.timeouts, bot="random")
    assert all(chair.forfeited for chair in logged.table.chairs)
    assert logged.table.status is Status.OVER
    assert logged.table.winners() == ()
    assert not logged.table.bots_to_play()
    assert snapshot(logged.read_back()) == snapshot(logged.table)
    record = logged.table.record()
    assert record["result"] is None
    verify(record)


def test_a_house_that_looks_late_finds_what_it_would_have_found_in_time() -> None:
    """The match was over when the first of two ran out of time: the other would have had more."""
    logged = bidding(2, reserve=100.0)
    logged.now += 40
    logged.play(TWO)
    logged.play(ONE)
    logged.now += 10
    logged.play(ONE)
    logged.now += 50
    logged.play(TWO)  # TWO has less in reserve than ONE now
    logged.now += DAY
    logged.do(commands.timeouts, bot="random")
    assert logged.table.winners() == (ONE,)
    assert not logged.table.chairs[ONE].forfeited


# In the house


@pytest.mark.anyio
async def test_a_match_that_all_forfeited_is_over_for_all_and_its_record_holds(house: OpenHouse) -> None:
    people = [await house.guest(name) for name in ("Anne", "Bernard", "Claire")]
    pace = {"seconds": 30, "on_timeout": "forfeit"}
    table = await people[0].create_table("toy_auction", options={"players": 3}, pace=pace)
    for person in people[1:]:
        await person.sit(table)
    await people[0].start(table)
    async with people[0].at(table) as hers, people[1].at(table) as his:
        await house.timer.let_pass(30)
        for place in (hers, his):
            await place.until(lambda there: there.table["status"] == "over")
            assert "winners" not in place.table
            assert [chair["forfeited"] for chair in place.around["chairs"]] == [True] * 3
        assert [row.kind for row in await house.house.store.tables.rows(table)][-3:] == ["forfeit"] * 3
    assert (await people[2].table(table))["winners"] == []
    record = (await people[2].http.get(f"/api/tables/{table}/record")).text
    assert verify(record).match.winners() == ()
    assert (await people[2].do(table, "rematch"))["status"] == "open"


@pytest.mark.anyio
async def test_a_bot_plays_for_whoever_is_late_until_he_is_back(house: OpenHouse) -> None:
    anne, bernard = await house.guest("Anne"), await house.guest("Bernard")
    table = await anne.create_table("toy_nim", options={"heap": 200}, pace={"seconds": 30, "reserve": 60})
    await bernard.sit(table)
    await anne.start(table)
    async with anne.at(table) as hers, bernard.at(table) as his:
        late, other = (hers, his) if is_asked(hers) else (his, hers)
        seat = late.seat
        assert seat is not None
        await house.timer.let_pass(89)
        assert not late.around["chairs"][seat].get("absent")
        await house.timer.let_pass(1)
        await other.until_asked()
        assert late.around["chairs"][seat] == {
            "name": _name(late),
            "kind": "person",
            "level": "cuisinier",
            "absent": True,
        }
        assert other.around["chairs"] == late.around["chairs"]
        version = other.version
        await other.play_on()
        # The bot goes on playing, at once.
        await other.until(lambda place: place.version >= version + 2)
        answer = await late.ask("back", seat=seat)
        await late.until_version(answer["version"])
        assert not late.around["chairs"][seat].get("absent")
        if not is_asked(late):
            await other.play_on()
            await late.until_asked()
        assert not (await house.inside(table)).bots_to_play()
        assert (await late.play_on())["type"] == "done"


def _name(place: TableClient) -> str:
    assert place.seat is not None
    return str(place.around["chairs"][place.seat]["name"])


@pytest.mark.anyio
async def test_days_for_a_choice(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", pace={"seconds": 3 * DAY, "on_timeout": "forfeit"}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=0) as first, anne.at(table, seat=1) as second:
        await house.timer.let_pass(2.9 * DAY)
        await first.play_on()
        await second.until_asked()
        assert second.table["clocks"][1]["deadline"] == pytest.approx(house.timer.now() + 3 * DAY)
        assert second.table["clocks"][0]["deadline"] is None
        await house.timer.let_pass(3 * DAY)
        await first.until(lambda place: place.table["status"] == "over")
        assert first.table["winners"] == [0]
        assert first.around["chairs"][1]["forfeited"]
        await second.until_version(first.version)
        answer = await second.ask("play", seat=1, prompt=0, action={"type": "take", "matches": 1})
        assert answer["code"] == "forfeited"
    record = await anne.get(f"/api/tables/{table}/record")
    assert record["result"] is None


@pytest.mark.anyio
async def test_a_claim_makes_the_house_look_at_the_clocks(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", pace={"seconds": 30, "on_timeout": "forfeit"}, seats=2)
    await anne.start(table)
    async with anne.at(table, seat=1) as place:
        house.timer.jump(29)
        early = await place.ask("claim")
        assert early == {"type": "done", "id": early["id"], "version": place.version}
        house.timer.jump(1)
        await place.ask("claim")
        await place.until(lambda there: there.table["status"] == "over")
        assert place.table["winners"] == [1]


@on_sqlite
@pytest.mark.anyio
async def test_a_clock_looked_at_too_early_runs_on(house: OpenHouse) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", pace={"seconds": 30, "on_timeout": "forfeit"}, seats=2)
    await anne.start(table)
    del house.timer._due[table]  # it calls, and just then the time is set back
    await house.house.scheduler.check_clocks(await house.house.live(table))
    await house.timer.let_pass(30)
    assert (await anne.table(table))["status"] == "over"


@pytest.mark.anyio
async def test_clocks_go_on_after_a_restart(database: str, house: OpenHouse) -> None:
    """The log tells since when a choice is awaited, so another process knows the same deadlines."""
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", pace={"seconds": 30, "reserve": 60}, seats=2)
    await anne.start(table)
    house.timer.jump(50)
    async with anne.at(table, seat=0) as place:
        await place.play_on()
    there = await house.inside(table)
    before = [(clock.reserve, clock.deadline) for clock in there.clocks]
    await house.house.reload(table)
    again = await house.inside(table)
    assert again is not there
    assert [(clock.reserve, clock.deadline) for clock in again.clocks] == before


@pytest.mark.anyio
@pytest.mark.parametrize("databases", ["sqlite", "postgresql"], indirect=True)
async def test_a_house_that_was_down_for_a_night_takes_nobodys_time(
    database: str, house: OpenHouse, tmp_path: Path
) -> None:
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", pace={"seconds": 30, "on_timeout": "forfeit"}, seats=2)
    await anne.start(table)
    house.timer.jump(20)
    await house.house.store.heartbeat.beat(house.timer.now())
    later = VirtualTimer(house.timer.now() + DAY)
    async with serve_app(generous_settings(database, tmp_path / "later"), later) as (_, app):
        await until_awake(app.state.house)
        again = (await app.state.house.live(table)).table
        assert again.next_deadline() == (later.now() + 10, ONE)
        assert [row.kind for row in await house.house.store.tables.rows(table)][-1] == "skip"


@pytest.mark.anyio
@pytest.mark.parametrize("databases", ["sqlite", "postgresql"], indirect=True)
async def test_a_clock_set_back_between_two_starts_changes_nothing(
    database: str, house: OpenHouse, tmp_path: Path
) -> None:
    await house.house.store.heartbeat.beat(house.timer.now() + DAY)
    await house.house.store.heartbeat.beat(house.timer.now())
    earlier = VirtualTimer(house.timer.now() - DAY)
    async with serve_app(generous_settings(database, tmp_path / "later"), earlier):
        assert earlier.now() == house.timer.now() + DAY


@on_sqlite
@pytest.mark.anyio
async def test_the_house_writes_down_that_it_runs_while_there_are_clocks(
    house: OpenHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(downtime, "BEAT_SECONDS", 0.0)
    beats, looked = house.house.store.heartbeat, asyncio.Queue[None]()

    def has_clocks() -> bool:
        looked.put_nowait(None)
        return house.house.has_clocks

    running = asyncio.create_task(house.house.downtime.run(has_clocks))
    await looked.get()
    assert await beats.last() == 0
    anne = await house.guest("Anne")
    table = await anne.create_table("toy_nim", pace={"seconds": 30}, seats=2)
    await anne.start(table)
    while await beats.last() < house.timer.now():
        await looked.get()
    async with without(house, "heartbeat"):
        for _ in range(2 + looked.qsize()):
            await looked.get()
    running.cancel()
