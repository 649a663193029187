"""RE-15 to RE-20: the service."""

from collections import Counter
from random import Random

import pytest
from tests.games.restaurant.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DAVID,
    DISH,
    DOUBLE,
    JUMP,
    M100,
    M200,
    M300,
    M600,
    NAMES,
    R100,
    R200,
    R300,
    R600,
    do,
    happened,
    in_hand,
    orders,
    serve,
    served,
    service,
    take,
)

from tablee.core.game import Event
from tablee.core.seat import CHANCE, Seat
from tablee.games.restaurant.actions import DONE, Turn
from tablee.games.restaurant.events import Declined, GameEnded, Passed, Served
from tablee.games.restaurant.pieces import CARDS, Card, ServiceEnding, Step
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.service import open_service, random_choice

GAME = Restaurant(players=3)
PLENTY = [M100, M200, M300, M600, DISH]


def ended(events: list[Event]) -> list[ServiceEnding]:
    return [event.ending for event in happened(events, GameEnded)]


# RE-15, RE-16: where


@pytest.mark.rule("RE-15")
def test_the_first_card_is_laid_under_any_marker_on_the_rim() -> None:
    markers = {ANNE: "A1 B2 F7", BERNARD: "A2 C4", CLAIRE: "A3"}
    state = service(GAME, markers, {ANNE: [DISH, M300], BERNARD: [DISH], CLAIRE: [DISH]}, "")
    open_service(state, ANNE, None)
    assert GAME.actors(state) == (ANNE,)
    assert {where for _, where in served(GAME.legal(state, ANNE))} == {"A1", "A2", "A3", "F7"}
    assert len(GAME.legal(state, ANNE)) == 8


@pytest.mark.rule("RE-15")
def test_later_cards_go_next_to_the_last_under_markers_not_served() -> None:
    """Around B2: A2 has a marker, B1 has been served, B3 has no marker, C2 has one."""
    markers = {ANNE: "A2 B1", BERNARD: "B2 C2 F1"}
    state = service(GAME, markers, {ANNE: PLENTY, BERNARD: PLENTY, CLAIRE: PLENTY}, "B2", last="B1", served="B1")
    do(GAME, state, ANNE, serve(DISH, "B2"))
    assert GAME.actors(state) == (CLAIRE,), "counter-clockwise"
    assert {where for _, where in served(GAME.legal(state, CLAIRE))} == {"A2", "C2"}
    do(GAME, state, CLAIRE, serve(DISH, "C2"))
    assert state.ending is ServiceEnding.BLOCKED


@pytest.mark.rule("RE-15")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_turns_go_counter_clockwise(players: int) -> None:
    game = Restaurant(players=players)
    row = " ".join(f"A{column}" for column in range(1, 11))
    state = service(game, {ANNE: row}, {seat: [DISH] * 5 for seat in game.seats}, "A1")
    order = []
    for column in range(1, 9):
        order.append(game.actors(state)[0])
        do(game, state, order[-1], serve(DISH, f"A{column}"))
    assert order == [(-number) % players for number in range(8)]


@pytest.mark.rule("RE-15", "RE-10")
def test_protected_cards_are_used_like_others() -> None:
    state = orders(GAME, "A1", "A2", hands={ANNE: [DISH], BERNARD: [M600], CLAIRE: [M600]}, piles={ANNE: [R100, M200]})
    do(GAME, state, ANNE, take("A1"))
    do(GAME, state, CHANCE, Turn(DOUBLE))
    assert GAME.actors(state) == (ANNE,)
    assert {card for card, _ in served(GAME.legal(state, ANNE))} == {R100, M200, DISH, DOUBLE}
    do(GAME, state, ANNE, serve(R100, "A5"))
    assert in_hand(state, ANNE) == [M200, DISH, DOUBLE]


@pytest.mark.rule("RE-16")
@pytest.mark.parametrize("where", ["B4", "E7", "B3", "A4", "F10"])
@pytest.mark.parametrize("card", CARDS)
def test_where_cards_fit(card: Card, where: str) -> None:
    in_salon = where in ("B4", "E7")
    fits = {M600: in_salon, R600: in_salon}.get(card, not in_salon or card not in (M100, M200, R100, R200))
    state = service(GAME, {ANNE: f"{where} A1 A2"}, {ANNE: [card, M300]}, where, last="A1", served="A1")
    assert (serve(card, where) in GAME.legal(state, ANNE)) == fits
    refusal = GAME.refusal(state, ANNE, serve(card, where))
    assert (refusal is None) == fits
    if refusal:
        assert (refusal.code, refusal.rule) == ("not_in_salon" if in_salon else "only_in_salon", "RE-16")


