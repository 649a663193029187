"""Scenes of the orders in which something is hidden from a reader."""

from collections.abc import Callable

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
    R200,
    R300,
    Evening,
)

from tablee.core.seat import Seat
from tablee.games.restaurant.actions import DONE
from tablee.games.restaurant.pieces import Protect
from tablee.games.restaurant.rules import Restaurant

GAME = Restaurant(players=3, protect=Protect.CHOSEN)
ALL = Restaurant(players=3)


def one_take() -> tuple[Evening, Seat | None]:
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M300)
    evening.turn(BERNARD, "A2", M300)
    return evening, ANNE


def a_blind_exchange() -> tuple[Evening, Seat | None]:
    """Claire watches Bernard draw from Anne's double and menu."""
    evening = Evening(GAME)
    evening.take(ANNE, "A1", DOUBLE)
    evening.turn(ANNE, "A2", M600)
    evening.take(BERNARD, "A3", DISH)
    evening.exchange(BERNARD, ANNE, M600)
    return evening, CLAIRE


def a_chain_of_exchanges() -> tuple[Evening, Seat | None]:
    """A spectator sees cards go round; then Anne draws from Bernard what may have been hers."""
    evening = Evening(GAME)
    evening.take(ANNE, "A1", JUMP)
    evening.turn(ANNE, "A2", M100)
    evening.take(BERNARD, "A3", DISH)
    evening.exchange(BERNARD, ANNE, M100)
    evening.take(CLAIRE, "A4", DISH)
    evening.exchange(CLAIRE, BERNARD, M100)
    evening.take(ANNE, "A5", DISH)
    evening.exchange(ANNE, CLAIRE, M100)
    return evening, None


