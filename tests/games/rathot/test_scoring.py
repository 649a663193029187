"""RH-15 to RH-18: groups and their points."""

import pytest
from tests.games.rathot.scene import ANNE, BERNARD, draw, happened, last_turn, lay, place, plague, points, scene, top

from tablee.core.seat import Seat
from tablee.games.rathot import events as e
from tablee.games.rathot.pieces import Changed, Ending


@pytest.mark.rule("RH-15", "RH-16", "RH-X1")
def test_two_alike_give_one_point_three_give_two() -> None:
    match = scene(drawn=(0,))
    assert points(lay(match, "0 -1 -1 E")) == [(ANNE, "r1", 2, 1)]
    draw(match, 22)
    draw(match, 31)
    assert points(lay(match, "22 -2 -1 E")) == [(ANNE, "r1", 3, 2)]
    assert points(lay(match, "31 -3 -1 E")) == [(ANNE, "r1", 4, 2)]  # and not more
    assert match.scores() == (5, 0)


@pytest.mark.rule("RH-16")
def test_points_go_to_the_colour_whoever_laid_the_card() -> None:
    match = scene("17 1 0 E", drawn=(0, 1))
    assert match.actors() == (BERNARD,)
    assert points(lay(match, "0 -1 -1 E")) == [(ANNE, "r1", 2, 1)]
    assert match.scores() == (1, 0)


@pytest.mark.rule("RH-15")
def test_every_group_of_the_card_scores_after_each_card() -> None:
    match = scene("0 1 1 W", drawn=(31, 16))
    assert points(lay(match, "31 0 -2 S")) == [(ANNE, "r1", 2, 1), (BERNARD, "g4", 2, 1)]
    # The second card of the turn scores on its own.
    assert points(lay(match, "16 2 -5 E")) == [(ANNE, "r2", 2, 1)]
    assert match.scores() == (2, 1)


@pytest.mark.rule("RH-15")
def test_a_group_is_seen_from_above_whatever_the_heights() -> None:
    match = scene("17 0 2 E", "38 -1 -1 E", "24 0 1 E", drawn=(7, 25))
    assert top(match, 0, 1) == ("r4", 2)
    assert points(lay(match, "7 1 1 S")) == [(ANNE, "r4", 2, 1)]


@pytest.mark.rule("RH-15")
def test_squares_that_meet_at_a_corner_are_no_group() -> None:
    match = scene(drawn=(0,))
    assert points(lay(match, "0 1 -2 E")) == []
    assert top(match, 1, -2) == ("r1", 1)
    assert top(match, 0, -1) == ("r1", 1)


@pytest.mark.rule("RH-16")
def test_single_spices_and_rats_give_nothing() -> None:
    match = scene(drawn=(12,))
    assert points(lay(match, "12 0 4 W")) == []
    draw(match, 9)
    draw(match, 17)
    assert points(lay(match, "9 -1 4 W")) == []
    match = scene("12 1 -1 E", drawn=(9, 17))
    assert points(lay(match, "9 2 -1 E")) == []  # rat below rat
    assert top(match, 1, 1) == top(match, 2, 1) == ("r*", 1)


COLUMN = ("22 1 -1 E", "34 2 -1 E", "25 3 -1 E", "36 4 -1 E", "8 5 -1 E", "24 2 2 S")
"""Five r3 in column 0, rows 1 to 5, and a card to the right of the middle one."""


def cut(changed: Changed) -> list[tuple[Seat, str, int, int]]:
    """What covering the middle of the column scores."""
    match = scene(*COLUMN, drawn=(39,), game=plague(changed=changed))
    assert [top(match, row, 0)[0] for row in range(1, 6)] == ["r3"] * 5
    return points(lay(match, "39 3 0 E"))


@pytest.mark.rule("RH-17", "RH-X2")
def test_the_parts_of_a_group_split_in_two_score_each_if_touched() -> None:
    assert cut(Changed.TOUCHED) == [(ANNE, "r3", 2, 1), (ANNE, "r3", 2, 1)]


@pytest.mark.rule("RH-17", "RH-X2")
def test_the_parts_of_a_group_split_in_two_score_nothing_if_only_grown() -> None:
    assert cut(Changed.GROWN) == []


