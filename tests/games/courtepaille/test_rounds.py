"""CP-05 to CP-10: cards are chosen and carried out, round by round, to the end of the week."""

import pytest
from tests.games.courtepaille.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DENIS,
    Scene,
    choose,
    happened,
    look,
    pack,
    remove,
    table,
    take,
)

from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille.events import (
    Chosen,
    DayTurned,
    MenuLaid,
    Reshuffled,
    Revealed,
    RoundEnded,
    Took,
)
from tablee.games.courtepaille.pieces import Card, Step, cards
from tablee.games.courtepaille.rules import CourtePaille

THREE = CourtePaille(players=3)
HANDS = ["cook-4 boy-1", "captain-4 boy-2", "coco-2 boy-7"]
MENU = "sailor-1 sailor-2 sailor-3 sailor-4 sailor-5"
NEXT_MENU = "teller-1 teller-2 teller-3 teller-4 teller-5"


def scene(
    shark: Seat = ANNE, face_down: str = "lookout-1 lookout-2", pile: str | None = None, discard: str | None = None
) -> Scene:
    return table(
        THREE, HANDS, week="captain-9", face_down=face_down, menu=MENU, shark=shark, pile=pile, discard=discard
    )


@pytest.mark.rule("CP-05")
def test_cards_lie_face_down_until_the_last_is_chosen() -> None:
    here = scene()
    assert [str(action.card) for action in here.game.legal(here.state, ANNE)] == ["cook-4", "boy-1"]  # type: ignore[union-attr]
    here.play(CLAIRE, choose("boy-7"))
    assert here.game.actors(here.state) == (ANNE, BERNARD)
    assert here.game.may_replace(here.state) == (CLAIRE,)
    here.play(ANNE, choose("boy-1"))
    assert here.view(ANNE).choice == Card.BOY_1
    assert here.view(BERNARD).choice is None
    assert here.view(BERNARD).chosen == (True, False, True)
    assert here.view(BERNARD).turned_up == (None, None, None)
    assert here.hand(ANNE) == {"cook-4", "boy-1"}
    revealed = happened(here.play(BERNARD, choose("boy-2")), Revealed)
    assert revealed == [Revealed((ANNE, BERNARD, CLAIRE), (Card.BOY_1, Card.BOY_2, Card.BOY_7))]
    assert here.view(None).turned_up == (Card.BOY_1, Card.BOY_2, Card.BOY_7)
    assert here.view(ANNE).choice is None
    assert here.hand(ANNE) == {"cook-4"}


@pytest.mark.rule("CP-05")
def test_a_card_may_be_changed_until_the_last_is_chosen() -> None:
    here = scene()
    here.play(ANNE, choose("boy-1"))
    again = here.play(ANNE, choose("cook-4"))
    assert again == [Chosen(ANNE, Card.COOK_4, again=True)]
    assert again[0].seen_by(BERNARD) is None
    assert again[0].seen_by(ANNE) == again[0]
    here.play(BERNARD, choose("captain-4"))
    here.play(CLAIRE, choose("boy-7"))
    assert here.view(None).turned_up == (Card.COOK_4, Card.CAPTAIN_4, Card.BOY_7)
    assert here.game.may_replace(here.state) == ()


@pytest.mark.rule("CP-05")
def test_nobody_may_pass() -> None:
    here = scene()
    assert {type(action).__name__ for action in here.game.legal(here.state, ANNE)} == {"Choose"}
    assert here.game.legal(here.state, CHANCE) == ()


@pytest.mark.rule("CP-06", "CP-X1")
@pytest.mark.parametrize(
    ("shark", "order"),
    [(ANNE, [CLAIRE, ANNE, BERNARD]), (BERNARD, [CLAIRE, BERNARD, ANNE]), (CLAIRE, [CLAIRE, ANNE, BERNARD])],
)
def test_low_values_first_then_clockwise_from_the_shark(shark: Seat, order: list[Seat]) -> None:
    here = scene(shark)
    (revealed,) = happened(here.choose("cook-4", "captain-4", "coco-2"), Revealed)
    assert list(revealed.order) == list(here.view(None).queue) == order
    assert here.next == CLAIRE
    here.play(CLAIRE, look(2, 3))
    here.draw("teller-9")
    assert here.next == order[1]
    here.take("sailor-1")
    assert here.next == order[2]


