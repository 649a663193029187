"""CP-01 to CP-04: what there is, and how it is laid out."""

from collections import Counter

import pytest
from tests.games.courtepaille.scene import ANNE, BERNARD, CLAIRE, dealt, happened, named, pack

import tablee
from tablee.cli.game_options import is_idle
from tablee.core.errors import BadOption
from tablee.core.seat import CHANCE
from tablee.games.courtepaille.actions import DRAW, Draw
from tablee.games.courtepaille.events import Dealt, MenuLaid, PartBegan
from tablee.games.courtepaille.pieces import ALL, COCOS, Card, Character, Step, cards, numbers, singly, worth
from tablee.games.courtepaille.rules import CourtePaille
from tablee.server.http.game_facts import game_told

HANDS = [
    "captain-1 cook-1 boy-1 lookout-1 sailor-1",
    "captain-2 cook-2 boy-2 lookout-2 sailor-2",
    "captain-3 cook-3 boy-3 lookout-3 coco-3",
]
WEEK = "teller-1 teller-2 teller-3 teller-4 teller-5 teller-6 teller-7"
MENU = "captain-9 cook-9 boy-9 lookout-9 coco-5"


@pytest.mark.rule("CP-01")
def test_six_characters_have_nine_cards_and_coco_five() -> None:
    assert Counter(card.character for card in Card) == {**dict.fromkeys(Character, 9), Character.COCO: 5}
    for character in Character:
        values = [card.worth for card in Card if card.character is character]
        assert values == list(range(1, len(values) + 1))
    assert len(Card) == 59
    assert str(Card.TELLER_7) == "teller-7"


@pytest.mark.rule("CP-01")
def test_sets_of_cards() -> None:
    some = pack("cook-4 captain-9 coco-2")
    assert [str(card) for card in cards(some)] == ["captain-9", "cook-4", "coco-2"]
    assert numbers(some) == [8, 12, 55]
    assert sum(singly(some)) == some
    assert worth(some) == 15
    assert worth(ALL) == 6 * 45 + 15
    assert worth(COCOS) == 15


@pytest.mark.rule("CP-02", "CP-03")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_all_59_cards_are_shuffled_together(players: int) -> None:
    game = CourtePaille(players=players)
    state = game.start()
    for entry in range(5 * players + 7 + 5):
        assert game.actors(state) == (CHANCE,)
        odds = game.odds(state)
        assert len(odds) == 59 - entry
        assert set(odds.values()) == {1}
        game.apply(state, CHANCE, next(iter(odds)))
    assert [hand.bit_count() for hand in state.hands] == [5] * players
    assert state.step is Step.CHOOSE
    assert game.odds(state) == {}


@pytest.mark.rule("CP-02", "CP-03")
def test_hands_week_and_menu_are_dealt() -> None:
    scene = dealt(CourtePaille(players=3), HANDS, WEEK, MENU)
    for seat, hand in enumerate(HANDS):
        assert scene.state.hands[seat] == pack(hand)
    assert scene.week == ["teller-1", *(f"({card})" for card in named(WEEK)[1:])]
    assert scene.menu == set(MENU.split())
    assert scene.state.pile == ALL ^ pack(" ".join([*HANDS, WEEK, MENU]))
    assert scene.state.discard == 0
    assert scene.game.actors(scene.state) == (ANNE, BERNARD, CLAIRE)


@pytest.mark.rule("CP-02", "CP-03", "CP-04")
def test_what_is_told_of_the_deal() -> None:
    scene = dealt(CourtePaille(players=3), HANDS, WEEK, MENU)
    assert happened(scene.events, Dealt) == [
        Dealt(seat, 5, tuple(named(hand))) for seat, hand in zip((ANNE, BERNARD, CLAIRE), HANDS, strict=True)
    ]
    assert happened(scene.events, PartBegan) == [PartBegan(1, 7, Card.TELLER_1, ANNE)]
    assert happened(scene.events, MenuLaid) == [MenuLaid(tuple(sorted(named(MENU), key=list(Card).index)))]
    hers = scene.events[0].seen_by(BERNARD)
    assert hers == Dealt(ANNE, 5, None)
    assert scene.events[0].seen_by(ANNE) == scene.events[0]


@pytest.mark.rule("CP-04")
def test_seat_0_has_the_shark_first() -> None:
    assert CourtePaille(players=4).start().shark == ANNE


@pytest.mark.parametrize(("option", "value"), [("players", 1), ("players", 6), ("advanced", 1), ("announce_all", "no")])
def test_options_that_cannot_be_chosen(option: str, value: object) -> None:
    with pytest.raises(BadOption, match=option):
        tablee.game("courtepaille", **{option: value})


def test_drawn_cards_are_made_once() -> None:
    game = CourtePaille(players=2)
    assert [game.action({"type": "draw", "card": str(card)}) for card in Card] == [Draw(card) for card in Card]
    assert all(action is DRAW[number] for number, action in enumerate(game.odds(game.start())))


@pytest.mark.rule("CP-28")
def test_forms_are_told_that_announce_all_needs_the_advanced_rule() -> None:
    needs = {option.name: option.needs for option in game_told("courtepaille", "en").options if option.needs}
    assert needs == {"announce_all": "advanced"}
    assert is_idle(CourtePaille, "announce_all", {})
    assert not is_idle(CourtePaille, "announce_all", {"advanced": True})
