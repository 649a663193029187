"""Scenes of the service in which something is hidden from a reader."""

from collections.abc import Callable

from tests.games.restaurant.order_scenes import GAME
from tests.games.restaurant.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DISH,
    DOUBLE,
    M100,
    M200,
    M300,
    M600,
    R100,
    Evening,
    do,
    serve,
)

from tablee.core.seat import Seat
from tablee.games.restaurant.actions import DONE
from tablee.games.restaurant.pieces import Card
from tablee.games.restaurant.rules.orders import end_orders
from tablee.games.restaurant.state import RestaurantState


def served(evening: Evening, *steps: tuple[Seat, Card, str]) -> RestaurantState:
    """The orders end here, far too early, and this is served."""
    state = evening.state
    end_orders(state, None)
    for seat, card, where in steps:
        do(evening.game, state, seat, serve(card, where))
    return state


def sums() -> tuple[RestaurantState, Seat | None]:
    """The sums say what Anne's two menus come to, and that Bernard's two exchanges moved a menu or did not."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M300)
    evening.take(BERNARD, "A2", DOUBLE)
    evening.take(BERNARD, "A3", DISH)
    evening.exchange(BERNARD, ANNE, M300)
    evening.turn(CLAIRE, "A4", M100)
    evening.turn(ANNE, "A5", M100)
    evening.take(BERNARD, "A6", DISH)
    evening.exchange(BERNARD, ANNE, DISH)
    evening.turn(CLAIRE, "A7", M100)
    evening.turn(ANNE, "A8", M300)
    return served(evening), CLAIRE


def cards_laid() -> tuple[RestaurantState, Seat | None]:
    """Bernard, first of the three, lays a dish; then Anne a menu of 300, and he is asked again."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M300)
    evening.take(BERNARD, "A2", DISH)
    evening.exchange(BERNARD, ANNE, M300)
    evening.turn(CLAIRE, "A3", M600)
    evening.turn(ANNE, "A4", M300)
    evening.turn(BERNARD, "A5", M100)
    evening.turn(CLAIRE, "A6", M600)
    evening.turn(ANNE, "A7", M100)
    return served(evening, (ANNE, DISH, "A1")), CLAIRE


def asked_to_serve() -> tuple[RestaurantState, Seat | None]:
    """Claire is asked to serve B4, in the salon: her two menus, worth 400, are not both of 200."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A4", M100)
    evening.turn(BERNARD, "B4", M600)
    evening.turn(CLAIRE, "C4", M100)
    evening.take(ANNE, "C5", DISH)
    evening.keep(ANNE)
    evening.turn(BERNARD, "D5", M600)
    evening.turn(CLAIRE, "D4", M300)
    return served(evening, (ANNE, M100, "A4")), BERNARD


def a_pass() -> tuple[RestaurantState, Seat | None]:
    """After a card at A1 only A2 can be served: Claire has nothing that fits, so nothing but menus of 600."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M100)
    evening.turn(BERNARD, "A2", M200)
    evening.turn(CLAIRE, "A3", M600)
    evening.take(ANNE, "A4", DISH)
    evening.exchange(ANNE, BERNARD, M200)
    evening.turn(BERNARD, "A5", M300)
    evening.turn(CLAIRE, "A6", M600)
    evening.turn(ANNE, "A7", M100)
    state = served(evening)
    seat = GAME.actors(state)[0]
    do(GAME, state, seat, serve(M300 if seat == BERNARD else M100, "A1"))
    return state, ANNE


