"""RE-07: the dish of the day."""

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
    R200,
    Evening,
    do,
    happened,
    in_hand,
    orders,
    protected,
    take,
)

from tablee.core.seat import CHANCE, Seat
from tablee.games.restaurant import pieces
from tablee.games.restaurant.actions import DONE, KEEP, Drawn, Exchange, Reserve, Turn
from tablee.games.restaurant.events import Exchanged, Kept, Reached
from tablee.games.restaurant.pieces import Card, Step
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

GAME = Restaurant(players=3)


def dish_found(hands: dict[Seat, list[Card]], piles: dict[Seat, list[Card]] | None = None) -> RestaurantState:
    """Anne has just taken a dish of the day; many cards lie about."""
    state = orders(GAME, "A B C", "D1", hands=hands, piles=piles)
    do(GAME, state, ANNE, take("C1"))
    do(GAME, state, CHANCE, Turn(DISH))
    return state


@pytest.mark.rule("RE-07")
def test_a_dish_is_exchanged_for_a_card_drawn_blind() -> None:
    state = dish_found({ANNE: [M100], BERNARD: [M300, M300, M600, JUMP], CLAIRE: [M200]})
    assert state.step is Step.EXCHANGE
    assert GAME.actors(state) == (ANNE,)
    assert GAME.legal(state, ANNE) == [Exchange(BERNARD), Exchange(CLAIRE), KEEP]
    assert do(GAME, state, ANNE, Exchange(BERNARD)) == [Reached(ANNE, BERNARD)]
    assert GAME.actors(state) == (CHANCE,)
    assert GAME.view(state, CLAIRE).victim == BERNARD
    assert GAME.odds(state) == {Drawn(M300): 2, Drawn(M600): 1, Drawn(JUMP): 1}
    events = do(GAME, state, CHANCE, Drawn(M600))
    assert events == [Exchanged(ANNE, BERNARD, M600)]
    assert in_hand(state, ANNE) == [M100, M600]
    assert in_hand(state, BERNARD) == [M300, M300, DISH, JUMP]
    assert in_hand(state, CLAIRE) == [M200]
    assert GAME.view(state, CLAIRE).victim is None


@pytest.mark.rule("RE-07")
def test_only_the_two_know_which_card_was_drawn() -> None:
    game = Restaurant(players=4)
    evening = Evening(game)
    evening.turn(ANNE, "A1", M600)
    evening.take(BERNARD, "A2", DISH)
    events = evening.exchange(BERNARD, ANNE, M600)
    event = happened(events, Exchanged)[0]
    for party in (ANNE, BERNARD):
        assert event.seen_by(party) == Exchanged(BERNARD, ANNE, M600)
        assert evening.match.view(party).chronicle[-1].card == M600
    for reader in (CLAIRE, DAVID, None):
        assert event.seen_by(reader) == Exchanged(BERNARD, ANNE, None)
        assert evening.match.view(reader).chronicle[-1].card is None
        assert evening.match.view(reader).chronicle[-1].other == ANNE
        assert "600" not in game.words.event(event.seen_by(reader), NAMES, "en")
    assert evening.match.view(BERNARD).hand == (M600,)
    assert evening.match.view(ANNE).hand == (DISH,)


@pytest.mark.rule("RE-07")
@pytest.mark.parametrize("card", [DOUBLE, JUMP, DISH])
def test_a_card_drawn_triggers_nothing(card: Card) -> None:
    state = dish_found({BERNARD: [card, M100]})
    do(GAME, state, ANNE, Exchange(BERNARD))
    do(GAME, state, CHANCE, Drawn(card))
    assert state.step is Step.REST
    assert GAME.legal(state, ANNE) == [DONE]
    do(GAME, state, ANNE, DONE)
    assert GAME.actors(state) == (BERNARD,)
    assert card in in_hand(state, ANNE)


