"""What a bot thinks of scenes of Restaurant."""

from collections.abc import Sequence
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
    R100,
    R300,
    R600,
    Evening,
    names,
    orders,
    serve,
    service,
    visited,
)

from tablee.core.seat import Seat
from tablee.games.restaurant.actions import DONE, KEEP, Exchange, Move, Reserve, Serve, Take
from tablee.games.restaurant.bot import RestaurantHeuristic
from tablee.games.restaurant.bot.value import best_two, reachable
from tablee.games.restaurant.pieces import Card, Protect, Step, Tables, hand, room
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

GAME = Restaurant(players=3, protect=Protect.CHOSEN)
KNOWS = RestaurantHeuristic(GAME)
ROW = {ANNE: "A1 A4", BERNARD: "A2 A5", CLAIRE: "A3 A6"}


def preferred(state: RestaurantState, seat: Seat = ANNE, knows: RestaurantHeuristic = KNOWS) -> set[Move]:
    """What the policy does, whatever its whim."""
    return {knows.policy(state, seat, Random(seed)) for seed in range(20)}


@pytest.mark.parametrize(
    "game", [Restaurant(), Restaurant(players=6, stairs=True), Restaurant(players=3, service_only=True)], ids=repr
)
@pytest.mark.parametrize("seed", range(3))
def test_what_is_proposed_is_legal_and_changes_nothing(game: Restaurant, seed: int) -> None:
    knows = RestaurantHeuristic(game)
    for state, seat in visited(game, seed):
        before = state.copy()
        some = knows.candidates(state, seat, Random(1), 10)
        assert 0 < len(some) == len(set(some)) <= 10
        for action in [*some, knows.policy(state, seat, Random(2))]:
            assert game.refusal(state, seat, action) is None
        values = knows.values(state)
        assert sum(values) == pytest.approx(0, abs=1e-6)
        assert [knows.value(state, other) for other in game.seats] == list(values)
        assert knows.swing(state) > 0
        assert state == before


def test_what_is_proposed_rests_on_what_the_seat_knows() -> None:
    """The others' menus may be any: the proposals are the same."""
    for state, seat in visited(GAME, 4):
        view = GAME.view(state, seat)
        first, second = (GAME.determinize(view, Random(seed)) for seed in (5, 6))
        assert KNOWS.candidates(first, seat, Random(7), 9) == KNOWS.candidates(second, seat, Random(7), 9)


# Serving


def served_by(hands: Sequence[Card], reach: str) -> set[Move]:
    """What Anne serves who holds these cards; the others hold dishes."""
    return preferred(service(GAME, ROW, {ANNE: [*hands], BERNARD: [DISH], CLAIRE: [DISH]}, reach))


def test_the_dearest_menu_goes_to_ones_own_table() -> None:
    assert served_by([M100, M300, M200, DISH], "A1 A2 A3") == {serve(M300, "A1")}


def test_a_res_that_would_cost_double_goes_first() -> None:
    assert served_by([M300, R300], "A1") == {serve(R300, "A1")}


def test_worthless_cards_go_to_the_others() -> None:
    actions = served_by([M300, DISH], "A2 A3")
    assert all(isinstance(action, Serve) and action.card is DISH for action in actions)


def test_the_next_is_left_no_table_of_his_own() -> None:
    """Service goes counter-clockwise: Claire is next, and A2 is hers."""
    markers = {ANNE: "A1 F1", BERNARD: "A3", CLAIRE: "A2"}
    state = service(GAME, markers, {ANNE: [M300, M100], BERNARD: [DISH], CLAIRE: [DISH]}, "A1 F1")
    assert preferred(state) == {serve(M300, "F1")}


def test_a_double_comes_before_a_dish() -> None:
    actions = served_by([DISH, DOUBLE], "A2 A3")
    assert all(isinstance(action, Serve) and action.card is DOUBLE for action in actions)


def test_a_jump_comes_before_a_double() -> None:
    actions = served_by([JUMP, DOUBLE, DISH], "A2")
    assert actions == {serve(JUMP, "A2")}


