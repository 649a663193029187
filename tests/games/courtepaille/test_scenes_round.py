"""CP-05 to CP-10: what only the seat itself is told, the discard pile with cards nobody saw, how long a part lasts."""

import pytest
from tests.games.courtepaille.scene import ANNE, BERNARD, CLAIRE, Scene, add, choose, happened, look, remove, table
from tests.games.courtepaille.scenes_ends import chance

from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.actions import Deed
from tablee.games.courtepaille.pieces import Card, Ending, Step, cards
from tablee.games.courtepaille.rules import CourtePaille

TWO = CourtePaille(players=2)
HANDS = ["coco-1 cook-4 boy-1", "coco-2 captain-4 boy-2"]
MENU = "sailor-1 sailor-2 sailor-3 sailor-4 sailor-5"


def scene(pile: str | None = None) -> Scene:
    return table(TWO, HANDS, week="captain-9", face_down="lookout-1 lookout-2 lookout-3", menu=MENU, pile=pile)


@pytest.mark.rule("CP-05")
def test_a_card_face_down_is_told_to_nobody_else() -> None:
    here = scene()
    (chosen,) = here.play(ANNE, choose("cook-4"))
    assert chosen == e.Chosen(ANNE, Card.COOK_4)
    assert chosen.seen_by(ANNE) == chosen
    for reader in (BERNARD, None):
        assert chosen.seen_by(reader) == e.Chosen(ANNE, None)


@pytest.mark.rule("CP-05", "CP-06")
def test_the_order_of_choosing_is_of_no_matter() -> None:
    one, other = scene(), scene()
    one.play(ANNE, choose("cook-4"))
    one.play(BERNARD, choose("captain-4"))
    other.play(BERNARD, choose("captain-4"))
    other.play(ANNE, choose("cook-4"))
    assert one.state == other.state


@pytest.mark.rule("CP-09", "CP-13")
def test_a_day_that_was_removed_unseen_is_shuffled_in_with_the_rest() -> None:
    """All other cards are on the table: the draw pile is the Coco just played, and the day."""
    here = scene(pile="")
    here.state.gone, here.state.discard = here.state.discard, 0
    here.state.characters ^= here.state.gone
    here.choose("coco-1", "captain-4")
    events = here.play(ANNE, remove(3))
    assert happened(events, e.Reshuffled) == [e.Reshuffled(2)]
    assert {str(card) for card in cards(here.state.pile)} == {"coco-1", "lookout-2"}
    assert here.state.buried == []
    here.draw("lookout-2")
    assert "lookout-2" in here.hand(ANNE)


@pytest.mark.rule("CP-09", "CP-13")
def test_a_day_that_was_removed_unseen_counts_among_the_cards_there_are() -> None:
    """Three cards are left for the menu: those that were played, and the day."""
    here = table(
        TWO, HANDS, week="captain-9", face_down="lookout-1 lookout-2 lookout-3", menu="sailor-1", pile="teller-1"
    )
    here.state.gone, here.state.discard = here.state.discard, 0
    here.state.characters ^= here.state.gone
    here.choose("coco-1", "captain-4")
    here.play(ANNE, remove(3))
    here.draw("teller-1")
    here.take("sailor-1")
    assert (here.state.step, here.state.owed) == (Step.NEW_MENU, 3)
    here.draw("lookout-2 coco-1 captain-4")
    assert here.menu == {"lookout-2", "coco-1", "captain-4"}


# How long a part lasts


def no_coco(here: Scene, seat: Seat) -> str:
    return next(card for card in sorted(here.hand(seat)) if not card.startswith("coco"))


def rounds_of(*deeds: Deed) -> int:
    """How many rounds a part has whose week has seven days, when Anne plays a Coco for each of these deeds."""
    game = CourtePaille(players=2)
    state = game.start()
    here = Scene(game, state)
    here.draw("coco-1 coco-2 coco-3 cook-1 cook-2 boy-1 boy-2 boy-3 boy-4 boy-5")
    here.draw("captain-1 captain-2 captain-3 captain-4 captain-5 captain-6 captain-7")
    chance(here)
    rounds = 0
    left = list(deeds)
    while game.actors(state):
        assert state.step is Step.CHOOSE
        rounds += 1
        assert state.round == rounds
        here.play(ANNE, choose(f"coco-{len(deeds) - len(left) + 1}" if left else no_coco(here, ANNE)))
        here.play(BERNARD, choose(no_coco(here, BERNARD)))
        while not (state.step is Step.CHOOSE or state.ending):
            if here.next == CHANCE:
                here.play(CHANCE, next(iter(game.odds(state))))
            elif here.next == ANNE and left:
                here.play(ANNE, left.pop(0))
            else:
                here.play(here.next, game.legal(state, here.next)[0])
    assert not left
    return rounds


@pytest.mark.rule("CP-10", "CP-13", "CP-14", "CP-15")
@pytest.mark.parametrize(
    ("deeds", "rounds"),
    [
        ((), 6),
        ((remove(1),), 6),  # an open day
        ((remove(7),), 5),
        ((remove(2), remove(3)), 4),
        ((add("pile"),), 7),
        ((add("pile"), add("hand", "cook-1"), add("pile")), 9),
        ((add("pile"), remove(8)), 6),
        ((look(2, 7),), 6),
    ],
)
def test_coco_makes_a_part_longer_or_shorter(deeds: tuple[Deed, ...], rounds: int) -> None:
    assert rounds_of(*deeds) == rounds


@pytest.mark.rule("CP-08", "CP-10")
def test_when_nothing_lies_face_down_there_is_no_new_menu_and_no_new_holder_of_the_shark() -> None:
    here = table(
        CourtePaille(players=3),
        ["coco-1 cook-4", "captain-4 boy-2", "boy-3 boy-4"],
        week="captain-9",
        face_down="lookout-1",
        menu=MENU,
        shark=BERNARD,
    )
    here.choose("coco-1", "captain-4", "boy-3")
    here.play(ANNE, remove(2))
    here.draw("teller-1")
    events = here.take("sailor-1", "sailor-2")
    assert not happened(events, e.MenuLaid)
    assert not happened(events, e.DayTurned)
    assert not happened(events, e.RoundEnded)
    assert here.state.shark == BERNARD
    assert here.state.ending is Ending.NOTHING_FACE_DOWN
    assert here.game.scores(here.state) == (0, 0, 0)
    assert here.view(CLAIRE).open_days == (Card.CAPTAIN_9,)
