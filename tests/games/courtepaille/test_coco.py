"""CP-11 to CP-17: what the parrot does."""

import pytest
from tests.games.courtepaille.scene import (
    ANNE,
    BERNARD,
    Scene,
    add,
    chance,
    choose,
    eat,
    ended,
    happened,
    look,
    remove,
    table,
    take,
)

from tablee.core.seat import Seat
from tablee.games.courtepaille import events as e
from tablee.games.courtepaille.actions import Add, Look, Remove
from tablee.games.courtepaille.knowledge.view import HiddenCard
from tablee.games.courtepaille.pieces import MOST_ADDED, Card, Source, Step
from tablee.games.courtepaille.rules import CourtePaille

TWO = CourtePaille(players=2)
MENU = "sailor-1 sailor-2 sailor-3 sailor-4 sailor-5"


def anne_plays_coco(
    hand: str = "coco-3 boy-1 boy-2 boy-3 boy-4",
    week: str = "captain-9",
    face_down: str = "lookout-1 lookout-2 lookout-3",
) -> Scene:
    """It is Anne's turn with coco-3; Bernard will follow with captain-8."""
    here = table(TWO, [hand, "captain-8 cook-8"], week=week, face_down=face_down, menu=MENU)
    here.choose("coco-3", "captain-8")
    assert here.next == ANNE
    return here


@pytest.mark.rule("CP-11")
def test_coco_is_carried_out_by_its_value() -> None:
    here = table(TWO, ["coco-3 boy-1", "captain-2 cook-8"], week="captain-9", face_down="lookout-1", menu=MENU)
    (revealed,) = happened(here.choose("coco-3", "captain-2"), e.Revealed)
    assert revealed.order == (BERNARD, ANNE)


@pytest.mark.rule("CP-11")
def test_coco_is_discarded_and_its_player_draws() -> None:
    here = anne_plays_coco()
    here.play(ANNE, remove(1))
    assert here.state.step is Step.REPLACE
    assert "coco-3" in here.discard
    assert len(here.hand(ANNE)) == 4
    (drew,) = here.draw("teller-6")
    assert drew == e.Drew(ANNE, Card.TELLER_6)
    assert drew.seen_by(BERNARD) == e.Drew(ANNE, None)
    assert drew.seen_by(ANNE) == drew
    assert here.hand(ANNE) == {"boy-1", "boy-2", "boy-3", "boy-4", "teller-6"}
    assert here.menu == set(MENU.split())
    assert here.next == BERNARD
    assert here.view(BERNARD).known[ANNE] == ()


@pytest.mark.rule("CP-12", "CP-16")
def test_coco_does_exactly_one_of_three_things() -> None:
    here = anne_plays_coco()
    legal = here.game.legal(here.state, ANNE)
    assert [action for action in legal if isinstance(action, Remove)] == [remove(day) for day in (1, 2, 3, 4)]
    assert [action for action in legal if isinstance(action, Look)] == [look(2, 3), look(2, 4), look(3, 4)]
    added = [action for action in legal if isinstance(action, Add)]
    assert [str(action.card) for action in added if action.source is Source.MENU] == MENU.split()
    assert [str(action.card) for action in added if action.source is Source.HAND] == [
        "boy-1",
        "boy-2",
        "boy-3",
        "boy-4",
    ]
    assert add("pile") in added
    assert len(legal) == 4 + 3 + 5 + 4 + 1


OPEN, CLOSED = ["captain-9", "captain-8", "captain-7"], ["lookout-1", "lookout-2", "lookout-3"]


@pytest.mark.rule("CP-13")
@pytest.mark.parametrize("day", [1, 2, 3, 4, 5, 6])
def test_any_day_can_be_removed_and_those_after_it_move_up(day: int) -> None:
    here = table(TWO, ["coco-1 cook-4", "captain-4 boy-2"], week=" ".join(OPEN), face_down=" ".join(CLOSED), menu=MENU)
    here.choose("coco-1", "captain-4")
    (removed,) = happened(here.play(ANNE, remove(day)), e.Removed)
    days = [*OPEN, *(f"({card})" for card in CLOSED)]
    card = (OPEN + CLOSED)[day - 1]
    assert here.week == days[: day - 1] + days[day:]
    assert "coco-1" in here.discard
    assert removed.card == Card(card)
    assert removed.face_down == (day > 3)
    for reader in (ANNE, BERNARD, None):
        assert removed.seen_by(reader).card == (None if day > 3 else Card(card))
        assert (card in here.view(reader).discard) == (day <= 3)
        assert [hidden.card for hidden in here.view(reader).buried] == ([None] if day > 3 else [])