def a_card_of_ones_own_or_one_like_it() -> tuple[RestaurantState, Seat | None]:
    """Anne's menu of 200 went to Bernard; then she drew one like it from him, and the sums were noted."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M200)
    evening.take(BERNARD, "A2", DISH)
    evening.exchange(BERNARD, ANNE, M200)
    evening.take(CLAIRE, "A3", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.turn(ANNE, "A4", M100)
    evening.turn(BERNARD, "A5", M200)
    evening.take(CLAIRE, "A6", DISH)
    evening.exchange(CLAIRE, BERNARD, M200)
    evening.take(ANNE, "A7", DOUBLE)
    evening.play(ANNE, DONE)
    evening.turn(BERNARD, "A8", M200)
    evening.turn(CLAIRE, "A9", M100)
    evening.take(ANNE, "A10", DISH)
    evening.exchange(ANNE, BERNARD, M200)
    return served(evening), ANNE


def a_card_of_ones_own_not_held() -> tuple[RestaurantState, Seat | None]:
    """Anne's menu of 100 went to Bernard, and perhaps on to Claire; but Claire passes at a table it would fit."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M100)
    evening.take(BERNARD, "A2", DISH)
    evening.exchange(BERNARD, ANNE, M100)
    evening.turn(CLAIRE, "A3", M600)
    evening.turn(ANNE, "A4", M200)
    evening.turn(BERNARD, "A5", M600)
    evening.take(CLAIRE, "A6", DISH)
    evening.exchange(CLAIRE, BERNARD, M600)
    evening.turn(ANNE, "A7", M200)
    return served(evening, (BERNARD, DISH, "A1"), (ANNE, M200, "A2")), ANNE


def res_served() -> tuple[RestaurantState, Seat | None]:
    """Bernard serves a RES that nobody had seen; its value is then no longer one group with the other menus."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M300)
    evening.turn(BERNARD, "A2", R100)
    evening.turn(CLAIRE, "A3", M600)
    evening.turn(ANNE, "A4", M200)
    evening.take(BERNARD, "A5", DISH)
    evening.exchange(BERNARD, ANNE, M200)
    evening.turn(CLAIRE, "A6", M100)
    evening.take(ANNE, "A7", DOUBLE)
    return served(evening, (BERNARD, R100, "A1")), CLAIRE


def the_end() -> tuple[RestaurantState, Seat | None]:
    """All cards are shown; who drew what from whom is not."""
    evening = Evening(GAME)
    evening.take(ANNE, "A1", DOUBLE)
    evening.turn(ANNE, "A2", M300)
    evening.take(BERNARD, "A3", DISH)
    evening.exchange(BERNARD, ANNE, M300)
    evening.turn(CLAIRE, "A4", M600)
    evening.take(ANNE, "A5", DISH)
    evening.exchange(ANNE, BERNARD, M300)
    evening.turn(BERNARD, "A6", M100)
    evening.take(CLAIRE, "A7", DISH)
    evening.keep(CLAIRE)
    state = served(evening)
    while GAME.actors(state):
        seat = GAME.actors(state)[0]
        do(GAME, state, seat, GAME.legal(state, seat)[0])
    return state, CLAIRE


def a_pile_and_the_sums() -> tuple[RestaurantState, Seat | None]:
    """Anne laid all her menus under a RES; what Bernard drew from her before that shows in the sums, or does not."""
    evening = Evening(GAME)
    evening.take(ANNE, "A1", DOUBLE)
    evening.turn(ANNE, "A2", R100)
    evening.take(BERNARD, "A3", DISH)
    evening.exchange(BERNARD, ANNE, DOUBLE)
    evening.turn(CLAIRE, "A4", M100)
    evening.take(ANNE, "A5", M300)
    evening.reserve(ANNE, R100, M300)
    evening.play(ANNE, DONE)
    evening.take(BERNARD, "A6", DISH)
    evening.exchange(BERNARD, ANNE, DISH)
    return served(evening), CLAIRE


SERVICE = [
    sums,
    cards_laid,
    asked_to_serve,
    a_pass,
    a_card_of_ones_own_or_one_like_it,
    a_card_of_ones_own_not_held,
    res_served,
    the_end,
    a_pile_and_the_sums,
]


ServiceScene = Callable[[], tuple[RestaurantState, Seat | None]]
