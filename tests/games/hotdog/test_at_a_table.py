"""At a table of the house: what lies face down is replaced, what was revealed stays."""

from tests.server.logged_table import LoggedTable

import tablee
from tablee.server.table import commands


def test_nothing_is_taken_back_once_the_bids_are_revealed() -> None:
    logged = LoggedTable(tablee.game("hotdog")).all_sit()
    seats = logged.table.game.seats
    for seat in seats:
        assert not any(logged.table.may_take_back(other) for other in seats)
        logged.play(seat)
    assert not any(logged.table.may_take_back(seat) for seat in seats)
    assert logged.tries(commands.undo, seats[0]) == "undo_revealed"