@pytest.mark.rule("CP-13", "CP-15")
def test_who_has_seen_a_day_knows_it_when_it_is_removed() -> None:
    here = table(TWO, ["coco-3 boy-1", "coco-4 boy-2"], week="captain-9", face_down="lookout-1 lookout-2", menu=MENU)
    here.choose("coco-3", "coco-4")
    here.play(ANNE, look(2, 3))
    here.draw("teller-1")
    (removed,) = here.play(BERNARD, remove(2))
    assert removed.seen_by(ANNE) == e.Removed(BERNARD, 2, True, Card.LOOKOUT_1, (ANNE,))
    assert removed.seen_by(BERNARD) == e.Removed(BERNARD, 2, True, None, (ANNE,))
    assert here.view(ANNE).buried[0].card == Card.LOOKOUT_1
    assert here.view(BERNARD).buried[0].card is None


@pytest.mark.rule("CP-14")
def test_a_card_of_the_menu_is_added_and_all_know_it() -> None:
    here = anne_plays_coco()
    (added,) = here.play(ANNE, add("menu", "sailor-3"))
    assert added == added.seen_by(BERNARD) == added.seen_by(None) == e.Added(ANNE, Source.MENU, 5, Card.SAILOR_3, None)
    assert here.week[-1] == "(sailor-3)"
    assert "sailor-3" not in here.menu
    assert here.state.owed == 1
    for reader in (ANNE, BERNARD, None):
        day = here.view(reader).face_down[-1]
        assert (day.card, day.known_to_all) == (Card.SAILOR_3, True)


@pytest.mark.rule("CP-13", "CP-14")
def test_a_day_that_all_know_lies_open_in_the_discard_pile() -> None:
    here = table(TWO, ["coco-3 boy-1", "coco-4 boy-2"], week="captain-9", face_down="lookout-1", menu=MENU)
    here.choose("coco-3", "coco-4")
    here.play(ANNE, add("menu", "sailor-3"))
    here.draw("teller-1")
    (removed,) = here.play(BERNARD, remove(3))
    assert removed.seen_by(None) == e.Removed(BERNARD, 3, True, Card.SAILOR_3, None)
    assert "sailor-3" in here.discard
    assert here.state.buried == []


@pytest.mark.rule("CP-14")
def test_the_top_of_the_pile_is_added_and_nobody_sees_it() -> None:
    here = anne_plays_coco()
    (added,) = here.play(ANNE, add("pile"))
    assert added == e.Added(ANNE, Source.PILE, 5, None, ())
    assert here.state.step is Step.LAY
    assert here.draw("teller-5") == []
    assert here.week[-1] == "(teller-5)"
    assert here.state.owed == 1
    here.draw("teller-6")
    assert len(here.hand(ANNE)) == 5
    for reader in (ANNE, BERNARD, None):
        assert here.view(reader).face_down[-1].card is None


@pytest.mark.rule("CP-14")
def test_a_card_of_the_hand_is_added_and_two_are_drawn() -> None:
    here = anne_plays_coco()
    (added,) = here.play(ANNE, add("hand", "boy-2"))
    assert added.seen_by(ANNE) == e.Added(ANNE, Source.HAND, 5, Card.BOY_2, (ANNE,))
    assert added.seen_by(BERNARD) == added.seen_by(None) == e.Added(ANNE, Source.HAND, 5, None, (ANNE,))
    assert here.week[-1] == "(boy-2)"
    assert here.state.owed == 2
    here.draw("teller-5 teller-6")
    assert here.hand(ANNE) == {"boy-1", "boy-3", "boy-4", "teller-5", "teller-6"}
    assert here.view(ANNE).face_down[-1].card == Card.BOY_2
    assert here.view(BERNARD).face_down[-1].card is None
    assert here.view(BERNARD).face_down[-1].known_by == (ANNE,)


