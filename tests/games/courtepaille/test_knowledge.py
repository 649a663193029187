"""What a seat remembers: cards seen going to a hand, days it looked at or laid, what was announced and shown."""

from random import Random

import pytest
from tests.games.courtepaille.scene import ANNE, BERNARD, CLAIRE, Scene, add, eat, look, remove, table

from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.games.courtepaille.knowledge.view import PromiseView
from tablee.games.courtepaille.pieces import CARDS_OF, Card, Character, bits, cards, points
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import CourtePailleState

TWO = CourtePaille(players=2)
MENU = "sailor-1 sailor-2 sailor-3 sailor-4 sailor-5"
NEXT_MENU = "teller-1 teller-2 teller-3 teller-4 teller-5"


def scene(anne: str = "boy-1 coco-1 coco-3", bernard: str = "boy-2 coco-2 cook-9", pile: str | None = None) -> Scene:
    return table(
        TWO, [anne, bernard], week="captain-9", face_down="lookout-1 lookout-2 lookout-3 cook-1", menu=MENU, pile=pile
    )


def guesses(here: Scene, viewer: Seat | None, number: int = 40) -> list[CourtePailleState]:
    rng = Random(1)
    view = here.view(viewer)
    return [here.game.determinize(view, rng) for _ in range(number)]


@pytest.mark.rule("CP-07")
@pytest.mark.parametrize("reader", [ANNE, BERNARD, None])
def test_a_card_taken_from_the_menu_is_known_until_it_is_played(reader: Seat | None) -> None:
    here = scene()
    here.choose("boy-1", "boy-2")
    here.take("sailor-4", "sailor-5")
    assert here.view(reader).known == ((Card.SAILOR_4,), (Card.SAILOR_5,))
    assert all(state.hands[BERNARD] & bits([Card.SAILOR_5]) for state in guesses(here, reader))
    here.draw(NEXT_MENU)
    here.choose("sailor-4", "cook-9")
    assert here.view(reader).known == ((), (Card.SAILOR_5,))


@pytest.mark.rule("CP-14")
def test_after_a_card_is_laid_from_a_hand_none_of_it_is_sure() -> None:
    here = scene()
    here.choose("boy-1", "boy-2")
    here.take("sailor-4", "sailor-5")
    here.draw(NEXT_MENU)
    here.choose("sailor-4", "coco-2")
    here.play(BERNARD, add("hand", "cook-9"))
    assert here.view(ANNE).known[BERNARD] == ()
    laid = {cards(state.face_down[-1].card)[0] for state in guesses(here, ANNE, 200)}
    assert {Card.SAILOR_5, Card.COOK_9} < laid
    # Wherever it is, it is one of the two.
    for state in guesses(here, ANNE):
        assert bits([Card.SAILOR_5]) & (state.hands[BERNARD] | state.face_down[-1].card)
    assert all(state.face_down[-1].card == bits([Card.COOK_9]) for state in guesses(here, BERNARD))


@pytest.mark.rule("CP-13", "CP-15")
def test_a_day_looked_at_is_remembered_wherever_it_goes() -> None:
    """Into the discard pile, and from there into the draw pile."""
    here = scene(pile="lookout-7 lookout-8")
    here.choose("coco-1", "coco-2")
    here.play(ANNE, look(2, 3))
    here.draw("lookout-7")
    here.play(BERNARD, remove(2))
    assert here.view(ANNE).buried[0].card is Card.LOOKOUT_1
    assert here.view(BERNARD).buried[0].card is None
    assert all(state.buried[0].card == bits([Card.LOOKOUT_1]) for state in guesses(here, ANNE))
    here.draw("lookout-8")
    assert here.view(ANNE).memory.sunk[0].card is Card.LOOKOUT_1
    assert here.view(BERNARD).memory.sunk[0].card is None
    assert here.view(BERNARD).memory.sunk[0].known_by == (ANNE,)
    for state in guesses(here, ANNE):
        assert state.pile & bits([Card.LOOKOUT_1])
        assert state.face_down[0].card == bits([Card.LOOKOUT_2])


@pytest.mark.rule("CP-08", "CP-15")
def test_a_day_is_known_to_all_when_it_is_turned_up() -> None:
    here = scene()
    here.choose("coco-1", "boy-2")
    here.play(ANNE, look(2, 5))
    here.draw("teller-9")
    here.take("sailor-1")
    here.draw(NEXT_MENU)
    assert here.view(BERNARD).open_days == (Card.CAPTAIN_9, Card.LOOKOUT_1)
    assert [day.card for day in here.view(ANNE).face_down] == [None, None, Card.COOK_1]
    assert all(state.face_down[2].card == bits([Card.COOK_1]) for state in guesses(here, ANNE))


@pytest.mark.rule("CP-11")
def test_a_drawn_card_is_known_to_its_player_alone() -> None:
    here = scene()
    here.choose("coco-1", "boy-2")
    here.play(ANNE, remove(1))
    here.draw("teller-9")
    assert Card.TELLER_9 in here.view(ANNE).hand
    assert here.view(BERNARD).hand == (Card.COOK_9, Card.COCO_2)
    assert here.view(BERNARD).hand_sizes == (3, 2)
    assert len({state.hands[ANNE] for state in guesses(here, BERNARD)}) > 20


