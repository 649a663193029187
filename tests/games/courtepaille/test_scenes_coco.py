"""CP-11 to CP-17: which day is removed, how often one may be added, when Coco can do nothing."""

import pytest
from tests.games.courtepaille.scene import ANNE, BERNARD, Scene, add, eat, happened, remove, table
from tests.games.courtepaille.scenes_ends import ADVANCED, chance, ended

from tablee.core.seat import CHANCE
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.pieces import MOST_ADDED, Card, Step
from tablee.games.courtepaille.rules import CourtePaille

TWO = CourtePaille(players=2)
HANDS = ["coco-1 cook-4", "captain-4 boy-2"]
MENU = "sailor-1 sailor-2 sailor-3"
OPEN, CLOSED = ["captain-9", "captain-8", "captain-7"], ["lookout-1", "lookout-2", "lookout-3"]


def scene() -> Scene:
    here = table(TWO, HANDS, week=" ".join(OPEN), face_down=" ".join(CLOSED), menu=MENU)
    here.choose("coco-1", "captain-4")
    return here


@pytest.mark.rule("CP-13")
@pytest.mark.parametrize("day", [1, 2, 3, 4, 5, 6])
def test_any_day_can_be_removed_and_those_after_it_move_up(day: int) -> None:
    here = scene()
    (removed,) = happened(here.play(ANNE, remove(day)), e.Removed)
    days = [*OPEN, *(f"({card})" for card in CLOSED)]
    card = (OPEN + CLOSED)[day - 1]
    assert here.week == days[: day - 1] + days[day:]
    assert removed.card == Card(card)
    assert removed.face_down == (day > 3)
    for reader in (ANNE, BERNARD, None):
        assert removed.seen_by(reader).card == (None if day > 3 else Card(card))
        assert (card in here.view(reader).discard) == (day <= 3)
        assert [hidden.card for hidden in here.view(reader).buried] == ([None] if day > 3 else [])


@pytest.mark.rule("CP-14", "CP-25")
def test_days_can_be_added_again_in_the_next_part() -> None:
    here = ended(ADVANCED, ["cook-9 boy-1", "coco-1 boy-4", "boy-7 boy-8"], "cook-8")
    here.state.added = MOST_ADDED
    here.play(ANNE, eat("teller"))
    chance(here)
    assert (here.state.part, here.state.added) == (2, 0)
    here.choose("boy-1", "coco-1", "boy-7")
    while here.next != BERNARD:
        here.play(here.next, here.game.legal(here.state, here.next)[0])
    assert add("pile") in here.game.legal(here.state, BERNARD)


def nothing_but(week: str = "", face_down: str = "", menu: str = "") -> Scene:
    """All other cards have left the game."""
    here = table(TWO, HANDS, week=week, face_down=face_down, menu=menu, pile="")
    here.state.gone, here.state.discard = here.state.discard, 0
    here.state.characters ^= here.state.gone
    here.choose("coco-1", "captain-4")
    return here


@pytest.mark.rule("CP-17")
@pytest.mark.parametrize(
    ("week", "face_down", "menu", "can"),
    [
        ("captain-9", "", "", ["remove"]),
        ("", "captain-9", "", ["remove", "look"]),
        ("captain-9", "captain-8", "", ["remove", "look"]),
        ("", "", "sailor-1", ["add"]),
        ("captain-9", "", "sailor-1", ["remove", "add"]),
    ],
)
def test_coco_does_what_can_be_done(week: str, face_down: str, menu: str, can: list[str]) -> None:
    here = nothing_but(week, face_down, menu)
    assert here.next == ANNE
    tags = [action.tag for action in here.game.legal(here.state, ANNE)]
    assert sorted(set(tags)) == sorted(can)


@pytest.mark.rule("CP-17")
def test_if_nothing_can_be_done_coco_is_only_replaced() -> None:
    """There is no card but the Coco itself: it comes back."""
    here = nothing_but()
    assert here.next == CHANCE
    assert here.state.step is Step.REPLACE
    assert happened(here.events, e.NothingToDo) == [e.NothingToDo(ANNE, Card.COCO_1)]
    here.draw("coco-1")
    assert here.hand(ANNE) == {"coco-1", "cook-4"}


@pytest.mark.rule("CP-07", "CP-17")
def test_who_must_take_from_an_empty_menu_draws_instead() -> None:
    here = table(TWO, HANDS, week="captain-9", face_down="lookout-1", menu="sailor-1")
    here.choose("cook-4", "captain-4")
    here.take("sailor-1")
    assert happened(here.events, e.NothingToDo) == [e.NothingToDo(BERNARD, Card.CAPTAIN_4)]
    assert here.discard == {"cook-4", "captain-4"}
    here.draw("teller-1")
    assert here.hand(BERNARD) == {"boy-2", "teller-1"}
    assert here.view(ANNE).known[BERNARD] == ()