# RE-17: doubles and jumps


@pytest.mark.rule("RE-17")
def test_a_served_double_lets_its_server_lay_another_card_next_to_it() -> None:
    markers = {ANNE: "A1 A2 A3", BERNARD: "F1 F2"}
    state = service(GAME, markers, {ANNE: [DOUBLE, DOUBLE, M100, M200], CLAIRE: [DISH]}, "A1")
    do(GAME, state, ANNE, serve(DOUBLE, "A1"))
    assert GAME.actors(state) == (ANNE,)
    assert state.step is Step.SERVE_MORE
    assert served(GAME.legal(state, ANNE)) == {(DOUBLE, "A2"), (M100, "A2"), (M200, "A2")}
    assert DONE in GAME.legal(state, ANNE)
    do(GAME, state, ANNE, serve(DOUBLE, "A2"))
    assert GAME.actors(state) == (ANNE,)
    do(GAME, state, ANNE, serve(M100, "A3"))
    assert state.ending is ServiceEnding.BLOCKED


@pytest.mark.rule("RE-17")
def test_a_served_jump_lets_its_server_lay_another_card_anywhere() -> None:
    markers = {ANNE: "A1 A2", BERNARD: "D5 F2 F3"}
    hands = {ANNE: [JUMP, M100, M600], BERNARD: [DISH], CLAIRE: [DISH, M100]}
    state = service(GAME, markers, hands, "A1", served="")
    do(GAME, state, ANNE, serve(JUMP, "A1"))
    assert served(GAME.legal(state, ANNE)) == {(M100, "A2"), (M600, "D5"), (M100, "F2"), (M100, "F3")}
    do(GAME, state, ANNE, serve(M100, "F2"))
    assert GAME.actors(state) == (CLAIRE,)
    assert {where for _, where in served(GAME.legal(state, CLAIRE))} == {"F3"}


@pytest.mark.rule("RE-17")
@pytest.mark.parametrize("card", [DOUBLE, JUMP])
def test_a_further_card_may_be_declined(card: Card) -> None:
    state = service(GAME, {ANNE: "A1 A2 F1"}, {ANNE: [card, M100], CLAIRE: [DISH, M100]}, "A1")
    do(GAME, state, ANNE, serve(card, "A1"))
    assert do(GAME, state, ANNE, DONE) == [Declined(ANNE)]
    assert GAME.actors(state) == (CLAIRE,)
    assert {where for _, where in served(GAME.legal(state, CLAIRE))} == {"A2"}


@pytest.mark.rule("RE-17", "RE-20")
def test_a_jump_declined_at_a_dead_end_ends_the_game() -> None:
    state = service(GAME, {ANNE: "A1 F1"}, {ANNE: [JUMP, M100], CLAIRE: [DISH]}, "A1")
    do(GAME, state, ANNE, serve(JUMP, "A1"))
    assert state.ending is None, "a jump is pending"
    events = do(GAME, state, ANNE, DONE)
    assert events[0] == Declined(ANNE)
    assert ended(events) == [ServiceEnding.BLOCKED]


@pytest.mark.rule("RE-17")
@pytest.mark.parametrize("held", [[M600], [M100], [M600, DISH]])
def test_being_asked_for_a_further_card_tells_nothing(held: list[Card]) -> None:
    """Even who holds nothing that fits is asked: to pass him over would tell the others."""
    state = service(GAME, {ANNE: "A1 A2 A3"}, {ANNE: [DOUBLE, *held], CLAIRE: [DISH]}, "A1")
    do(GAME, state, ANNE, serve(DOUBLE, "A1"))
    assert GAME.actors(state) == (ANNE,)
    assert (GAME.legal(state, ANNE) == [DONE]) == (held == [M600])


# RE-18: passing


