"""What is refused, by which rule, in a sentence that says what is allowed."""

import pickle
from typing import Any

import pytest
from tests.games.restaurant.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DISH,
    DOUBLE,
    JUMP,
    M100,
    M200,
    M300,
    M600,
    R100,
    Evening,
    do,
    orders,
    serve,
    service,
    take,
)

from tablee.core.errors import IllegalAction
from tablee.core.match import Match
from tablee.core.seat import CHANCE, Seat
from tablee.core.texts import LANGS, Phrase, catalogue
from tablee.games.restaurant.actions import DONE, KEEP, Drawn, Exchange, Move, Reserve, Serve, Take, Turn
from tablee.games.restaurant.pieces import Step
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

GAME = Restaurant(players=3)


def taking() -> RestaurantState:
    return orders(GAME, "A1 A2 B1 F1 F2", "B2", hands={ANNE: [M100], BERNARD: [M100]})


def exchanging() -> RestaurantState:
    state = taking()
    do(GAME, state, ANNE, take("B1"))
    do(GAME, state, CHANCE, Turn(DISH))
    return state


def resting() -> RestaurantState:
    state = exchanging()
    do(GAME, state, ANNE, KEEP)
    return state


def jumping() -> RestaurantState:
    """24 cards taken; only A1 has no card next to it."""
    others = [f"{row}{column}" for row in "CDEF" for column in range(1, 11) if row != "C" or column > 5]
    state = orders(GAME, " ".join(["A1", "B3", *others]), "A3", hands={ANNE: [R100]})
    do(GAME, state, ANNE, take("B3"))
    do(GAME, state, CHANCE, Turn(JUMP))
    do(GAME, state, ANNE, Reserve(R100))
    return state


def early_dead_end() -> RestaurantState:
    return orders(GAME, " ".join(f"{row}{column}" for row in "CDEF" for column in range(1, 11)), "A3")


def serving() -> RestaurantState:
    hands = {ANNE: [M100, M600, M300], BERNARD: [DISH], CLAIRE: [DISH]}
    return service(GAME, {ANNE: "A5 A4 B5 A6 F1"}, hands, "A4 B5", last="A5", served="A5")


def opening() -> RestaurantState:
    return service(GAME, {ANNE: "A5 B5"}, {ANNE: [M100, M600]}, "A5")


REFUSED: list[tuple[str, str, RestaurantState, Move, dict[str, object]]] = [
    ("RE-01", "no_such_table", taking(), Take(0, 4), {"row": 0, "col": 4}),
    ("RE-01", "no_such_table", taking(), Take(7, 4), {"row": 7, "col": 4}),
    ("RE-01", "no_such_table", taking(), Take(1, 11), {"row": 1, "col": 11}),
    ("RE-01", "no_such_table", serving(), Serve(M100, -1, 4), {"row": -1, "col": 4}),
    ("RE-04", "chance_only", taking(), Turn(DISH), {}),
    ("RE-04", "chance_only", taking(), Drawn(DISH), {}),
    ("RE-05", "first_on_rim", GAME.start(), take("B2"), {"table": "B2"}),
    ("RE-05", "no_card_there", taking(), take("C2"), {"table": "C2", "allowed": "A2, B1"}),
    ("RE-05", "not_adjacent", taking(), take("F1"), {"table": "F1", "last": "B2", "allowed": "A2, B1"}),
    ("RE-05", "not_adjacent", taking(), take("A1"), {"table": "A1", "last": "B2", "allowed": "A2, B1"}),
    ("RE-05", "must_take", taking(), DONE, {"allowed": "A2, B1"}),
    ("RE-07", "exchange_or_keep", exchanging(), take("A1"), {}),
    ("RE-07", "exchange_or_keep", exchanging(), DONE, {}),
    ("RE-07", "no_such_opponent", exchanging(), Exchange(ANNE), {"player": 1, "allowed": "2"}),
    ("RE-07", "no_such_opponent", exchanging(), Exchange(Seat(-1)), {"player": 0, "allowed": "2"}),
    ("RE-07", "nothing_to_draw", exchanging(), Exchange(CLAIRE), {"player": 3, "allowed": "2"}),
    ("RE-07", "nothing_to_exchange", taking(), Exchange(BERNARD), {}),
    ("RE-07", "nothing_to_exchange", serving(), KEEP, {}),
    ("RE-08", "no_further_card", resting(), take("A1"), {}),
    ("RE-10", "card_not_held", taking(), Reserve(R100), {}),
    ("RE-10", "nothing_to_protect", serving(), Reserve(R100), {}),
    ("RE-12", "dead_end", jumping(), take("A1"), {"table": "A1"}),
    ("RE-12", "go_on_from_rim", early_dead_end(), take("D5"), {}),
    ("RE-15", "orders_over", serving(), take("A4"), {}),
    ("RE-15", "service_not_begun", taking(), serve(M100, "A1"), {}),
    ("RE-15", "card_not_held", serving(), serve(M200, "A4"), {}),
    ("RE-15", "no_marker_there", serving(), serve(M100, "A3"), {"table": "A3", "allowed": "A4, B5"}),
    ("RE-15", "already_served", serving(), serve(M100, "A5"), {"table": "A5", "allowed": "A4, B5"}),
    ("RE-15", "not_adjacent", serving(), serve(M100, "F1"), {"table": "F1", "last": "A5", "allowed": "A4, B5"}),
    ("RE-15", "open_on_rim", opening(), serve(M600, "B5"), {"table": "B5", "allowed": "A5"}),
    ("RE-16", "only_in_salon", serving(), serve(M600, "A4"), {"table": "A4"}),
    ("RE-16", "not_in_salon", serving(), serve(M100, "B5"), {"table": "B5"}),
    ("RE-18", "must_serve", serving(), DONE, {"allowed": "A4, B5"}),
]