@pytest.mark.rule("CP-09")
def test_a_card_that_was_shuffled_in_is_not_in_an_old_hand() -> None:
    """All have seen the discard pile: what was in it can only be where cards were drawn to since."""
    here = scene(pile="")
    here.choose("coco-1", "coco-2")
    here.play(ANNE, remove(1))
    here.draw("teller-9")
    here.play(BERNARD, look(2, 3))
    here.draw("teller-8")
    unseen = bits([Card.BOY_2, Card.COOK_9, Card.LOOKOUT_1, Card.LOOKOUT_2, Card.LOOKOUT_3, Card.COOK_1])
    for state in guesses(here, ANNE):
        assert (state.hands[BERNARD] & unseen).bit_count() == 2
        assert state.hands[BERNARD].bit_count() == 3
        assert all(hidden.card & unseen for hidden in state.face_down)


def after_a_part() -> Scene:
    """Anne has won with cook 9; Bernard had 3; Claire has said that she has no more."""
    game = CourtePaille(players=3, advanced=True)
    hands = ["boy-7 cook-9 coco-1", "boy-2 cook-3 sailor-7", "boy-8 sailor-8 cook-2"]
    here = table(game, hands, week="cook-8", menu="captain-1 captain-2 captain-3", shark=BERNARD)
    here.choose("boy-7", "boy-2", "boy-8")
    here.take("captain-1", "captain-2", "captain-3")
    assert here.state.part_winners == (ANNE,)
    return here


@pytest.mark.rule("CP-21", "CP-22")
def test_what_was_announced_is_remembered() -> None:
    here = after_a_part()
    promises = [promise for parcel in here.view(None).memory.parcels for promise in parcel.promises]
    assert promises == [
        PromiseView(BERNARD, (Character.COOK,), 3, 3),
        PromiseView(CLAIRE, (Character.COOK,), 0, 3),
    ]
    for state in guesses(here, ANNE):
        counts = [points(hand, CARDS_OF[Character.COOK], coco_needs_match=True) for hand in state.hands]
        assert counts[BERNARD] == 3
        assert counts[CLAIRE] <= 3


@pytest.mark.rule("CP-21", "CP-23", "CP-24", "CP-25")
def test_an_announcement_binds_the_cards_that_are_left_in_the_next_part() -> None:
    """Once cook 3 has left Bernard's hand, the rest of it is nothing that would have counted."""
    here = after_a_part()
    here.play(ANNE, eat("captain"))
    here.draw("lookout-1")
    here.draw("lookout-2 lookout-3 lookout-4 lookout-5 lookout-6 lookout-7")
    here.draw(NEXT_MENU)
    here.choose("cook-9", "cook-3", "sailor-8")
    promised = [parcel for parcel in here.view(None).memory.parcels if parcel.promises]
    (parcel,) = [parcel for parcel in promised if parcel.promises[0].seat == BERNARD]
    assert set(parcel.shown) == {Card.CAPTAIN_1, Card.COOK_3}
    for state in guesses(here, CLAIRE):
        (card,) = cards(state.hands[BERNARD])
        assert card.character not in (Character.COOK, Character.COCO, Character.CAPTAIN)


@pytest.mark.rule("CP-22", "CP-24")
def test_the_hand_that_was_shown_stays_known() -> None:
    here = after_a_part()
    assert here.view(CLAIRE).known[ANNE] == (Card.CAPTAIN_2, Card.COOK_9, Card.COCO_1)
    here.play(ANNE, eat("captain"))
    here.draw("lookout-1")
    assert here.view(CLAIRE).known[ANNE] == (Card.COOK_9,)
    assert here.view(CLAIRE).hand_sizes[ANNE] == 2
    assert here.view(ANNE).hand == (Card.COOK_9, Card.LOOKOUT_1)


@pytest.mark.rule("CP-28")
@pytest.mark.parametrize("anne", ["boy-7 cook-9 coco-1 sailor-1", "boy-7 coco-1 sailor-1 lookout-1"])
def test_what_the_winner_did_not_show_is_nothing_that_he_would_have_shown(anne: str) -> None:
    """Neither a cook nor a Coco, even if he has no cook and so his Cocos count nothing."""
    game = CourtePaille(players=3, advanced=True, announce_all=True)
    hands = [anne, "boy-2 sailor-7", "boy-8 sailor-8"]
    here = table(game, hands, week="cook-8", menu="captain-1 captain-2 captain-3")
    here.choose("boy-7", "boy-2", "boy-8")
    here.take("captain-1", "captain-2", "captain-3")
    assert here.state.part_winners == (ANNE,)
    unseen = set()
    for state in guesses(here, BERNARD):
        hidden = state.hands[ANNE] & ~state.public.known[ANNE]
        assert hidden
        unseen |= {card.character for card in cards(hidden)}
    assert unseen >= {Character.SAILOR, Character.TELLER}
    assert not unseen & {Character.COOK, Character.COCO}
    here.play(ANNE, eat("boy"))
    for state in guesses(here, BERNARD):
        assert not state.hands[ANNE] & ~state.public.known[ANNE] & CARDS_OF[Character.COOK]


@pytest.mark.rule("CP-23")
def test_what_a_hand_loses_is_seen_by_all() -> None:
    here = after_a_part()
    here.play(ANNE, eat("sailor"))
    assert here.view(None).lost == ((), (Card.SAILOR_7,), (Card.SAILOR_8,))
    for state in guesses(here, None):
        assert not any(hand & bits([Card.SAILOR_7]) for hand in state.hands)


def test_everything_revealed_shows_all_hands_and_face_down_days() -> None:
    match = Match(CourtePaille(), Random(5))
    for seat in match.game.seats:
        seen = match.revealed(seat)
        for other in match.game.seats:
            if other != seat:
                assert sorted(seen.known[other]) == sorted(match.view(other).hand)
        assert seen.face_down
        assert all(day.card is not None for day in seen.face_down)
