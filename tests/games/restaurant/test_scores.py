"""RE-21, RE-22 and RE-24: what it all comes to."""

import pytest
from tests.games.restaurant.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DAVID,
    DISH,
    DOUBLE,
    M100,
    M200,
    M300,
    M600,
    NAMES,
    R100,
    R300,
    R600,
    do,
    happened,
    serve,
    service,
)

from tablee.games.restaurant.events import GameEnded
from tablee.games.restaurant.pieces import hand
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.scoring import minus

GAME = Restaurant(players=3)


@pytest.mark.rule("RE-21")
def test_menus_still_held_cost_their_value_and_res_double() -> None:
    assert minus(hand([M100, M200, M300, M600])) == 1200
    assert minus(hand([R100])) == 200
    assert minus(hand([R600, R600, R300, M100])) == 2 * 1200 + 600 + 100
    assert minus(hand([DISH, DOUBLE])) == 0


@pytest.mark.rule("RE-21", "RE-22")
def test_the_final_score_is_orders_and_service() -> None:
    markers = {ANNE: "A1", BERNARD: "F1"}
    hands = {ANNE: [M300], BERNARD: [M200, R300, DISH], CLAIRE: [M600]}
    state = service(GAME, markers, hands, "A1", sums=(1200, 1900, 900))
    state.points = [0, 1100, 400]
    events = do(GAME, state, ANNE, serve(M300, "A1"))
    assert GAME.scores(state) == (1200 + 300, 1900 + 1100 - 200 - 600, 900 + 400 - 600)
    assert GAME.winners(state) == (BERNARD,)
    assert happened(events, GameEnded)[0].scores == (1500, 2200, 700)
    assert happened(events, GameEnded)[0].winners == (BERNARD,)


@pytest.mark.rule("RE-21")
def test_at_the_end_everybody_sees_what_was_still_held() -> None:
    hands = {ANNE: [M300], BERNARD: [M200, R300, DISH], CLAIRE: [M600]}
    state = service(GAME, {ANNE: "A1"}, hands, "A1", sums=(1200, 1900, 900))
    assert GAME.view(state, ANNE).hands == ()
    do(GAME, state, ANNE, serve(M300, "A1"))
    for reader in (*GAME.seats, None):
        view = GAME.view(state, reader)
        assert view.hands == ((), (M200, R300, DISH), (M600,))
        assert view.scores == GAME.scores(state)
        assert "Bernard still holds: menu of 200, RES menu of 300, dish of the day." in GAME.words.view(
            view, NAMES, "en"
        )


@pytest.mark.rule("RE-22")
def test_equals_share_the_win() -> None:
    state = service(GAME, {ANNE: "A1"}, {ANNE: [M100], BERNARD: [DISH], CLAIRE: [DISH]}, "A1", sums=(500, 600, 300))
    (*_, event) = do(GAME, state, ANNE, serve(M100, "A1"))
    assert GAME.winners(state) == (ANNE, BERNARD)
    assert "Anne and Bernard are head waiters!" in GAME.words.event(event, NAMES, "en")
    assert "Anne et Bernard sont maîtres d’hôtel" in GAME.words.event(event, NAMES, "fr")


@pytest.mark.rule("RE-24")
def test_service_only_leaves_the_orders_out() -> None:
    game = Restaurant(players=3, service_only=True)
    hands = {ANNE: [M300], BERNARD: [M200, R300, DISH], CLAIRE: [M600]}
    state = service(game, {ANNE: "A1"}, hands, "A1", sums=(1200, 1900, 900))
    state.points = [0, 1100, 400]
    do(game, state, ANNE, serve(M300, "A1"))
    assert game.scores(state) == (300, 300, -200)
    assert game.winners(state) == (ANNE, BERNARD)
    assert game.view(state, None).sums == (1200, 1900, 900)
    assert game.view(state, None).service_only


@pytest.mark.rule("RE-X4", "RE-21", "RE-22", "RE-24")
@pytest.mark.parametrize(("service_only", "score"), [(False, 2200), (True, 300)])
def test_the_worked_example(service_only: bool, score: int) -> None:
    game = Restaurant(players=4, service_only=service_only)
    hands = {ANNE: [M100], DAVID: [M200, R300, DISH]}
    state = service(game, {ANNE: "A1"}, hands, "A1", sums=(0, 0, 0, 1900))
    state.points = [0, 0, 0, 1100]
    do(game, state, ANNE, serve(M100, "A1"))
    assert game.scores(state)[DAVID] == score


@pytest.mark.rule("RE-21", "RE-22")
@pytest.mark.parametrize("service_only", [False, True])
def test_scores_as_they_stand_during_the_orders(service_only: bool) -> None:
    """As if the match ended now: the sum would be noted, and all of it still held."""
    game = Restaurant(players=3, service_only=service_only)
    state = game.start()
    state.hands[ANNE] = hand([M300, R100])
    state.piles[ANNE] = hand([R600])
    assert game.scores(state) == ((-1700 if service_only else -700), 0, 0)
    assert game.winners(state) == ()
    assert state.hands[CLAIRE] == 0