@pytest.mark.rule("RE-01", "RE-04", "RE-05", "RE-07", "RE-08", "RE-10", "RE-12", "RE-15", "RE-16", "RE-18")
@pytest.mark.parametrize(("rule", "code", "state", "action", "details"), REFUSED)
def test_what_is_refused(
    rule: str, code: str, state: RestaurantState, action: Move, details: dict[str, object]
) -> None:
    refusal = GAME.refusal(state, ANNE, action)
    assert refusal is not None
    assert (refusal.rule, refusal.code) == (rule, code)
    assert {key: refusal.details[key] for key in details} == details
    assert action not in GAME.legal(state, ANNE)
    assert not GAME.is_legal(state, ANNE, action)
    for lang in LANGS:
        sentence = catalogue(GAME.package, lang)(f"errors.{code}", **refusal.details)
        assert all(str(detail) in sentence for detail in details.values())
        for card in (detail for detail in refusal.details.values() if isinstance(detail, Phrase)):
            assert catalogue(GAME.package, lang)(card.code) in sentence


@pytest.mark.rule("RE-05")
def test_a_refusal_changes_nothing_and_says_why_in_both_languages() -> None:
    match = Match(GAME)
    before = match.state
    with pytest.raises(IllegalAction) as caught:
        match.play(ANNE, take("B2"))
    assert match.state == before
    assert caught.value.say("en").startswith("[RE-05] B2 is not on the rim")
    assert caught.value.say("fr").startswith("[RE-05] B2 n’est pas au bord")


@pytest.mark.rule("RE-02", "RE-07")
def test_chance_has_only_the_cards_there_are() -> None:
    evening = Evening(GAME)
    evening.play(ANNE, take("A1"))
    evening.play(CHANCE, Turn(JUMP))
    evening.play(ANNE, take("A2"))
    for action, code in ((Drawn(JUMP), "not_possible"), (take("A3"), "not_possible"), (DONE, "not_possible")):
        refusal = evening.match.refusal(CHANCE, action)
        assert refusal is not None
        assert refusal.code == code
    state = evening.state
    assert GAME.refusal(state, CHANCE, Turn(JUMP)) is None
    state.stock = type(state.stock)(0)
    refusal = GAME.refusal(state, CHANCE, Turn(JUMP))
    assert refusal is not None
    assert (refusal.code, refusal.rule) == ("no_such_card", "RE-02")
    drawing = exchanging()
    do(GAME, drawing, ANNE, Exchange(BERNARD))
    assert GAME.refusal(drawing, CHANCE, Drawn(M100)) is None
    assert GAME.refusal(drawing, CHANCE, Drawn(M600)) is not None
    assert GAME.refusal(drawing, CHANCE, Turn(M100)) is not None


def test_what_may_be_done_is_short_enough_to_send() -> None:
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R100, M100, M300, M300, M600]})
    assert GAME.choices(state, ANNE) == {
        "kind": "turn",
        "actions": [{"type": "take", "row": 3, "col": 1}],
        "res": ["res100"],
    }
    assert GAME.choices(state, BERNARD) == {"kind": "turn", "actions": [], "res": []}
    assert GAME.choices(serving(), ANNE)["actions"] == [
        {"type": "serve", "card": "menu100", "row": 1, "col": 4},
        {"type": "serve", "card": "menu300", "row": 1, "col": 4},
        {"type": "serve", "card": "menu300", "row": 2, "col": 5},
        {"type": "serve", "card": "menu600", "row": 2, "col": 5},
    ]


def test_actions_travel_to_another_process() -> None:
    actions: list[Move] = [take("A4"), Reserve(R100, (M300, M100)), serve(M300, "B4"), Turn(DISH), Drawn(M100), DONE]
    for action in actions:
        copied = pickle.loads(pickle.dumps(action))  # noqa: S301 - our own bytes
        assert copied == action
        for worked_out in ("table", "unit", "number", "beneath"):
            assert getattr(copied, worked_out, None) == getattr(action, worked_out, None)


def test_actions_in_plain_form() -> None:
    plain: list[tuple[dict[str, Any], Move | None]] = [
        ({"type": "take", "row": 1, "col": 4}, take("A4")),
        ({"type": "exchange", "seat": 2}, Exchange(CLAIRE)),
        ({"type": "keep"}, KEEP),
        ({"type": "reserve", "res": "res300", "menus": ["menu100", "menu600"]}, None),
        ({"type": "done"}, DONE),
        ({"type": "serve", "card": "menu300", "row": 2, "col": 4}, serve(M300, "B4")),
        ({"type": "turn", "card": "dish"}, Turn(DISH)),
        ({"type": "drawn", "card": "menu100"}, Drawn(M100)),
    ]
    for data, action in plain:
        read = GAME.action(data)
        assert action in (None, read)
        assert GAME.plain(read) == data
    shuffled = GAME.action({"type": "reserve", "res": "res300", "menus": ["menu600", "menu100"]})
    assert shuffled == GAME.action(plain[3][0])
    assert resting().step is Step.REST
    assert DOUBLE not in shuffled.menus