def test_a_further_card_is_declined_rather_than_wasted() -> None:
    state = service(GAME, ROW, {ANNE: [DISH, DISH], BERNARD: [DISH], CLAIRE: [DISH]}, "A4")
    state.step = Step.SERVE_MORE
    assert preferred(state) == {DONE}
    assert KNOWS.candidates(state, ANNE, Random(1), 9) == [DONE, serve(DISH, "A4")]


# Orders


def test_orders_are_taken_in_the_salon() -> None:
    state = orders(GAME, "A4 B3 B4 C4", "A3")
    state.last, state.reach = None, Tables(state.reach | 1 << 13)
    assert names([action.table for action in preferred(state) if isinstance(action, Take) and action.table]) == {"B4"}


def test_a_further_card_is_taken() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A1", DOUBLE)
    assert DONE not in preferred(evening.state)
    assert KNOWS.candidates(evening.state, ANNE, Random(1), 9)[-1] == DONE


def dish_of_david(game: Restaurant) -> RestaurantState:
    """Anne and Claire have shown a double each, Bernard has a menu; David has turned a dish of the day."""
    evening = Evening(game)
    evening.take(ANNE, "A1", DOUBLE)
    evening.play(ANNE, DONE)
    evening.turn(BERNARD, "A2", M100)
    evening.take(CLAIRE, "A3", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.take(DAVID, "A4", DISH)
    return evening.state


def test_a_dish_is_exchanged_with_who_holds_menus() -> None:
    game = Restaurant()
    knows = RestaurantHeuristic(game)
    state = dish_of_david(game)
    assert preferred(state, DAVID, knows) == {Exchange(BERNARD)}
    proposed = knows.candidates(state, DAVID, Random(1), 9)
    assert proposed[0] == Exchange(BERNARD)
    assert len(proposed) == 2


def test_where_menus_are_a_burden_the_dish_is_kept() -> None:
    game = Restaurant(service_only=True)
    assert preferred(dish_of_david(game), DAVID, RestaurantHeuristic(game)) == {KEEP}


def test_menus_that_were_drawn_are_looked_for_where_they_went() -> None:
    game = Restaurant()
    evening = Evening(game)
    evening.turn(ANNE, "A1", M300)
    evening.take(BERNARD, "A2", DISH)
    evening.exchange(BERNARD, ANNE, M300)
    evening.take(CLAIRE, "A3", DISH)
    assert preferred(evening.state, CLAIRE, RestaurantHeuristic(game)) == {Exchange(BERNARD)}


def resting(*cards: Card) -> RestaurantState:
    """Anne has taken her card and holds these."""
    state = orders(GAME, "A4 B3 B4 C4", "A3", hands={ANNE: [*cards]})
    state.step, state.to_play, state.reach = Step.REST, ANNE, Tables(0)
    return state


def test_dear_menus_are_protected_with_the_smallest_res() -> None:
    state = resting(R100, R600, M600, M300, M100, DISH)
    assert preferred(state) == {Reserve(R100, (M300, M600, R600))}
    assert KNOWS.candidates(state, ANNE, Random(1), 9) == [Reserve(R100, (M300, M600, R600)), DONE]


@pytest.mark.parametrize("cards", [[R100, M300, M100], [M600, M600]])
def test_a_res_is_kept_for_more(cards: list[Card]) -> None:
    state = resting(*cards)
    assert KNOWS.candidates(state, ANNE, Random(1), 9) == [DONE]


def test_where_menus_are_a_burden_none_are_protected() -> None:
    game = Restaurant(players=3, service_only=True)
    assert preferred(resting(R100, M600, M600), ANNE, RestaurantHeuristic(game)) == {DONE}


# How it stands


def test_dear_menus_jumps_and_the_salon_are_worth_having() -> None:
    plain = orders(GAME, "A4 B3 B4 C4", "A3", hands={ANNE: [M100]}, markers={ANNE: "A1", BERNARD: "A2"})
    for better in (
        orders(GAME, "A4 B3 B4 C4", "A3", hands={ANNE: [M600]}, markers={ANNE: "A1", BERNARD: "A2"}),
        orders(GAME, "A4 B3 B4 C4", "A3", hands={ANNE: [JUMP]}, markers={ANNE: "A1", BERNARD: "A2"}),
        orders(GAME, "A4 B3 B4 C4", "A3", hands={ANNE: [M100]}, markers={ANNE: "B5", BERNARD: "A2"}),
    ):
        assert KNOWS.value(better, ANNE) > KNOWS.value(plain, ANNE)


def test_a_protected_menu_is_worth_more_and_a_res_laid_for_nothing_less() -> None:
    def value(in_hand: list[Card], in_pile: list[Card]) -> float:
        state = orders(GAME, "A4 B3 B4 C4", "A3", hands={ANNE: in_hand}, piles={ANNE: in_pile})
        return KNOWS.value(state, ANNE)

    assert value([], [R100, M600, M600]) > value([R100, M600, M600], []) > value([M600, M600], [R100])


def test_where_menus_are_not_noted_they_weigh() -> None:
    game = Restaurant(players=3, service_only=True)
    knows = RestaurantHeuristic(game)
    state = orders(game, "A4 B3 B4 C4", "A3", hands={ANNE: [M300], BERNARD: [DISH], CLAIRE: [DISH]})
    assert knows.value(state, ANNE) < knows.value(state, BERNARD)


def test_to_be_about_to_serve_ones_own_table_is_good() -> None:
    hands = {ANNE: [M300, M100], BERNARD: [DISH, DISH], CLAIRE: [DISH, DISH]}
    own = service(GAME, ROW, hands, "A1")
    others = service(GAME, ROW, hands, "A2")
    assert KNOWS.value(own, ANNE) > KNOWS.value(others, ANNE)


def test_serving_at_ones_own_table_is_better_than_at_another_and_that_than_to_hold_it() -> None:
    hands = {ANNE: [M300, M200, DISH], BERNARD: [DISH, DISH], CLAIRE: [DISH, DISH]}
    values = []
    for card, where in ((M300, "A1"), (M300, "A2"), (DISH, "A1")):
        state = service(GAME, ROW, hands, "A1 A2")
        GAME.apply(state, ANNE, serve(card, where))
        values.append(KNOWS.value(state, ANNE))
    assert values == sorted(values, reverse=True)
    assert len(set(values)) == 3


def test_a_menu_with_a_table_for_it_is_worth_more() -> None:
    """A menu of 600 wants a table in the salon."""
    hands = {ANNE: [M600, DISH], BERNARD: [DISH, DISH], CLAIRE: [DISH, DISH]}
    with_salon = service(GAME, {ANNE: "B4", BERNARD: "A4", CLAIRE: "A3"}, hands, "A3")
    without = service(GAME, {ANNE: "A5", BERNARD: "A4", CLAIRE: "A3"}, hands, "A3")
    assert KNOWS.value(with_salon, ANNE) > KNOWS.value(without, ANNE)


@pytest.mark.parametrize(
    ("cards", "in_salon", "elsewhere", "best"),
    [
        ([], 2, 2, (0, 0)),
        ([M600, M600], 1, 2, (1200, 0)),
        ([M600, M300, M200], 1, 1, (1200, 600)),
        ([M300, M300, M100], 1, 1, (600, 600)),
        ([M200, M100], 2, 1, (400, 0)),
        ([R100, R600, M300], 1, 1, (1800, 600)),
    ],
)
def test_the_two_best_menus_find_their_tables(
    cards: list[Card], in_salon: int, elsewhere: int, best: tuple[int, int]
) -> None:
    assert best_two(hand(cards), in_salon, elsewhere) == best


def test_the_evening_may_turn_less_the_fewer_tables_are_left() -> None:
    hands = {ANNE: [M300, DISH], BERNARD: [DISH, DISH], CLAIRE: [DISH, DISH]}
    early = service(GAME, ROW, hands, "A1")
    late = service(GAME, ROW, hands, "A6", served="A5")
    assert KNOWS.swing(GAME.start()) > KNOWS.swing(early) > KNOWS.swing(late)
    assert names(reachable(late, room(False))) == {"A6"}


def test_at_the_end_the_score_decides() -> None:
    state = service(GAME, ROW, {ANNE: [M300], BERNARD: [DISH, DISH], CLAIRE: [DISH, M100]}, "A1", sums=[300, 0, 100])
    GAME.apply(state, ANNE, serve(M300, "A1"))
    assert state.ending is not None
    assert GAME.scores(state) == (600, 0, 0)
    assert KNOWS.values(state) == [400, -200, -200]
