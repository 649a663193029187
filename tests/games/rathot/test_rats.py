"""RH-19 to RH-21: rats."""

import pytest
from tests.games.rathot.scene import ANNE, BERNARD, draw, happened, last_turn, lay, place, plague, scene

from tablee.core.seat import CHANCE
from tablee.games.rathot import events as e
from tablee.games.rathot.actions import Draw
from tablee.games.rathot.pieces import Ending
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

THREE_RED_RATS = ("12 1 -1 E", "9 2 -1 E", "29 3 -1 E")
"""One below the other in column 1, rows 1 to 3; two of them were laid by green."""


@pytest.mark.rule("RH-19")
def test_three_own_rats_at_the_end_of_the_turn_lose_at_once() -> None:
    match = scene(*THREE_RED_RATS, drawn=(0, 17))
    lay(match, "0 -1 -1 E")
    assert not match.over
    events = lay(match, "17 4 -1 E")
    assert happened(events, e.Overrun) == [e.Overrun(ANNE, 3)]
    assert happened(events, e.GameEnded) == [e.GameEnded(Ending.RATS_RED, (3, 0), (BERNARD,))]
    assert happened(events, e.FinalCount) == []
    assert match.over
    assert match.winners() == (BERNARD,)
    assert match.scores() == (3, 0)  # ahead, and lost
    assert match.game.tally(match.state)["ended.rats_red"] == 1


@pytest.mark.rule("RH-19")
def test_green_loses_by_green_rats() -> None:
    match = scene("8 1 -1 E", "13 2 -1 E", drawn=(28,))
    assert not match.over
    lay(match, "28 3 -1 E")
    assert match.over
    assert match.winners() == (ANNE,)
    assert match.game.tally(match.state)["ended.rats_green"] == 1


@pytest.mark.rule("RH-19")
def test_more_than_three_are_too_many_and_two_are_not() -> None:
    match = scene("12 1 -1 E", "9 2 -1 E", "17 3 -1 E", drawn=(0, 21))
    lay(match, "0 -1 -1 E")
    assert match.view(None).rats == (2, 0)
    lay(match, "21 4 -1 E")
    assert match.view(None).rats == (4, 0)
    assert match.over
    match = scene("12 1 -1 E", "9 2 -1 E", "17 3 -1 E", "0 -1 -1 E", "22 4 -1 E")
    assert not match.over


@pytest.mark.rule("RH-20")
def test_the_opponents_rats_do_not_matter_at_the_end_of_my_turn() -> None:
    match = scene(*THREE_RED_RATS)
    assert match.view(None).rats == (3, 0)
    assert not match.over
    assert match.view(None).player == ANNE


@pytest.mark.rule("RH-20")
def test_three_rats_after_the_first_card_are_fine_if_the_second_covers_one() -> None:
    match = scene("12 1 -1 E", "9 2 -1 E", "17 3 -1 E", drawn=(29, 39))
    lay(match, "29 -1 -1 E")
    assert match.view(None).rats == (3, 0)
    assert match.actors() == (ANNE,)
    lay(match, "39 1 1 S")  # over the rats of 12 and 9
    assert match.view(None).rats == (1, 0)
    assert not match.over


@pytest.mark.rule("RH-20", "RH-X4")
def test_three_rats_after_the_first_card_are_fine_with_the_even_deck_too() -> None:
    match = scene("1 1 -1 E", "3 2 -1 E", "20 3 -1 E", drawn=(6, 33), game=RatHot())
    lay(match, "6 -1 -1 E")
    assert match.view(None).rats == (3, 2)
    lay(match, "33 1 1 S")  # over the rats of 1 and 3
    assert match.view(None).rats == (1, 2)
    assert not match.over


@pytest.mark.rule("RH-20")
def test_rats_may_be_covered_in_ones_own_turn() -> None:
    match = scene(*THREE_RED_RATS, "0 -1 -1 E", drawn=(39,))
    lay(match, "39 1 1 S")
    assert match.view(None).rats == (0, 0)
    assert not match.over


@pytest.mark.rule("RH-21")
def test_the_rats_of_the_last_turn_come_before_the_final_count() -> None:
    match = scene("8 1 -1 E", "13 2 -1 E", "1 -1 1 E")
    game, state = last_turn(match, 28)
    before = game.scores(state)
    events = game.apply(state, BERNARD, place("28 3 -1 E"))
    assert game.actors(state) == ()
    assert state.ending is Ending.RATS_GREEN
    assert happened(events, e.FinalCount) == []
    assert game.scores(state) == before == (1, 1)
    assert game.winners(state) == (ANNE,)


@pytest.mark.rule("RH-21", "RH-20")
def test_the_rats_of_the_other_do_not_matter_in_the_last_turn_either() -> None:
    game, state = last_turn(scene(*THREE_RED_RATS), 17)
    game.apply(state, BERNARD, place("17 4 -1 E"))
    assert state.rats == [3, 0]
    assert state.ending is Ending.FINAL_COUNT


@pytest.mark.rule("RH-14", "RH-19")
def test_rats_are_looked_for_also_when_cards_were_set_aside() -> None:
    game, state = plague(), scene(*THREE_RED_RATS).state
    assert isinstance(state, RatHotState)
    state.across = state.down = 0  # as on a table without any room
    game.apply(state, CHANCE, Draw(0))
    events = game.apply(state, CHANCE, Draw(1))
    assert happened(events, e.SetAside) == [e.SetAside(ANNE, (0, 1))]
    assert happened(events, e.Overrun) == [e.Overrun(ANNE, 3)]


def test_drawing_alone_ends_no_turn() -> None:
    match = scene(*THREE_RED_RATS)
    assert happened(draw(match, 0), e.Overrun) == []