@pytest.mark.rule("CP-14")
def test_the_only_card_of_a_hand_that_all_know_is_no_secret() -> None:
    here = table(
        TWO, ["coco-3 boy-1", "captain-7 cook-8"], week="captain-9", face_down="lookout-1 lookout-2", menu=MENU
    )
    here.choose("boy-1", "captain-7")
    here.take("sailor-5", "sailor-4")
    here.draw("teller-1 teller-2 teller-3 teller-4 teller-5")
    here.choose("coco-3", "cook-8")
    (added,) = here.play(ANNE, add("hand", "sailor-5"))
    assert added.seen_by(BERNARD) == e.Added(ANNE, Source.HAND, 4, Card.SAILOR_5, None)
    assert here.view(None).face_down[-1].card == Card.SAILOR_5


@pytest.mark.rule("CP-10", "CP-14")
def test_an_added_day_makes_the_part_a_round_longer() -> None:
    here = anne_plays_coco(face_down="lookout-1")
    here.play(ANNE, add("menu", "sailor-1"))
    here.draw("teller-6")
    here.take("sailor-2")
    here.draw("teller-1 teller-2 teller-3 teller-4 teller-5")
    assert here.week == ["captain-9", "lookout-1", "(sailor-1)"]
    assert here.state.step is Step.CHOOSE
    here.choose("boy-1", "sailor-2")
    here.take("teller-1", "teller-2")
    here.draw("cook-1 cook-2 cook-3 cook-4 cook-5")
    assert here.week == ["captain-9", "lookout-1", "sailor-1"]
    assert here.game.actors(here.state) == ()


@pytest.mark.rule("CP-14")
def test_no_more_than_20_days_are_added_in_a_part() -> None:
    here = anne_plays_coco()
    here.state.added = MOST_ADDED - 1
    assert add("pile") in here.game.legal(here.state, ANNE)
    here.state.added = MOST_ADDED
    assert not any(isinstance(action, Add) for action in here.game.legal(here.state, ANNE))
    assert here.refused(add("pile")) == ("week_full", "CP-14")
    assert MOST_ADDED == 20


@pytest.mark.rule("CP-14", "CP-25")
def test_days_can_be_added_again_in_the_next_part() -> None:
    here = ended(CourtePaille(players=3, advanced=True), ["cook-9 boy-1", "coco-1 boy-4", "boy-7 boy-8"], "cook-8")
    here.state.added = MOST_ADDED
    here.play(ANNE, eat("teller"))
    chance(here)
    assert (here.state.part, here.state.added) == (2, 0)
    here.choose("boy-1", "coco-1", "boy-7")
    while here.next != BERNARD:
        here.play(here.next, here.game.legal(here.state, here.next)[0])
    assert add("pile") in here.game.legal(here.state, BERNARD)


@pytest.mark.rule("CP-15")
def test_two_face_down_days_are_looked_at_in_secret() -> None:
    here = anne_plays_coco()
    (looked,) = here.play(ANNE, look(4, 2))
    assert looked == e.Looked(ANNE, (2, 4), (Card.LOOKOUT_1, Card.LOOKOUT_3))
    assert looked.seen_by(ANNE) == looked
    assert looked.seen_by(BERNARD) == looked.seen_by(None) == e.Looked(ANNE, (2, 4), None)
    assert [day.card for day in here.view(ANNE).face_down] == [Card.LOOKOUT_1, None, Card.LOOKOUT_3]
    assert [day.card for day in here.view(BERNARD).face_down] == [None, None, None]
    assert [day.known_by for day in here.view(BERNARD).face_down] == [(ANNE,), (), (ANNE,)]
    assert here.view(BERNARD).looked[0].days == (2, 4)
    assert here.state.owed == 1


@pytest.mark.rule("CP-15")
def test_what_was_looked_at_stays_known() -> None:
    """Days move up when another is removed, and the looker still knows which is which."""
    here = table(
        TWO, ["coco-3 boy-1", "coco-4 boy-2"], week="captain-9", face_down="lookout-1 lookout-2 cook-1", menu=MENU
    )
    here.choose("coco-3", "coco-4")
    here.play(ANNE, look(3, 4))
    here.draw("teller-1")
    here.play(BERNARD, remove(2))
    here.draw("teller-2")
    assert [day.card for day in here.view(ANNE).face_down] == [Card.LOOKOUT_2, Card.COOK_1]
    here.draw("boy-5 boy-6 boy-7 boy-8 boy-9")
    assert here.view(ANNE).looked == ()
    assert [day.card for day in here.view(ANNE).face_down] == [Card.COOK_1]