@pytest.mark.rule("RE-18")
def test_who_has_nothing_that_fits_passes() -> None:
    """A2 is not in the salon: Claire has only menus of 600."""
    markers = {ANNE: "A1 A2 A3"}
    state = service(GAME, markers, {ANNE: [DISH, DISH], BERNARD: [M100, M100], CLAIRE: [M600]}, "A1")
    events = do(GAME, state, ANNE, serve(DISH, "A1"))
    assert happened(events, Passed) == [Passed(CLAIRE)]
    assert GAME.actors(state) == (BERNARD,)
    assert GAME.view(state, None).chronicle[-1].what == "pass"


@pytest.mark.rule("RE-18")
def test_who_can_serve_must() -> None:
    state = service(GAME, {ANNE: "A1 A2"}, {ANNE: [M100], BERNARD: [DISH], CLAIRE: [DISH]}, "A1")
    refusal = GAME.refusal(state, ANNE, DONE)
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.details) == ("must_serve", "RE-18", {"allowed": "A1"})
    assert DONE not in GAME.legal(state, ANNE)


@pytest.mark.rule("RE-X3", "RE-16", "RE-18", "RE-19")
def test_the_worked_example() -> None:
    game = Restaurant(players=4)
    markers = {ANNE: "B4 C4", DAVID: "B5 A1"}
    hands = {CLAIRE: [M300, DISH], BERNARD: [M100, M200], ANNE: [M300], DAVID: [DISH]}
    state = service(game, markers, hands, "B4", seat=CLAIRE, last="A4", served="A4")
    events = do(game, state, CLAIRE, serve(M300, "B4"))
    assert events == [Served(CLAIRE, M300, 2, 4, ANNE, 300), Passed(BERNARD)]
    assert state.points == [300, 0, 0, 0]
    assert game.actors(state) == (ANNE,)
    assert {where for _, where in served(game.legal(state, ANNE))} == {"B5", "C4"}


# RE-19: what it brings


@pytest.mark.rule("RE-19")
@pytest.mark.parametrize(
    ("card", "points"),
    [(M100, 100), (M200, 200), (M300, 300), (R100, 100), (R200, 200), (R300, 300), (DISH, 0), (DOUBLE, 0), (JUMP, 0)],
)
def test_a_menu_scores_for_the_owner_of_the_marker(card: Card, points: int) -> None:
    state = service(GAME, {BERNARD: "A1", ANNE: "A2 A3"}, {ANNE: [card, DISH], CLAIRE: [DISH]}, "A1")
    events = do(GAME, state, ANNE, serve(card, "A1"))
    assert happened(events, Served) == [Served(ANNE, card, 1, 1, BERNARD, points)]
    assert state.points == [0, points, 0]
    assert GAME.view(state, CLAIRE).points == (0, points, 0)
    assert GAME.view(state, CLAIRE).plates[0] == card
    assert "Bernard" in GAME.words.event(events[0], NAMES, "en")


@pytest.mark.rule("RE-19")
def test_menus_of_600_score_in_the_salon() -> None:
    for card in (M600, R600):
        state = service(GAME, {CLAIRE: "C5 C6"}, {ANNE: [card, DISH], CLAIRE: [DISH]}, "C5", last="B5")
        do(GAME, state, ANNE, serve(card, "C5"))
        assert state.points == [0, 0, 600]


# RE-20: how it ends


@pytest.mark.rule("RE-20")
@pytest.mark.parametrize("card", [DISH, DOUBLE])
def test_it_ends_when_no_neighbour_can_be_served(card: Card) -> None:
    """B1 has been served, A2 has no marker."""
    state = service(GAME, {ANNE: "A1 B1 F1"}, {ANNE: [card, M100]}, "A1", last="B1", served="B1")
    assert ended(do(GAME, state, ANNE, serve(card, "A1"))) == [ServiceEnding.BLOCKED]
    assert GAME.actors(state) == ()
    assert GAME.legal(state, CLAIRE) == ()


@pytest.mark.rule("RE-20", "RE-17")
def test_a_jump_keeps_it_going_as_long_as_anything_can_be_served() -> None:
    state = service(GAME, {ANNE: "A1 F1"}, {ANNE: [JUMP, JUMP, M100], CLAIRE: [DISH]}, "A1")
    do(GAME, state, ANNE, serve(JUMP, "A1"))
    assert state.ending is None
    assert ended(do(GAME, state, ANNE, serve(JUMP, "F1"))) == [ServiceEnding.BLOCKED], "no marker is left"