@pytest.mark.rule("CP-06")
def test_four_equal_values_go_round_the_table() -> None:
    hands = ["captain-5", "cook-5", "boy-5", "lookout-5"]
    here = table(
        CourtePaille(players=4), hands, week="sailor-9", face_down="sailor-8 sailor-7", menu=MENU, shark=CLAIRE
    )
    (revealed,) = happened(here.choose(*hands), Revealed)
    assert revealed.order == (CLAIRE, DENIS, ANNE, BERNARD)


@pytest.mark.rule("CP-07")
def test_a_character_card_is_discarded_for_any_card_of_the_menu() -> None:
    here = scene()
    here.choose("boy-1", "boy-2", "boy-7")
    assert [str(action.card) for action in here.game.legal(here.state, ANNE)] == MENU.split()  # type: ignore[union-attr]
    assert here.game.legal(here.state, BERNARD) == ()
    assert here.play(ANNE, take("sailor-4")) == [Took(ANNE, Card.BOY_1, Card.SAILOR_4)]
    assert here.hand(ANNE) == {"cook-4", "sailor-4"}
    assert here.menu == {"sailor-1", "sailor-2", "sailor-3", "sailor-5"}
    assert here.discard == {"boy-1"}
    assert here.view(BERNARD).known[ANNE] == (Card.SAILOR_4,)


@pytest.mark.rule("CP-08")
def test_the_end_of_a_round() -> None:
    here = scene(BERNARD)
    here.choose("boy-1", "boy-2", "boy-7")
    here.take("sailor-4", "sailor-5", "sailor-1")
    assert here.state.step is Step.NEW_MENU
    assert here.menu == set()
    assert here.discard == {"boy-1", "boy-2", "boy-7", "sailor-2", "sailor-3"}
    events = here.draw(NEXT_MENU)
    assert events == [
        MenuLaid((Card.TELLER_1, Card.TELLER_2, Card.TELLER_3, Card.TELLER_4, Card.TELLER_5)),
        DayTurned(2, Card.LOOKOUT_1),
        RoundEnded(CLAIRE),
    ]
    assert here.week == ["captain-9", "lookout-1", "(lookout-2)"]
    assert here.state.shark == CLAIRE
    assert here.state.round == 2
    assert here.game.actors(here.state) == (ANNE, BERNARD, CLAIRE)


@pytest.mark.rule("CP-08")
def test_the_shark_goes_round() -> None:
    here = scene(CLAIRE)
    here.choose("boy-1", "boy-2", "boy-7")
    here.take("sailor-4", "sailor-5", "sailor-1")
    here.draw(NEXT_MENU)
    assert here.state.shark == ANNE


@pytest.mark.rule("CP-09")
def test_an_empty_draw_pile_is_made_from_the_discard_pile() -> None:
    """In the middle of a menu: first the cards that are left, then those of the new pile."""
    here = scene(pile="teller-1 teller-2", discard="teller-8 teller-9")
    here.choose("boy-1", "boy-2", "boy-7")
    here.take("sailor-4", "sailor-5", "sailor-1")
    here.draw("teller-1")
    assert set(here.game.odds(here.state)) == {here.game.action({"type": "draw", "card": "teller-2"})}
    (shuffled,) = here.draw("teller-2")
    assert shuffled == Reshuffled(7)
    assert here.discard == set()
    assert here.state.pile == pack("boy-1 boy-2 boy-7 sailor-2 sailor-3 teller-8 teller-9")
    here.draw("boy-7 sailor-2 teller-9")
    assert here.menu == {"teller-1", "teller-2", "boy-7", "sailor-2", "teller-9"}


@pytest.mark.rule("CP-09")
def test_a_pile_that_is_used_up_is_renewed_only_when_a_card_is_needed() -> None:
    here = scene(pile=NEXT_MENU)
    here.choose("boy-1", "boy-2", "boy-7")
    here.take("sailor-4", "sailor-5", "sailor-1")
    events = here.draw(NEXT_MENU)
    assert not happened(events, Reshuffled)
    assert here.state.pile == 0
    assert here.game.actors(here.state) == (ANNE, BERNARD, CLAIRE)