@pytest.mark.rule("RE-07")
def test_an_exchange_may_be_declined() -> None:
    state = dish_found({BERNARD: [M600]})
    assert do(GAME, state, ANNE, KEEP) == [Kept(ANNE)]
    assert in_hand(state, ANNE) == [DISH]
    assert in_hand(state, BERNARD) == [M600]
    assert GAME.actors(state) == (BERNARD,)


@pytest.mark.rule("RE-07", "RE-10")
def test_who_has_no_unprotected_card_cannot_be_chosen() -> None:
    state = dish_found({BERNARD: [M100]}, {CLAIRE: [R200, M600]})
    assert GAME.legal(state, ANNE) == [Exchange(BERNARD), KEEP]
    for other, code in ((CLAIRE, "nothing_to_draw"), (ANNE, "no_such_opponent"), (DAVID, "no_such_opponent")):
        refusal = GAME.refusal(state, ANNE, Exchange(other))
        assert refusal is not None
        assert (refusal.code, refusal.rule, refusal.details["allowed"]) == (code, "RE-07", "2")


@pytest.mark.rule("RE-07")
def test_if_nobody_can_be_chosen_nothing_is_asked() -> None:
    state = dish_found({}, {CLAIRE: [R200, M600]})
    assert GAME.actors(state) == (BERNARD,)
    assert state.step is Step.TAKE
    assert in_hand(state, ANNE) == [DISH]


@pytest.mark.rule("RE-07")
def test_a_dish_just_taken_and_only_that_one_is_exchanged() -> None:
    """Two dishes in hand: one exchange for each taken, at once or never."""
    state = dish_found({ANNE: [DISH], BERNARD: [M600, M600]})
    do(GAME, state, ANNE, Exchange(BERNARD))
    do(GAME, state, CHANCE, Drawn(M600))
    assert in_hand(state, ANNE) == [M600, DISH]
    assert GAME.refusal(state, ANNE, Exchange(BERNARD)) is not None
    assert GAME.refusal(state, ANNE, KEEP) is not None


@pytest.mark.rule("RE-07", "RE-08")
def test_a_dish_found_after_a_double_is_exchanged_too() -> None:
    state = orders(GAME, "A B C", "D1", hands={BERNARD: [M600]})
    do(GAME, state, ANNE, take("C1"))
    do(GAME, state, CHANCE, Turn(DOUBLE))
    do(GAME, state, ANNE, take("C2"))
    do(GAME, state, CHANCE, Turn(DISH))
    assert Exchange(BERNARD) in GAME.legal(state, ANNE)


@pytest.mark.rule("RE-X1", "RE-07", "RE-10")
def test_the_worked_example() -> None:
    state = dish_found({BERNARD: [DOUBLE, M100]}, {BERNARD: [R200, M600, M300], CLAIRE: [pieces.Card.RES_100, M100]})
    assert Exchange(CLAIRE) not in GAME.legal(state, ANNE)
    do(GAME, state, ANNE, Exchange(BERNARD))
    assert GAME.odds(state) == {Drawn(M100): 1, Drawn(DOUBLE): 1}
    (event,) = do(GAME, state, CHANCE, Drawn(DOUBLE))
    assert in_hand(state, ANNE) == [DOUBLE]
    assert in_hand(state, BERNARD) == [M100, DISH]
    assert protected(state, BERNARD) == [M300, M600, R200]
    assert state.step is Step.REST
    assert event.seen_by(CLAIRE) == Exchanged(ANNE, BERNARD, None)


@pytest.mark.rule("RE-10", "RE-07")
def test_a_res_may_be_laid_while_an_exchange_is_due() -> None:
    state = dish_found({ANNE: [R200, M600], BERNARD: [M100]})
    assert Reserve(R200, (M600,)) in GAME.legal(state, ANNE)
    do(GAME, state, ANNE, Reserve(R200, (M600,)))
    assert state.step is Step.EXCHANGE
    do(GAME, state, ANNE, Exchange(BERNARD))
    do(GAME, state, CHANCE, Drawn(M100))
    assert in_hand(state, ANNE) == [M100]
    assert protected(state, ANNE) == [M600, R200]