@pytest.mark.rule("RE-20")
@pytest.mark.parametrize("card", [M100, DOUBLE, JUMP])
def test_it_ends_when_somebody_has_laid_his_last_card(card: Card) -> None:
    state = service(GAME, {ANNE: "A1 A2 A3"}, {ANNE: [card], BERNARD: [M100], CLAIRE: [DISH]}, "A1")
    events = do(GAME, state, ANNE, serve(card, "A1"))
    assert ended(events) == [ServiceEnding.LAST_CARD]
    assert happened(events, GameEnded)[0].hands == ((), (M100,), (DISH,))


@pytest.mark.rule("RE-20", "RE-18")
def test_it_ends_when_all_pass_in_a_row() -> None:
    """Next to A1 only A2 can be served: nothing but menus of 600 is left, also in the hand of the last server."""
    state = service(GAME, {ANNE: "A1 A2"}, {ANNE: [M100, M600], BERNARD: [M600], CLAIRE: [M600, R600]}, "A1")
    events = do(GAME, state, ANNE, serve(M100, "A1"))
    assert happened(events, Passed) == [Passed(CLAIRE), Passed(BERNARD), Passed(ANNE)]
    assert ended(events) == [ServiceEnding.ALL_PASSED]


@pytest.mark.rule("RE-20", "RE-18")
def test_two_passes_do_not_end_it() -> None:
    state = service(GAME, {ANNE: "A1 A2 A3"}, {ANNE: [M100, M200, M200], BERNARD: [M600], CLAIRE: [M600]}, "A1")
    do(GAME, state, ANNE, serve(M100, "A1"))
    assert GAME.actors(state) == (ANNE,)
    assert state.passes == 2
    do(GAME, state, ANNE, serve(M200, "A2"))
    assert GAME.actors(state) == (ANNE,)
    assert state.passes == 2, "a card laid in between starts the count anew"


@pytest.mark.rule("RE-20", "RE-15")
def test_it_ends_if_nobody_can_open_on_the_rim() -> None:
    state = service(GAME, {ANNE: "A1 B4 B5"}, {ANNE: [M600], BERNARD: [M600], CLAIRE: [M600]}, "")
    told: list[Event] = []
    open_service(state, BERNARD, told)
    assert told == [Passed(BERNARD), Passed(ANNE), Passed(CLAIRE)]
    assert state.ending is ServiceEnding.ALL_PASSED
    assert GAME.actors(state) == ()


@pytest.mark.rule("RE-20", "RE-15")
def test_who_cannot_open_passes_on_to_the_next() -> None:
    state = service(GAME, {ANNE: "A1 A2"}, {ANNE: [M600], BERNARD: [M600], CLAIRE: [M100, M100]}, "")
    told: list[Event] = []
    open_service(state, BERNARD, told)
    assert told == [Passed(BERNARD), Passed(ANNE)]
    assert GAME.actors(state) == (CLAIRE,)
    assert {where for _, where in served(GAME.legal(state, CLAIRE))} == {"A1", "A2"}


@pytest.mark.rule("RE-20")
def test_after_the_end_nothing_can_be_done() -> None:
    state = service(GAME, {ANNE: "A1"}, {ANNE: [M100]}, "A1")
    do(GAME, state, ANNE, serve(M100, "A1"))
    assert GAME.actors(state) == ()
    assert all(GAME.legal(state, seat) == () for seat in (*GAME.seats, CHANCE, Seat(9)))
    assert GAME.view(state, ANNE).reach == ()


@pytest.mark.rule("RE-16", "RE-17")
def test_random_choices_are_all_the_legal_ones_with_even_odds() -> None:
    rng = Random(5)
    markers = {ANNE: "A5 B5 B6 C5 A4"}
    for held in ([M100, M600, M300, DISH, DISH], [M600, R600], [M100, JUMP]):
        for step in (Step.SERVE, Step.SERVE_MORE):
            state = service(GAME, markers, {ANNE: held}, "A4 B5 C5", last="A5", served="A5")
            state.step = step
            legal = GAME.legal(state, ANNE)
            drawn = Counter(random_choice(state, rng) for _ in range(200 * len(legal)))
            assert set(drawn) == set(legal)
            chi_square = sum((number - 200) ** 2 / 200 for number in drawn.values())
            assert chi_square < len(legal) + 4 * (2 * len(legal)) ** 0.5 + 8
