"""At a table of the house: a turn is two cards, which matters for taking back and for clocks."""

from tests.server.logged_table import LoggedTable

import tablee
from tablee.core.seat import Seat
from tablee.server.table import commands
from tablee.server.table.clocks import TimeLimits

ONE, TWO = Seat(0), Seat(1)


def test_one_of_two_cards_is_taken_back_but_not_a_draw() -> None:
    """After the second card of a turn the next player's cards are turned up."""
    logged = LoggedTable(tablee.game("rathot")).all_sit()
    assert not logged.table.may_take_back(ONE)
    logged.play(ONE)
    before = logged.table.match.state
    assert not any(logged.table.may_take_back(seat) for seat in (ONE, TWO)), "the first turn is one card"
    logged.play(TWO)
    assert logged.table.may_take_back(TWO)
    assert logged.table.awaited == (TWO,)
    assert logged.tries(commands.undo, ONE) == "undo_revealed"
    logged.do(commands.undo, TWO)
    assert logged.table.match.state == before
    logged.play(TWO)
    logged.play(TWO)
    assert logged.tries(commands.undo, TWO) == "undo_revealed"


def test_nobody_gains_time_by_taking_back_a_choice_of_a_turn_that_goes_on() -> None:
    """The time of the second card runs on while the first is taken back."""
    logged = LoggedTable(tablee.game("rathot"), TimeLimits(30.0, 0.0)).all_sit()
    while len(logged.table.match.view(None).hand) < 2:
        logged.play(logged.table.awaited[0])
    (seat,) = logged.table.awaited
    began = logged.now
    for _ in range(3):
        logged.now += 5
        logged.play(seat)
        logged.now += 4
        logged.do(commands.undo, seat)
        assert logged.table.next_deadline() == (began + 30, seat)
    assert logged.read_back().next_deadline() == (began + 30, seat)