def a_card_drawn_by_the_reader() -> tuple[Evening, Seat | None]:
    """Claire draws a menu of 200 from Bernard, who had drawn from Anne: it may have been Anne's or his own."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M200)
    evening.take(BERNARD, "A2", DOUBLE)
    evening.take(BERNARD, "A3", DISH)
    evening.exchange(BERNARD, ANNE, M200)
    evening.turn(CLAIRE, "A4", M200)
    evening.turn(ANNE, "A5", M100)
    evening.turn(BERNARD, "A6", M300)
    evening.take(CLAIRE, "A7", DISH)
    evening.exchange(CLAIRE, BERNARD, M200)
    return evening, CLAIRE


def a_worthless_card_drawn() -> tuple[Evening, Seat | None]:
    """Claire draws a dish from Bernard: the likelier, the more he has; and Anne drew one of his cards before."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M200)
    evening.turn(BERNARD, "A2", M600)
    evening.take(CLAIRE, "A3", DISH)
    evening.exchange(CLAIRE, BERNARD, M600)
    evening.take(ANNE, "A4", DOUBLE)
    evening.play(ANNE, DONE)
    evening.turn(BERNARD, "A5", M100)
    evening.take(CLAIRE, "A6", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.take(ANNE, "A7", DISH)
    evening.exchange(ANNE, BERNARD, M100)
    evening.turn(BERNARD, "A8", M300)
    evening.take(CLAIRE, "A9", DISH)
    evening.exchange(CLAIRE, BERNARD, DISH)
    return evening, CLAIRE


def a_card_of_ones_own_goes_round() -> tuple[Evening, Seat | None]:
    """Anne's 600 goes to Bernard, who loses one of his cards to Claire, from whom Anne draws."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M600)
    evening.take(BERNARD, "A2", DOUBLE)
    evening.take(BERNARD, "A3", DISH)
    evening.exchange(BERNARD, ANNE, M600)
    evening.take(CLAIRE, "A4", DISH)
    evening.exchange(CLAIRE, BERNARD, M600)
    evening.turn(ANNE, "A5", M100)
    evening.turn(BERNARD, "A6", M100)
    return evening, ANNE


def a_res_laid() -> tuple[Evening, Seat | None]:
    """Anne lays a RES of 300 with one menu under it, of two that she has taken; one may have gone to Bernard."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M600)
    evening.turn(BERNARD, "A2", M100)
    evening.turn(CLAIRE, "A3", M100)
    evening.turn(ANNE, "A4", R300)
    evening.take(BERNARD, "A5", DISH)
    evening.exchange(BERNARD, ANNE, M600)
    evening.turn(CLAIRE, "A6", M100)
    evening.take(ANNE, "A7", M200)
    evening.reserve(ANNE, R300, M200)
    evening.play(ANNE, DONE)
    return evening, CLAIRE


def one_of_two_equal_res_laid() -> tuple[Evening, Seat | None]:
    """Anne lays a RES of 100, of which there are two; that does not make it twice as likely that she has both."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", R100)
    evening.take(BERNARD, "A2", DOUBLE)
    evening.play(BERNARD, DONE)
    evening.turn(CLAIRE, "A3", M200)
    evening.turn(ANNE, "A4", M300)
    evening.take(BERNARD, "A5", DISH)
    evening.keep(BERNARD)
    evening.turn(CLAIRE, "A6", M200)
    evening.turn(ANNE, "A7", M300)
    evening.take(BERNARD, "A8", DISH)
    evening.keep(BERNARD)
    evening.turn(CLAIRE, "A9", M200)
    evening.reserve(ANNE, R100)
    return evening, CLAIRE


def a_res_laid_on_a_known_menu() -> tuple[Evening, Seat | None]:
    """Bernard has a menu of 600 that was Anne's, and two more beside the RES that he lays on one of the three."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", M600)
    evening.take(BERNARD, "A2", DISH)
    evening.exchange(BERNARD, ANNE, M600)
    evening.take(CLAIRE, "A3", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.turn(ANNE, "A4", M100)
    evening.turn(BERNARD, "A5", R300)
    evening.take(CLAIRE, "A6", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.turn(ANNE, "A7", M100)
    evening.turn(BERNARD, "A8", M300)
    evening.take(CLAIRE, "A9", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.turn(ANNE, "A10", M100)
    evening.take(BERNARD, "B10", M200)
    evening.reserve(BERNARD, R300, M600)
    return evening, ANNE


def a_known_res_laid() -> tuple[Evening, Seat | None]:
    """Bernard drew Anne's RES of 200 and lays it on two menus."""
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", R200)
    evening.take(BERNARD, "A2", DISH)
    evening.exchange(BERNARD, ANNE, R200)
    evening.turn(CLAIRE, "A3", M100)
    evening.turn(ANNE, "A4", M100)
    evening.turn(BERNARD, "A5", M300)
    evening.take(CLAIRE, "A6", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.turn(ANNE, "A7", M100)
    evening.take(BERNARD, "A8", M600)
    evening.reserve(BERNARD, R200, M600)
    return evening, ANNE


def all_menus_under_a_res() -> tuple[Evening, Seat | None]:
    """Anne lays a RES of 300 with one menu: so Bernard, who drew one of her three cards, did not draw her double."""
    evening = Evening(ALL)
    evening.turn(ANNE, "A1", M600)
    evening.turn(BERNARD, "A2", M100)
    evening.turn(CLAIRE, "A3", M100)
    evening.take(ANNE, "A4", DOUBLE)
    evening.turn(ANNE, "A5", R300)
    evening.take(BERNARD, "A6", DISH)
    evening.exchange(BERNARD, ANNE, M600)
    evening.turn(CLAIRE, "A7", M100)
    evening.take(ANNE, "A8", M200)
    evening.reserve(ANNE, R300, M200)
    return evening, CLAIRE


def cards_drawn_before_and_after_a_pile() -> tuple[Evening, Seat | None]:
    """Bernard drew from Anne before she laid all she had, and Claire after that; a spectator counts her menus."""
    evening = Evening(ALL)
    evening.take(ANNE, "A1", DOUBLE)
    evening.turn(ANNE, "A2", R100)
    evening.take(BERNARD, "A3", DISH)
    evening.exchange(BERNARD, ANNE, DOUBLE)
    evening.take(CLAIRE, "A4", DISH)
    evening.exchange(CLAIRE, BERNARD, DOUBLE)
    evening.take(ANNE, "A5", M300)
    evening.reserve(ANNE, R100, M300)
    evening.turn(BERNARD, "A6", M200)
    evening.take(CLAIRE, "A7", DISH)
    evening.exchange(CLAIRE, ANNE, DISH)
    return evening, None


def two_equal_res_of_all_menus() -> tuple[Evening, Seat | None]:
    """Anne lays a RES of 100 on two menus: one of them may be the other RES of 100, and one went to Bernard or not."""
    evening = Evening(ALL)
    evening.turn(ANNE, "A1", R100)
    evening.turn(BERNARD, "A2", M100)
    evening.take(CLAIRE, "A3", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.turn(ANNE, "A4", R100)
    evening.take(BERNARD, "A5", DISH)
    evening.exchange(BERNARD, ANNE, R100)
    evening.take(CLAIRE, "A6", DISH)
    evening.keep(CLAIRE)
    evening.take(ANNE, "A7", DISH)
    evening.exchange(ANNE, BERNARD, M100)
    evening.turn(BERNARD, "A8", M300)
    evening.take(CLAIRE, "A9", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.reserve(ANNE, R100, M100)
    return evening, CLAIRE


ORDERS = [
    one_take,
    a_blind_exchange,
    a_chain_of_exchanges,
    a_card_drawn_by_the_reader,
    a_worthless_card_drawn,
    a_card_of_ones_own_goes_round,
    a_res_laid,
    one_of_two_equal_res_laid,
    a_res_laid_on_a_known_menu,
    a_known_res_laid,
    all_menus_under_a_res,
    cards_drawn_before_and_after_a_pile,
    two_equal_res_of_all_menus,
]
Scene = Callable[[], tuple[Evening, Seat | None]]
