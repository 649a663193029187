"""RH-08 to RH-14: where a card may lie."""

import pytest
from tests.games.rathot.scene import (
    ANNE,
    BERNARD,
    SmallTable,
    draw,
    happened,
    lay,
    plague,
    refused,
    scene,
    top,
)

from tablee.core.errors import IllegalAction
from tablee.core.seat import CHANCE
from tablee.games.rathot import events as e
from tablee.games.rathot.actions import Draw


def seen(*lines: str, squares: list[tuple[int, int]]) -> list[str]:
    match = scene(*lines)
    return [top(match, row, col)[0] for row, col in squares]


@pytest.mark.rule("RH-08")
def test_a_card_lies_across_or_down_in_either_direction() -> None:
    assert seen("8 0 2 E", squares=[(0, 2), (0, 3), (0, 4)]) == ["r1", "r3", "g*"]
    assert seen("8 0 4 W", squares=[(0, 2), (0, 3), (0, 4)]) == ["g*", "r3", "r1"]
    assert seen("8 1 0 S", squares=[(1, 0), (2, 0), (3, 0)]) == ["r1", "r3", "g*"]
    assert seen("8 3 0 N", squares=[(1, 0), (2, 0), (3, 0)]) == ["g*", "r3", "r1"]


@pytest.mark.rule("RH-08")
def test_there_are_two_ways_to_lie_on_three_squares_or_one_if_the_card_reads_alike() -> None:
    # 24 strips touch the start card: 5 above, 5 below and 2 at the ends across; 6 and 6 down.
    for card, ways in ((8, 48), (17, 24)):
        match = scene(drawn=(card,))
        legal = match.legal(ANNE)
        assert len(legal) == ways
        lying = {(frozenset(laid.squares), laid.backward) for laid in legal}
        assert len(lying) == ways
        assert len({squares for squares, _ in lying}) == 24


@pytest.mark.rule("RH-08")
def test_a_card_that_reads_alike_is_named_from_its_left_or_top_square() -> None:
    match = scene(drawn=(17,))
    assert refused(match, "17 1 2 W") == ("reads_alike", "RH-08")
    assert refused(match, "17 3 0 N") == ("reads_alike", "RH-08")
    with pytest.raises(IllegalAction, match="so that it runs to the right"):
        lay(match, "17 1 2 W")
    lay(match, "17 1 0 E")


@pytest.mark.rule("RH-09")
@pytest.mark.parametrize("size", [15, 31, 61])
def test_no_square_may_lie_over_the_edge(size: int) -> None:
    edge = size // 2
    match = scene(drawn=(40,), game=plague(table_size=size))
    assert refused(match, f"40 0 {edge - 1} E") == ("off_table", "RH-09")
    assert refused(match, f"40 0 {-edge + 1} W") == ("off_table", "RH-09")
    assert refused(match, f"40 {edge - 1} 0 S") == ("off_table", "RH-09")
    assert refused(match, f"40 {-edge + 1} 0 N") == ("off_table", "RH-09")
    assert refused(match, "40 0 999999999 E") == ("off_table", "RH-09")
    assert refused(match, f"40 0 {edge - 2} E") != ("off_table", "RH-09")
    assert refused(match, f"40 {-edge} 0 S") != ("off_table", "RH-09")


@pytest.mark.rule("RH-09")
def test_a_card_may_lie_along_the_edge_and_nothing_goes_round_it() -> None:
    game = plague(table_size=15)
    match = scene("17 0 2 E", "2 0 5 E", drawn=(22,), game=game)
    assert top(match, 0, 7) == ("g3", 1)
    lay(match, "22 1 7 S")
    draw(match, 0)
    draw(match, 40)
    # The left edge is not next to the right edge.
    assert refused(match, "40 0 -7 E") == ("not_touching", "RH-10")
    assert refused(match, "40 1 -7 S") == ("not_touching", "RH-10")
    assert refused(match, "40 4 -7 E") == ("not_touching", "RH-10")
    lay(match, "40 4 7 W")


@pytest.mark.rule("RH-10")
def test_on_the_table_a_card_touches_another_edge_to_edge() -> None:
    match = scene(drawn=(8,))
    assert refused(match, "8 5 5 E") == ("not_touching", "RH-10")
    assert refused(match, "8 1 2 E") == ("not_touching", "RH-10")  # diagonally is not enough
    assert refused(match, "8 1 2 S") == ("not_touching", "RH-10")
    assert refused(match, "8 -2 0 E") == ("not_touching", "RH-10")
    lay(match, "8 1 1 E")  # one square is enough


@pytest.mark.rule("RH-11")
def test_half_on_the_table_and_half_on_a_card_is_not_allowed() -> None:
    match = scene(drawn=(8,))
    assert refused(match, "8 0 0 E") == ("half_on_table", "RH-11")
    assert refused(match, "8 0 1 E") == ("half_on_table", "RH-11")
    assert refused(match, "8 0 0 S") == ("half_on_table", "RH-11")


@pytest.mark.rule("RH-11")
def test_a_card_on_cards_rests_on_three_squares_of_one_height() -> None:
    match = scene("17 0 2 E", drawn=(23, 22))
    lay(match, "23 0 1 E")  # on the start card and on 17
    assert [top(match, 0, col)[1] for col in range(-1, 5)] == [1, 1, 2, 2, 2, 1]
    assert refused(match, "22 0 0 E") == ("gap", "RH-11")
    assert refused(match, "22 0 2 E") == ("gap", "RH-11")
    with pytest.raises(IllegalAction, match=r"RH-11.*1, 2, 2"):
        lay(match, "22 0 0 E")


