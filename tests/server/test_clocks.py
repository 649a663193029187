"""Clocks: whose time runs, what it costs, and what becomes of whoever has none left. All on virtual time."""

import pytest
from tests.server.logged_table import LoggedTable, snapshot
from tests.toy_auction import ToyAuction
from tests.toy_nim import Take, ToyNim

from tablee.core.seat import Seat
from tablee.core.verify import verify
from tablee.server.table import commands
from tablee.server.table.clocks import OnTimeout, TimeLimits
from tablee.server.table.table_parts import Status

ONE, TWO, THREE, FOUR = Seat(0), Seat(1), Seat(2), Seat(3)
DAY = 86400.0


def toy_nim_table(limits: TimeLimits, players: int = 2) -> LoggedTable:
    return LoggedTable(ToyNim(players=players, heap=60), limits).all_sit()


def left(logged: LoggedTable) -> list[float]:
    """What everybody has in reserve."""
    return [clock.reserve for clock in logged.table.clocks]


# What it costs


def test_without_time_limits_nobody_is_late() -> None:
    logged = toy_nim_table(TimeLimits())
    logged.now += 365 * DAY
    assert logged.table.next_deadline() is None
    assert not logged.do(commands.timeouts, bot="random")


def test_a_choice_has_its_time_and_then_the_reserve() -> None:
    logged = toy_nim_table(TimeLimits(30.0, 60.0))
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
    logged = toy_nim_table(TimeLimits(30.0, 60.0))
    logged.now += 89.9
    assert not logged.do(commands.timeouts, bot="greedy")
    logged.now += 0.1
    assert logged.do(commands.timeouts, bot="greedy")
    assert logged.table.chairs[ONE].stand_in == "greedy"
    assert logged.table.next_deadline() is None
    assert logged.table.bots_to_play() == [(ONE, "greedy")]


def test_of_those_who_choose_at_once_only_the_missing_ones_clocks_run() -> None:
    logged = LoggedTable(ToyAuction(players=3), TimeLimits(30.0, 100.0)).all_sit()
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
    logged = LoggedTable(ToyAuction(players=3), TimeLimits(30.0, 0.0)).all_sit()
    logged.play(TWO)
    logged.now += 31
    assert logged.do(commands.timeouts, bot="random")
    assert logged.table.bots_to_play() == [(ONE, "random"), (THREE, "random")]
    assert not logged.do(commands.timeouts, bot="random")


def test_nobody_gains_time_by_taking_back() -> None:
    logged = toy_nim_table(TimeLimits(30.0, 60.0))
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
    logged = toy_nim_table(TimeLimits(30.0, 0.0))
    logged.now += 20
    logged.do(commands.change_status, "aside", trouble="t")
    logged.now += DAY
    assert logged.table.next_deadline() is None
    logged.do(commands.change_status, "restore")
    assert logged.table.next_deadline() == (logged.now + 30, ONE)
    logged.play(ONE)


def test_whoever_comes_back_has_the_time_for_a_choice_but_no_reserve() -> None:
    logged = toy_nim_table(TimeLimits(30.0, 60.0))
    logged.now += 90
    logged.do(commands.timeouts, bot="random")
    logged.play(ONE)  # the bot does
    logged.play(TWO)
    logged.now += 300
    logged.do(commands.return_to_seat, ONE)
    assert logged.table.next_deadline() == (logged.now + 30, ONE)
    assert left(logged) == [0, 60]


def test_going_away_and_coming_back_gains_no_time() -> None:
    logged = toy_nim_table(TimeLimits(30.0, 60.0))
    logged.now += 89
    logged.do(lambda table, at: commands.note_presence(table, [ONE], at, away=True))
    logged.do(commands.stand_in, ONE, "random", "host")
    logged.do(commands.return_to_seat, ONE)
    assert logged.table.next_deadline() == (logged.now + 1, ONE)


def test_whoever_comes_back_before_the_bot_played_gains_nothing() -> None:
    """Who came back at the last moment, again and again, could think for ever."""
    logged = toy_nim_table(TimeLimits(30.0, 60.0))
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
    logged = toy_nim_table(TimeLimits(30.0, 0.0))
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
    logged = toy_nim_table(TimeLimits(30.0, 60.0))
    began = logged.now
    logged.now += DAY
    assert skip(logged, began + 20, began + DAY)
    assert logged.table.next_deadline() == (logged.now + 70, ONE)
    assert not skip(logged, began + 20, began + DAY), "once is enough"
    logged.play(ONE)
    assert left(logged) == [60, 60]
    assert not skip(logged, began + 30, began + DAY), "nobody was thinking"
    assert snapshot(logged.read_back()) == snapshot(logged.table)


def test_without_time_limits_no_time_is_skipped() -> None:
    logged = toy_nim_table(TimeLimits())
    assert not skip(logged, 1.0, logged.now + 1)


def test_whoever_forfeits_cannot_win() -> None:
    logged = toy_nim_table(TimeLimits(30.0, 0.0, OnTimeout.FORFEIT), players=3)
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
    logged = toy_nim_table(TimeLimits(30.0, 0.0, OnTimeout.FORFEIT))
    logged.now += 30
    logged.do(commands.timeouts, bot="random")
    assert logged.table.status is Status.OVER
    assert logged.table.winners() == (TWO,)
    assert not logged.table.awaited
    assert not logged.table.bots_to_play()


def bidding(players: int, reserve: float = 0.0) -> LoggedTable:
    """A table at which all choose at once, and those who are late forfeit."""
    limits = TimeLimits(30.0, reserve, OnTimeout.FORFEIT)
    return LoggedTable(ToyAuction(players=players), limits).all_sit()


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
