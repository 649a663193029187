"""CP-16, CP-18 to CP-20: who is eaten, what hands count, who wins."""

import pytest
from tests.games.courtepaille.scene import ANNE, BERNARD, CLAIRE, NAMES, Scene, happened, table

from tablee.core.seat import Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.pieces import Card, Character, Ending
from tablee.games.courtepaille.rules import CourtePaille

THREE = CourtePaille(players=3)
ANY_COCO = CourtePaille(players=3, coco_needs_match=False)
MENU = "teller-1 teller-2 teller-3 teller-4 teller-5"
NEXT = "lookout-1 lookout-2 lookout-3 lookout-4 lookout-5"


def counted(hands: list[str], week: str, game: CourtePaille = THREE) -> Scene:
    """The end of a game with these hands and this week: everyone has changed one card in the last round."""
    *days, last = week.split()
    before = [f"{hand} teller-{seat + 6}" for seat, hand in enumerate(hands)]
    here = table(game, before, week=" ".join(days), face_down=last, menu=MENU)
    here.choose(*(f"teller-{seat + 6}" for seat in range(len(hands))))
    here.take(*MENU.split()[: len(hands)])
    here.draw(NEXT)
    return here


@pytest.mark.rule("CP-18")
def test_the_highest_total_of_the_week_is_eaten() -> None:
    here = counted(["boy-1", "boy-2", "boy-4"], "cook-4 captain-9 boy-3 cook-6 coco-5")
    (event,) = happened(here.events, e.WeekCounted)
    assert event.totals == (9, 10, 3, 0, 0, 0, 5)
    assert event.eaten == (Character.COOK,)


@pytest.mark.rule("CP-18")
def test_equal_totals_are_all_eaten() -> None:
    here = counted(["boy-1", "boy-2", "captain-3"], "boy-9 captain-4 sailor-1 captain-5")
    (event,) = happened(here.events, e.WeekCounted)
    assert event.eaten == (Character.CAPTAIN, Character.BOY)
    assert here.game.scores(here.state) == (1, 2, 3)


@pytest.mark.rule("CP-18", "CP-19")
def test_coco_is_eaten() -> None:
    here = counted(["coco-1 captain-9", "coco-2", "captain-8"], "coco-5 coco-4 captain-7 captain-1")
    (event,) = happened(here.events, e.WeekCounted)
    assert event.eaten == (Character.COCO,)
    assert here.game.scores(here.state) == (1, 2, 0)
    assert here.game.winners(here.state) == (BERNARD,)
    assert here.game.tally(here.state)["eaten.coco"] == 1


@pytest.mark.rule("CP-18", "CP-19")
def test_coco_is_eaten_beside_another() -> None:
    """A Coco is then a card of one who is eaten: it needs no other, and counts once."""
    here = counted(["coco-1 captain-9", "coco-2", "captain-1"], "coco-5 coco-4 captain-7 captain-2")
    assert happened(here.events, e.WeekCounted)[0].eaten == (Character.CAPTAIN, Character.COCO)
    assert here.game.scores(here.state) == (10, 2, 1)


@pytest.mark.rule("CP-18")
def test_an_empty_week_has_all_eaten() -> None:
    here = table(THREE, ["boy-1 cook-9", "boy-2 cook-1", "boy-3 coco-5"], menu=MENU)
    here.choose("boy-1", "boy-2", "boy-3")
    here.take("teller-1", "teller-2", "teller-3")
    (event,) = happened(here.events, e.WeekCounted)
    assert event.totals == (0,) * 7
    assert event.eaten == tuple(Character)
    assert here.game.scores(here.state) == (10, 3, 8)
    assert here.state.ending is Ending.NOTHING_FACE_DOWN


@pytest.mark.rule("CP-16", "CP-19")
def test_cocos_count_with_a_card_of_the_eaten() -> None:
    here = counted(["cook-2 coco-5 coco-1", "coco-3 coco-4", "captain-9 coco-2"], "cook-9 captain-1")
    assert here.game.scores(here.state) == (8, 0, 0)
    assert here.game.winners(here.state) == (ANNE,)


@pytest.mark.rule("CP-16", "CP-19")
def test_cocos_count_always_without_the_option() -> None:
    here = counted(["cook-2 coco-1", "coco-3 coco-4", "captain-9 coco-2"], "cook-9 captain-1", ANY_COCO)
    assert here.game.scores(here.state) == (3, 7, 2)
    assert here.game.winners(here.state) == (BERNARD,)


@pytest.mark.rule("CP-20", "CP-X2")
def test_a_tie_is_broken_by_the_next_total() -> None:
    here = counted(
        ["cook-3 captain-1 coco-2", "coco-5 coco-4", "cook-6"],
        "cook-9 captain-8 cook-4 captain-5 coco-3 sailor-3 boy-2",
    )
    assert happened(here.events, e.Announced) == [
        e.Announced(ANNE, 6, 6),
        e.Announced(BERNARD, 0, 0),
        e.Announced(CLAIRE, 6, 6),
    ]
    assert happened(here.events, e.Tied) == [e.Tied((ANNE, CLAIRE), 6)]
    assert happened(here.events, e.TieCounted)[0].points == (2, None, 0)
    assert here.game.winners(here.state) == (ANNE,)


@pytest.mark.rule("CP-X2")
def test_the_example_to_the_letter() -> None:
    here = counted(
        ["cook-3 captain-1 coco-2", "coco-1 coco-4", "cook-6"],
        "cook-9 captain-8 cook-4 captain-5 coco-5 sailor-3 boy-2",
    )
    assert happened(here.events, e.WeekCounted)[0].eaten == (Character.CAPTAIN, Character.COOK)
    assert here.game.scores(here.state) == (6, 0, 6)
    assert happened(here.events, e.TieCounted) == [e.TieCounted((Character.COCO,), (2, None, 0))]
    assert here.game.winners(here.state) == (ANNE,)


