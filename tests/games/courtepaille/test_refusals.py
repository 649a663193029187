"""What is refused, by which rule, in a sentence that says what is allowed."""

import pickle
from collections.abc import Callable
from typing import Any

import pytest
from tests.games.courtepaille.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    Scene,
    add,
    choose,
    eat,
    ended,
    look,
    remove,
    table,
    take,
)

import tablee
from tablee.core.errors import BadData, BadOption, IllegalAction
from tablee.core.match import Match
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import LANGS, catalogue
from tablee.games.courtepaille import actions as a
from tablee.games.courtepaille.actions import Draw, Move
from tablee.games.courtepaille.pieces import Card
from tablee.games.courtepaille.rules import CourtePaille

GAME = CourtePaille(players=3)
HANDS = ["captain-1 cook-2", "coco-1 boy-4", "sailor-7 coco-3"]
MENU = "sailor-1 sailor-2"


def choosing() -> Scene:
    return table(GAME, HANDS, week="captain-8", face_down="cook-9 boy-9 lookout-9", menu=MENU)


def taking() -> Scene:
    """Anne is to take."""
    here = choosing()
    here.choose("captain-1", "boy-4", "sailor-7")
    return here


def with_coco(week: str = "captain-8", face_down: str = "cook-9 boy-9 lookout-9") -> Scene:
    """Bernard carries out a Coco."""
    here = table(GAME, HANDS, week=week, face_down=face_down, menu=MENU)
    here.choose("cook-2", "coco-1", "sailor-7")
    return here


def drawing() -> Scene:
    """Chance owes Bernard a card."""
    here = with_coco()
    here.play(BERNARD, look(2, 3))
    return here


def twenty_added() -> Scene:
    here = with_coco()
    here.state.added = 20
    return here


def nothing_to_draw() -> Scene:
    """Beside hands, week and menu all cards have left the game."""
    here = choosing()
    here.state.gone, here.state.pile = here.state.pile, 0
    here.state.characters ^= here.state.gone
    here.choose("cook-2", "coco-1", "sailor-7")
    return here


def eating() -> Scene:
    """Anne has won the part."""
    game = CourtePaille(players=3, advanced=True)
    return ended(game, ["boy-9", "cook-1", "sailor-1"], "boy-8", eaten=["captain"], part=2)


LEFT = "the cook, the cabin boy, the lookout, the sailor and the fortune-teller"