@pytest.mark.rule("CP-09")
def test_a_menu_is_as_long_as_there_are_cards() -> None:
    here = table(
        CourtePaille(players=2),
        ["captain-1 captain-2", "cook-1 cook-2"],
        week="captain-3",
        face_down="captain-4 captain-5",
        menu="cook-3 cook-4",
        pile="",
        discard="",
    )
    here.choose("captain-1", "cook-1")
    here.take("cook-3", "cook-4")
    assert here.state.owed == 2
    events = here.draw("captain-1 cook-1")
    assert happened(events, MenuLaid) == [MenuLaid((Card.CAPTAIN_1, Card.COOK_1))]


@pytest.mark.rule("CP-09", "CP-17")
def test_without_any_card_there_is_no_menu() -> None:
    """Then everybody has back what he discarded, and there is none left for a menu."""
    here = table(
        CourtePaille(players=2),
        ["captain-1", "cook-1"],
        week="captain-3",
        face_down="captain-4 captain-5",
        pile="",
        discard="",
    )
    here.choose("captain-1", "cook-1")
    here.draw("captain-1")
    events = here.draw("cook-1")
    assert happened(events, DayTurned)
    assert here.menu == set()
    assert here.state.step is Step.CHOOSE


# With cards that nobody else has seen


TWO = CourtePaille(players=2)
TWO_HANDS = ["coco-1 cook-4 boy-1", "coco-2 captain-4 boy-2"]
DAYS = "lookout-1 lookout-2 lookout-3"


@pytest.mark.rule("CP-05")
def test_a_card_face_down_is_told_to_nobody_else() -> None:
    here = table(TWO, TWO_HANDS, week="captain-9", face_down=DAYS, menu=MENU)
    (chosen,) = here.play(ANNE, choose("cook-4"))
    assert chosen == Chosen(ANNE, Card.COOK_4)
    assert chosen.seen_by(ANNE) == chosen
    for reader in (BERNARD, None):
        assert chosen.seen_by(reader) == Chosen(ANNE, None)


@pytest.mark.rule("CP-05", "CP-06")
def test_the_order_of_choosing_is_of_no_matter() -> None:
    one, other = (table(TWO, TWO_HANDS, week="captain-9", face_down=DAYS, menu=MENU) for _ in range(2))
    one.play(ANNE, choose("cook-4"))
    one.play(BERNARD, choose("captain-4"))
    other.play(BERNARD, choose("captain-4"))
    other.play(ANNE, choose("cook-4"))
    assert one.state == other.state


@pytest.mark.rule("CP-09", "CP-13")
def test_a_day_that_was_removed_unseen_is_shuffled_in_with_the_rest() -> None:
    """All other cards are on the table: the draw pile is the Coco just played, and the day."""
    here = table(TWO, TWO_HANDS, week="captain-9", face_down=DAYS, menu=MENU, pile="")
    here.state.gone, here.state.discard = here.state.discard, 0
    here.state.characters ^= here.state.gone
    here.choose("coco-1", "captain-4")
    events = here.play(ANNE, remove(3))
    assert happened(events, Reshuffled) == [Reshuffled(2)]
    assert {str(card) for card in cards(here.state.pile)} == {"coco-1", "lookout-2"}
    assert here.state.buried == []
    here.draw("lookout-2")
    assert "lookout-2" in here.hand(ANNE)


@pytest.mark.rule("CP-09", "CP-13")
def test_a_day_that_was_removed_unseen_counts_among_the_cards_there_are() -> None:
    """Three cards are left for the menu: those that were played, and the day."""
    here = table(TWO, TWO_HANDS, week="captain-9", face_down=DAYS, menu="sailor-1", pile="teller-1")
    here.state.gone, here.state.discard = here.state.discard, 0
    here.state.characters ^= here.state.gone
    here.choose("coco-1", "captain-4")
    here.play(ANNE, remove(3))
    here.draw("teller-1")
    here.take("sailor-1")
    assert (here.state.step, here.state.owed) == (Step.NEW_MENU, 3)
    here.draw("lookout-2 coco-1 captain-4")
    assert here.menu == {"lookout-2", "coco-1", "captain-4"}