@pytest.mark.rule("RH-11")
def test_a_card_on_cards_need_touch_nothing_else_and_towers_may_grow() -> None:
    match = scene("17 0 2 E", "23 1 -1 E", "22 1 2 E", "24 0 1 E", "25 1 1 E", drawn=(30, 31))
    assert [top(match, row, 1)[1] for row in (0, 1)] == [2, 2]
    lay(match, "30 2 1 E")
    lay(match, "31 2 -2 E")
    draw(match, 32)
    draw(match, 33)
    lay(match, "32 2 0 E")
    assert [top(match, 2, col)[1] for col in (0, 1, 2)] == [2, 2, 2]
    lay(match, "33 0 1 S")  # on 24, 25 and 32, at height 3
    assert [top(match, row, 1) for row in (0, 1, 2)] == [("--", 3), ("g1", 3), ("r1", 3)]


@pytest.mark.rule("RH-12", "RH-X3")
def test_a_card_may_not_cover_another_alone() -> None:
    match = scene("17 1 -1 E", "23 2 -1 E", drawn=(8,))
    for row in (0, 1, 2):  # the start card, too
        assert refused(match, f"8 {row} -1 E") == ("covers_one_card", "RH-12")
        assert refused(match, f"8 {row} 1 W") == ("covers_one_card", "RH-12")
    lay(match, "8 0 -1 S")  # one square of each of the three


@pytest.mark.rule("RH-12")
def test_two_cards_together_may_hide_a_third() -> None:
    match = scene("17 0 2 E", "0 0 -2 W", drawn=(23,))
    lay(match, "23 0 -2 E")  # two squares of the start card
    draw(match, 22)
    draw(match, 24)
    lay(match, "22 0 1 E")  # and the third
    assert [top(match, 0, col) for col in (-1, 0, 1)] == [("g3", 2), ("--", 2), ("r1", 2)]
    # Where 23 and 22 lie, each is now whole: neither can be covered alone, both together can.
    assert refused(match, "24 0 -2 E") == ("covers_one_card", "RH-12")
    assert refused(match, "24 0 1 E") == ("covers_one_card", "RH-12")
    lay(match, "24 0 0 E")
    assert top(match, 0, 0) == ("r4", 3)


@pytest.mark.rule("RH-13")
def test_what_is_covered_no_longer_counts() -> None:
    match = scene("12 1 -1 E", "22 2 -1 E", drawn=(2,))
    assert match.view(None).rats == (1, 0)
    events = lay(match, "2 0 1 S")  # over g1, the red rat and nothing
    assert match.view(None).rats == (0, 0)
    assert happened(events, e.Scored) == []
    draw(match, 10)
    draw(match, 23)
    # A g1 where the covered one was would have made a group: it makes none.
    assert happened(lay(match, "23 0 2 E"), e.Scored) == []


@pytest.mark.rule("RH-13")
def test_a_laid_card_stays_where_it_is() -> None:
    match = scene("12 1 -1 E", "22 2 -1 E", "2 0 1 S")
    assert [laid.card for laid in match.view(None).laid] == [12, 22, 2]
    assert match.view(None).laid[0].squares == ((1, -1), (1, 0), (1, 1))
    assert {type(action) for action in match.legal(CHANCE)} == {Draw}


BLOCKED = ("39 1 -2 E", "28 -1 2 W", "0 -2 -2 E", "6 1 0 N", "15 2 0 E")
"""On a table of 5 × 5, no card has a place after these."""


@pytest.mark.rule("RH-14")
def test_cards_without_a_place_are_set_aside() -> None:
    match = scene(*BLOCKED, game=SmallTable())
    draw(match, 30)
    events = draw(match, 31)
    assert happened(events, e.SetAside) == [e.SetAside(BERNARD, (30, 31))]
    assert happened(events, e.TurnEnded) == [e.TurnEnded(ANNE, 2)]
    assert match.view(ANNE).aside == (30, 31)
    assert match.view(ANNE).hand == ()
    assert match.game.conserved(match.state) == match.game.conserved(match.game.start())


@pytest.mark.rule("RH-14", "RH-18")
def test_a_match_goes_on_to_its_end_when_no_card_has_a_place() -> None:
    match = scene(*BLOCKED, game=SmallTable())
    before = match.scores()
    for card in range(42):
        if card in match.view(None).pile:
            events = draw(match, card)
    assert match.over
    assert len(match.view(None).aside) == 37
    assert happened(events, e.SetAside)
    (final,) = happened(events, e.FinalCount)
    assert final.scores == match.scores() >= before
    assert match.game.tally(match.state)["cards.set_aside"] == 37
    assert match.game.tally(match.state)["cards.laid"] == 5


@pytest.mark.rule("RH-14")
def test_the_first_card_may_leave_no_place_for_the_second() -> None:
    lines = ("36 -2 2 S", "22 -1 0 W", "35 1 2 W", "3 -1 2 S", "33 -2 0 W", "5 -2 0 S", "23 2 -2 E")
    match = scene(*lines, drawn=(4, 30), game=SmallTable())
    assert {action.card for action in match.legal(ANNE)} == {4, 30}  # while one has a place, one must be laid
    events = lay(match, "4 -2 -1 S")
    assert happened(events, e.SetAside) == [e.SetAside(ANNE, (30,))]
    assert happened(events, e.TurnEnded) == [e.TurnEnded(BERNARD, 2)]