REFUSED: list[tuple[str, str, Callable[[], Scene], tuple[Seat, Move], str]] = [
    ("CP-09", "not_in_pile", drawing, (CHANCE, Draw(Card.CAPTAIN_8)), "The draw pile does not hold captain 8."),
    (
        "CP-09",
        "only_draw",
        drawing,
        (CHANCE, take("sailor-1")),
        "Cards are being drawn now; nobody has a choice.",
    ),
    ("CP-05", "only_choose", choosing, (ANNE, take("sailor-1")), "Now everyone chooses a card from their hand."),
    ("CP-05", "only_choose", choosing, (ANNE, Draw(Card.CAPTAIN_1)), "Now everyone chooses a card from their hand."),
    (
        "CP-05",
        "not_in_hand",
        choosing,
        (ANNE, choose("boy-4")),
        "You do not hold cabin boy 4. Your hand: captain 1 and cook 2.",
    ),
    (
        "CP-07",
        "only_take",
        taking,
        (ANNE, choose("cook-2")),
        "A character card takes a card from the menu. The menu: sailor 1 and sailor 2.",
    ),
    (
        "CP-07",
        "only_take",
        taking,
        (ANNE, remove(1)),
        "A character card takes a card from the menu. The menu: sailor 1 and sailor 2.",
    ),
    (
        "CP-07",
        "not_on_menu",
        taking,
        (ANNE, take("captain-1")),
        "The menu has no captain 1. It has: sailor 1 and sailor 2.",
    ),
    (
        "CP-11",
        "coco_does_not_take",
        with_coco,
        (BERNARD, take("sailor-1")),
        "Coco takes nothing from the menu: remove a day, add one or look, then a card is drawn.",
    ),
    (
        "CP-12",
        "only_effects",
        with_coco,
        (BERNARD, choose("boy-4")),
        "Coco does one of three things now: remove a day, add one, or look at face-down days.",
    ),
    ("CP-13", "no_such_day", with_coco, (BERNARD, remove(5)), "There is no day 5. The week has 4 days."),
    ("CP-13", "no_such_day", with_coco, (BERNARD, remove(0)), "There is no day 0. The week has 4 days."),
    (
        "CP-17",
        "week_empty",
        lambda: with_coco("", ""),
        (BERNARD, remove(1)),
        "The week is empty: there is no day to remove.",
    ),
    (
        "CP-14",
        "week_full",
        twenty_added,
        (BERNARD, add("menu", "sailor-1")),
        "No more than 20 days can be added in one part.",
    ),
    ("CP-14", "week_full", twenty_added, (BERNARD, add("pile")), "No more than 20 days can be added in one part."),
    (
        "CP-14",
        "pile_unseen",
        with_coco,
        (BERNARD, add("pile", "captain-9")),
        "The top of the draw pile is added unseen: do not name a card.",
    ),
    ("CP-17", "piles_empty", nothing_to_draw, (BERNARD, add("pile")), "There are not enough cards to draw for that."),
    (
        "CP-17",
        "piles_empty",
        nothing_to_draw,
        (BERNARD, add("hand", "boy-4")),
        "There are not enough cards to draw for that.",
    ),
    ("CP-14", "add_which", with_coco, (BERNARD, add("menu")), "Which card? Name one from the menu or from your hand."),
    ("CP-14", "add_which", with_coco, (BERNARD, add("hand")), "Which card? Name one from the menu or from your hand."),
    (
        "CP-14",
        "not_on_menu",
        with_coco,
        (BERNARD, add("menu", "boy-4")),
        "The menu has no cabin boy 4. It has: sailor 1 and sailor 2.",
    ),
    (
        "CP-14",
        "not_in_hand",
        with_coco,
        (BERNARD, add("hand", "coco-1")),
        "You do not hold Coco 1. Your hand: cabin boy 4.",
    ),
    (
        "CP-15",
        "not_face_down",
        with_coco,
        (BERNARD, look(1, 2)),
        "Day 1 is not face down. Face down: 2, 3, 4.",
    ),
    (
        "CP-15",
        "not_face_down",
        with_coco,
        (BERNARD, look(4, 5)),
        "Day 5 is not face down. Face down: 2, 3, 4.",
    ),
    ("CP-15", "look_at", with_coco, (BERNARD, look(2)), "Look at 2 different days. Face down: 2, 3, 4."),
    ("CP-15", "look_at", with_coco, (BERNARD, look(2, 2)), "Look at 2 different days. Face down: 2, 3, 4."),
    ("CP-15", "look_at", with_coco, (BERNARD, look(2, 3, 4)), "Look at 2 different days. Face down: 2, 3, 4."),
    ("CP-15", "look_at", with_coco, (BERNARD, look()), "Look at 2 different days. Face down: 2, 3, 4."),
    (
        "CP-15",
        "look_at",
        lambda: with_coco("captain-8", "cook-9"),
        (BERNARD, look(2, 2)),
        "Look at 1 day. Face down: 2.",
    ),
    (
        "CP-17",
        "nothing_face_down",
        lambda: with_coco("captain-8", ""),
        (BERNARD, look(1)),
        "No day is face down: there is nothing to look at.",
    ),
    (
        "CP-23",
        "only_eat",
        eating,
        (ANNE, choose("boy-9")),
        f"Now say which character leaves the game: {LEFT}.",
    ),
    (
        "CP-23",
        "not_coco",
        eating,
        (ANNE, eat("coco")),
        f"Coco cannot be eaten this way. Allowed: {LEFT}.",
    ),
    (
        "CP-23",
        "already_eaten",
        eating,
        (ANNE, eat("captain")),
        f"No longer in the game: the captain. Allowed: {LEFT}.",
    ),
]


@pytest.mark.rule("CP-05", "CP-07", "CP-09", "CP-11", "CP-12", "CP-13", "CP-14", "CP-15", "CP-17", "CP-23")
@pytest.mark.parametrize(("rule", "code", "scene", "choice", "sentence"), REFUSED)
def test_what_is_refused(
    rule: str, code: str, scene: Callable[[], Scene], choice: tuple[Seat, Move], sentence: str
) -> None:
    here = scene()
    seat, action = choice
    assert seat in here.game.actors(here.state)
    before = here.state.copy()
    assert here.refused(action, seat) == (code, rule)
    assert not here.game.is_legal(here.state, seat, action)
    assert here.state == before
    refusal = here.game.refusal(here.state, seat, action)
    assert refusal is not None
    error = IllegalAction(refusal.code, refusal.details, rule=refusal.rule, texts=here.game.package)
    assert error.say("en") == f"[{rule}] {sentence}"
    assert error.say("fr").startswith(f"[{rule}] ")
    assert error.say("fr") != error.say("en")


def test_every_refusal_of_the_texts_is_met() -> None:
    met = {code for _, code, *_ in REFUSED}
    house = set(catalogue("tablee.core", "en"))
    said = {key.removeprefix("errors.") for key in catalogue(GAME.package, "en") if key not in house}
    errors = {key for key in said if f"errors.{key}" in catalogue(GAME.package, "en") and not key.startswith("line_")}
    assert met == errors