@pytest.mark.rule("CP-15", "CP-17")
def test_the_only_face_down_day_is_looked_at_alone() -> None:
    here = anne_plays_coco(face_down="lookout-1")
    legal = here.game.legal(here.state, ANNE)
    assert [action for action in legal if isinstance(action, Look)] == [look(2)]
    here.play(ANNE, look(2))
    assert here.view(ANNE).face_down[0] == HiddenCard(7, Card.LOOKOUT_1, (ANNE,), False)


@pytest.mark.rule("CP-17")
def test_what_cannot_be_done_cannot_be_chosen() -> None:
    here = anne_plays_coco(week="captain-9", face_down="")
    assert not any(isinstance(action, Look) for action in here.game.legal(here.state, ANNE))
    assert here.refused(look(1)) == ("nothing_face_down", "CP-17")
    here = anne_plays_coco(week="", face_down="")
    assert not any(isinstance(action, Remove | Look) for action in here.game.legal(here.state, ANNE))
    assert here.refused(remove(1)) == ("week_empty", "CP-17")


def nothing_but(week: str = "", face_down: str = "", menu: str = "") -> Scene:
    """All other cards have left the game."""
    here = table(TWO, ["coco-1 cook-4", "captain-4 boy-2"], week=week, face_down=face_down, menu=menu, pile="")
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
def test_there_must_be_a_card_to_draw_beside_the_coco_itself() -> None:
    here = table(
        TWO,
        ["coco-3 boy-1", "captain-8"],
        week="captain-9",
        face_down="lookout-1",
        menu="sailor-1",
        pile="",
        discard="",
    )
    here.choose("coco-3", "captain-8")
    added = [action for action in here.game.legal(here.state, ANNE) if isinstance(action, Add)]
    assert added == [add("menu", "sailor-1")]
    assert here.refused(add("pile")) == ("piles_empty", "CP-17")
    assert here.refused(add("hand", "boy-1")) == ("piles_empty", "CP-17")
    here.play(ANNE, add("menu", "sailor-1"))
    here.draw("coco-3")
    assert here.hand(ANNE) == {"boy-1", "coco-3"}


@pytest.mark.rule("CP-17")
def test_a_coco_that_can_do_nothing_is_only_replaced() -> None:
    here = table(TWO, ["coco-3 boy-1", "captain-8"], pile="", discard="")
    events = here.choose("coco-3", "captain-8")
    assert happened(events, e.NothingToDo) == [e.NothingToDo(ANNE, Card.COCO_3)]
    assert here.state.step is Step.REPLACE
    here.draw("coco-3")
    assert here.state.queue == [BERNARD]
    quiet = table(TWO, ["coco-3 boy-1", "captain-8"], pile="", discard="").state
    for seat, card in ((ANNE, "coco-3"), (BERNARD, "captain-8")):
        assert not TWO.apply(quiet, seat, choose(card), events=False)
    assert quiet.step is Step.REPLACE


@pytest.mark.rule("CP-07", "CP-17")
def test_who_must_take_from_an_empty_menu_draws() -> None:
    here = table(
        TWO, ["boy-1 boy-2", "boy-3 boy-4"], week="captain-9", face_down="lookout-1 lookout-2", menu="sailor-1"
    )
    here.choose("boy-1", "boy-3")
    events = here.take("sailor-1")
    assert happened(events, e.NothingToDo) == [e.NothingToDo(BERNARD, Card.BOY_3)]
    (drew, *_) = here.draw("teller-9")
    assert drew.seen_by(ANNE) == e.Drew(BERNARD, None)
    assert here.hand(BERNARD) == {"boy-4", "teller-9"}
    assert "boy-3" in here.discard
    assert here.view(ANNE).known[BERNARD] == ()


@pytest.mark.rule("CP-05", "CP-07", "CP-12")
@pytest.mark.parametrize("seat", [ANNE, BERNARD])
def test_nobody_acts_out_of_turn(seat: Seat) -> None:
    here = anne_plays_coco()
    assert bool(here.game.legal(here.state, seat)) == (seat == ANNE)
    here.play(ANNE, remove(1))
    assert here.game.legal(here.state, seat) == ()
    here.draw("teller-6")
    assert bool(here.game.legal(here.state, seat)) == (seat == BERNARD)
    assert here.refused(choose("cook-8")) == ("only_take", "CP-07")
    assert here.refused(take("boy-1")) == ("not_on_menu", "CP-07")