@pytest.mark.rule("RH-17")
@pytest.mark.parametrize(("changed", "gain"), [(Changed.TOUCHED, 2), (Changed.GROWN, 0)])
def test_a_group_that_lost_its_end_has_changed_if_touched(changed: Changed, gain: int) -> None:
    # Three r1 one above the other; the lowest is covered together with its neighbours.
    match = scene("0 -1 -1 E", "22 -2 -1 E", "24 0 2 E", game=plague(changed=changed), drawn=(38, 39))
    before = match.scores()
    lay(match, "38 0 -2 W")
    scored = points(lay(match, "39 0 -3 E"))
    assert scored == ([(ANNE, "r1", 2, 1)] if gain else [])
    assert match.scores()[0] - before[0] == len(scored)


@pytest.mark.rule("RH-17")
@pytest.mark.parametrize("changed", Changed)
def test_what_is_left_alone_gives_nothing(changed: Changed) -> None:
    match = scene("0 -1 -1 E", drawn=(38, 39), game=plague(changed=changed))
    lay(match, "38 0 -2 W")
    assert points(lay(match, "39 0 -3 E")) == []
    assert top(match, -1, -1) == ("r1", 1)


@pytest.mark.rule("RH-17")
@pytest.mark.parametrize("changed", Changed)
def test_a_group_scores_once_a_card_however_often_touched(changed: Changed) -> None:
    # An r1 of a pair is covered by an r1: the pair has lost a square and has a new one, and scores once.
    match = scene("0 1 -1 E", "24 1 -2 W", drawn=(31,), game=plague(changed=changed))
    assert match.scores() == (1, 0)
    assert points(lay(match, "31 1 -1 W")) == [(ANNE, "r1", 2, 1)]
    assert match.scores() == (2, 0)


@pytest.mark.rule("RH-17")
@pytest.mark.parametrize("changed", Changed)
def test_a_card_that_joins_groups_scores_the_new_group(changed: Changed) -> None:
    lines = ("22 1 -1 E", "24 1 2 S", "25 3 1 W")
    match = scene(*lines, drawn=(34, 17), game=plague(changed=changed))
    assert top(match, 1, 0) == top(match, 3, 0) == ("r3", 1)
    assert points(lay(match, "34 2 -1 E")) == [(ANNE, "r3", 3, 2)]


@pytest.mark.rule("RH-18")
def test_at_the_end_all_groups_in_sight_score_once_more() -> None:
    match = scene("0 1 1 W", "31 0 -2 S", "16 2 -5 E")
    assert match.scores() == (2, 1)
    game, state = last_turn(match, 1)
    events = game.apply(state, BERNARD, place("1 -1 1 E"))
    assert points(happened(events, e.Scored)) == [(BERNARD, "g1", 2, 1)]
    (final,) = happened(events, e.FinalCount)
    assert points([final]) == [(ANNE, "r1", 2, 1), (ANNE, "r2", 2, 1), (BERNARD, "g1", 2, 1), (BERNARD, "g4", 2, 1)]
    assert game.scores(state) == (4, 4) == final.scores
    assert state.ending is Ending.FINAL_COUNT
    assert game.actors(state) == ()


@pytest.mark.rule("RH-18")
def test_a_group_of_three_or_more_counts_two_at_the_end() -> None:
    match = scene("0 -1 -1 E", "22 -2 -1 E", drawn=(31,))
    game, state = last_turn(match, 16)
    events = game.apply(state, BERNARD, place("16 0 2 E"))
    assert points(happened(events, e.FinalCount)) == [(ANNE, "r1", 3, 2)]


@pytest.mark.rule("RH-18")
def test_the_higher_total_wins() -> None:
    match = scene("0 -1 -1 E", "22 -2 -1 E", drawn=(31,))
    game, state = last_turn(match, 16)
    assert game.winners(state) == ()
    events = game.apply(state, BERNARD, place("16 0 2 E"))
    assert game.scores(state) == (5, 0)
    assert game.winners(state) == (ANNE,)
    assert happened(events, e.GameEnded) == [e.GameEnded(Ending.FINAL_COUNT, (5, 0), (ANNE,))]
    assert game.tally(state)["ended.final_count"] == 1


@pytest.mark.rule("RH-18")
def test_equal_totals_are_a_draw() -> None:
    match = scene("0 1 1 W", "31 0 -2 S", "16 2 -5 E")
    game, state = last_turn(match, 1)
    game.apply(state, BERNARD, place("1 -1 1 E"))
    assert game.winners(state) == (ANNE, BERNARD)