@pytest.mark.rule("CP-05")
def test_some_of_it_in_french() -> None:
    here = choosing()
    refusal = here.game.refusal(here.state, ANNE, choose("boy-4"))
    assert refusal is not None
    assert catalogue(GAME.package, "fr")(f"errors.{refusal.code}", **refusal.details) == (
        "Vous n’avez pas mousse 4. Votre main\u00a0: capitaine 1 et cuisinier 2."
    )
    looking = with_coco()
    refusal = looking.game.refusal(looking.state, BERNARD, look(2))
    assert refusal is not None
    assert catalogue(GAME.package, "fr")(f"errors.{refusal.code}", **refusal.details) == (
        "Regardez 2 jours différents. Face cachée\u00a0: 2, 3, 4."
    )


@pytest.mark.rule("CP-05", "CP-06")
def test_a_match_refuses_and_nothing_changes() -> None:
    match = Match(CourtePaille(players=2))
    for card in a.DRAW[:22]:
        match.play(CHANCE, card)
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.play(ANNE, choose("cook-9"))
    assert caught.value.say("en").startswith("[CP-05] You do not hold cook 9.")
    assert caught.value.say("fr").startswith("[CP-05] Vous n’avez pas cuisinier 9.")
    assert match.state == before
    match.play(ANNE, choose("captain-1"))
    match.play(BERNARD, choose("captain-6"))
    before = match.state
    for seat, action in ((BERNARD, take("boy-1")), (CHANCE, a.DRAW[30]), (ANNE, choose("captain-2"))):
        with pytest.raises(IllegalAction):
            match.play(seat, action)
        assert match.state == before


@pytest.mark.rule("CP-02", "CP-09")
def test_while_cards_are_drawn_nobody_has_a_choice() -> None:
    here = drawing()
    for seat in (ANNE, BERNARD, CLAIRE):
        assert here.game.legal(here.state, seat) == ()
        assert here.refused(choose("cook-2"), seat) == ("only_draw", "CP-09")
        assert here.refused(Draw(Card.TELLER_1), seat) == ("only_draw", "CP-09")


@pytest.mark.rule("CP-28")
def test_announce_all_alone_is_refused() -> None:
    with pytest.raises(BadOption) as caught:
        tablee.game("courtepaille", announce_all=True)
    assert (caught.value.code, caught.value.rule) == ("option_alone", "CP-28")
    assert caught.value.say("en").startswith("[CP-28] “announce_all”")
    assert "“advanced”" in caught.value.say("en")
    assert caught.value.say("fr").startswith("[CP-28] «\u00a0announce_all\u00a0»")
    assert tablee.game("courtepaille", announce_all=True, advanced=True).options()["announce_all"]


# Actions as data


def test_actions_in_plain_form() -> None:
    plain: list[tuple[dict[str, Any], Move]] = [
        ({"type": "choose", "card": "cook-4"}, choose("cook-4")),
        ({"type": "take", "card": "boy-9"}, take("boy-9")),
        ({"type": "remove", "day": 3}, remove(3)),
        ({"type": "add", "source": "menu", "card": "teller-1"}, add("menu", "teller-1")),
        ({"type": "add", "source": "hand", "card": "coco-5"}, add("hand", "coco-5")),
        ({"type": "add", "source": "pile", "card": None}, add("pile")),
        ({"type": "look", "days": [4, 6]}, look(6, 4)),
        ({"type": "eat", "character": "sailor"}, eat("sailor")),
        ({"type": "draw", "card": "captain-1"}, Draw(Card.CAPTAIN_1)),
    ]
    for data, action in plain:
        assert GAME.action(data) == action
        assert GAME.plain(action) == data
        copied = pickle.loads(pickle.dumps(action))  # noqa: S301 - our own bytes
        assert copied == action
        assert getattr(copied, "bit", None) == getattr(action, "bit", None)
    assert GAME.action({"type": "add", "source": "pile"}) == add("pile")
    assert GAME.action({"type": "look", "days": [6, 4]}) == look(4, 6)


@pytest.mark.parametrize(
    "data",
    [
        {"type": "choose", "card": "cook-10"},
        {"type": "choose"},
        {"type": "remove", "day": "3"},
        {"type": "add", "source": "sea"},
        {"type": "look", "days": 4},
        {"type": "eat", "character": "shark"},
        {"type": "pass"},
    ],
)
def test_data_that_is_no_action(data: dict[str, Any]) -> None:
    with pytest.raises(BadData) as caught:
        GAME.action(data)
    for lang in LANGS:
        assert caught.value.say(lang)