@pytest.mark.rule("CP-20")
def test_a_tie_goes_down_to_characters_that_are_not_in_the_week() -> None:
    """Equal totals are one step: sailor and lookout, both 0, are counted together, and so is the fortune-teller."""
    here = counted(["sailor-1 lookout-9", "sailor-8", "boy-1"], "cook-9 captain-8 coco-5 boy-7")
    assert [event.characters for event in happened(here.events, e.TieCounted)] == [
        (Character.CAPTAIN,),
        (Character.BOY,),
    ]
    assert here.game.winners(here.state) == (CLAIRE,)
    here = counted(["sailor-1 lookout-9", "sailor-8", "sailor-7"], "cook-9 captain-8 coco-5 boy-7")
    last = happened(here.events, e.TieCounted)[-1]
    assert last.characters == (Character.LOOKOUT, Character.SAILOR, Character.TELLER)
    # With the cards of the last round, teller-1, teller-2 and teller-3.
    assert last.points == (11, 10, 10)
    assert here.game.winners(here.state) == (ANNE,)


@pytest.mark.rule("CP-20")
def test_in_a_tie_break_coco_counts_the_same_way() -> None:
    """It adds to a card of the step's character, and stands for itself when its own turn comes."""
    here = counted(["captain-1 coco-1", "captain-2", "coco-4"], "cook-9 captain-8")
    assert happened(here.events, e.TieCounted)[0] == e.TieCounted((Character.CAPTAIN,), (2, 2, 0))
    assert happened(here.events, e.TieCounted)[1].points[:2] == (2, 2)
    here = counted(["captain-1 coco-1", "captain-2", "coco-4"], "cook-9 captain-8 coco-3")
    assert happened(here.events, e.TieCounted)[1] == e.TieCounted((Character.COCO,), (1, 0, None))
    assert here.game.winners(here.state) == (ANNE,)


@pytest.mark.rule("CP-20")
def test_equal_to_the_very_end_they_share_the_win() -> None:
    here = table(CourtePaille(players=2), ["boy-1 cook-3", "boy-2 cook-1"], menu="boy-9 cook-2")
    here.choose("boy-1", "boy-2")
    here.take("boy-9", "cook-2")
    assert here.game.scores(here.state) == (12, 3)
    here = table(CourtePaille(players=2), ["boy-1 cook-3", "boy-2 cook-1"], menu="boy-5 boy-7")
    here.choose("boy-1", "boy-2")
    here.take("boy-5", "boy-7")
    assert here.game.scores(here.state) == (8, 8)
    assert happened(here.events, e.Tied) == [e.Tied((ANNE, BERNARD), 8)]
    assert here.game.winners(here.state) == (ANNE, BERNARD)
    assert happened(here.events, e.GameEnded) == [e.GameEnded(Ending.NOTHING_FACE_DOWN, (ANNE, BERNARD))]
    assert here.game.tally(here.state)["decided.shared"] == 1


@pytest.mark.rule("CP-19")
def test_at_the_end_all_hands_are_shown() -> None:
    here = counted(["boy-1", "boy-2", "boy-3"], "boy-4 captain-3")
    shown = happened(here.events, e.HandShown)
    assert [event.seat for event in shown] == [ANNE, BERNARD, CLAIRE]
    assert shown[0].cards == (Card.BOY_1, Card.TELLER_1)
    assert here.view(None).known[CLAIRE] == (Card.BOY_3, Card.TELLER_3)
    assert here.view(None).winners == (CLAIRE,)


@pytest.mark.rule("CP-19")
def test_the_score_so_far_counts_the_days_turned_up() -> None:
    here = table(THREE, ["boy-1 cook-9", "cook-1", "coco-5"], week="boy-3", face_down="cook-8", menu=MENU)
    assert here.game.scores(here.state) == (1, 0, 0)
    assert THREE.scores(THREE.start()) == (0, 0, 0)
    assert here.game.winners(here.state) == ()


@pytest.mark.parametrize(
    ("hands", "week", "how"),
    [
        (["boy-1", "boy-2", "boy-3"], "boy-4 captain-3", "outright"),
        (["captain-1", "captain-2", "cook-1"], "boy-4 captain-3", "by_tie_break"),
    ],
)
def test_what_statistics_count(hands: list[str], week: str, how: str) -> None:
    here = counted(hands, week)
    tally = here.game.tally(here.state)
    assert {key for key, count in tally.items() if count} == {"eaten.boy", "ended.week_over", f"decided.{how}"}
    assert "parts.1" not in tally


@pytest.mark.parametrize("seat", [ANNE, BERNARD, CLAIRE])
def test_a_count_is_told_step_by_step(seat: Seat) -> None:
    here = counted(["captain-1 coco-1", "captain-2", "coco-4"], "cook-9 captain-8 coco-3")
    seen = [event.seen_by(seat) for event in here.events]
    story = "\n".join(here.game.words.event(event, NAMES[:3], "en") for event in seen if event)
    assert story.endswith(
        """\
The week is over: captain 8, cook 9, Coco 3. The short straw goes to the cook.
Anne shows captain 1, fortune-teller 1 and Coco 1.
Bernard shows captain 2 and fortune-teller 2.
Claire shows fortune-teller 3 and Coco 4.
Anne counts 0.
Bernard counts 0.
Claire counts 0.
Anne, Bernard and Claire are tied with 0.
The tie-break looks at the captain: Anne 2, Bernard 2, Claire 0.
The tie-break looks at Coco: Anne 1, Bernard 0.
The last day of the week has come. Anne wins the match!"""
    )
