"""RE-10: menus protected by a RES."""

import json
from collections import Counter
from itertools import combinations
from random import Random

import pytest
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
    NAMES,
    R100,
    R200,
    R300,
    R600,
    Evening,
    do,
    happened,
    in_hand,
    orders,
    protected,
    take,
    taken,
)

from tablee.core.seat import CHANCE
from tablee.games.restaurant import pieces
from tablee.games.restaurant.actions import DONE, KEEP, Drawn, Exchange, Reserve, Turn
from tablee.games.restaurant.events import Reserved
from tablee.games.restaurant.pieces import Card, cards_in, hand
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.orders import number_of_reserves, random_choice, reserves
from tablee.games.restaurant.state import Step

GAME = Restaurant(players=3)


@pytest.mark.rule("RE-10")
def test_a_res_is_laid_with_any_menus_held() -> None:
    """Before taking a card: every RES with every choice of the other menus, once each."""
    held = [R100, R300, M100, M100, M600, DISH]
    state = orders(GAME, "A B C", "D1", hands={ANNE: held})
    listed = [action for action in GAME.legal(state, ANNE) if isinstance(action, Reserve)]
    expected = set()
    for res in (R100, R300):
        others = [card for card in held if card is not DISH]
        others.remove(res)
        expected |= {Reserve(res, chosen) for size in range(len(others) + 1) for chosen in combinations(others, size)}
    assert set(listed) == expected
    assert len(listed) == len(expected) == 24
    assert taken(GAME.legal(state, ANNE)) == {"C1"}
    assert all(GAME.refusal(state, ANNE, action) is None for action in listed)


@pytest.mark.rule("RE-10")
def test_what_is_laid_leaves_the_hand_and_stays_its_owners() -> None:
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R300, M100, M600, DISH]})
    events = do(GAME, state, ANNE, Reserve(R300, (M600,)))
    assert events == [Reserved(ANNE, R300, 1, (M600,))]
    assert in_hand(state, ANNE) == [M100, DISH]
    assert protected(state, ANNE) == [M600, R300]
    assert state.step is Step.TAKE, "a card is still to be taken"
    assert taken(GAME.legal(state, ANNE)) == {"C1"}
    assert GAME.scores(state)[ANNE] == -300, "its RES would cost double"
    view = GAME.view(state, ANNE)
    assert (view.hand, view.pile) == ((M100, DISH), (M600, R300))


@pytest.mark.rule("RE-10")
def test_others_see_the_res_and_how_many_lie_under_it() -> None:
    told = set()
    for menus in ([M100, M600], [M200, M300], [R100, M600]):
        state = orders(GAME, "A B C", "D1", hands={ANNE: [R300, *menus], BERNARD: [DISH]})
        (event,) = do(GAME, state, ANNE, Reserve(R300, tuple(menus)))
        for reader in (BERNARD, CLAIRE, None):
            seen = event.seen_by(reader)
            assert seen == Reserved(ANNE, R300, 2, None)
            view = GAME.view(state, reader)
            assert (view.hand_sizes[ANNE], view.pile_sizes[ANNE]) == (0, 3)
            deed = view.chronicle[-1]
            assert (deed.card, deed.beneath, deed.menus) == (R300, 2, None)
            told.add((reader, json.dumps(GAME.plain(view)), GAME.words.event(seen, NAMES, "fr")))
        assert event.seen_by(ANNE) == event
        assert Counter(GAME.view(state, ANNE).chronicle[-1].menus) == Counter(menus)
    assert len(told) == 3


@pytest.mark.rule("RE-10")
def test_a_res_may_be_laid_alone() -> None:
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R600, M100]})
    (event,) = do(GAME, state, ANNE, Reserve(R600))
    assert event.seen_by(BERNARD) == Reserved(ANNE, R600, 0, ())
    assert GAME.view(state, BERNARD).chronicle[-1].menus == ()
    assert protected(state, ANNE) == [R600]
    assert "under it: none" in GAME.words.event(event, NAMES, "en")


@pytest.mark.rule("RE-10", "RE-07")
def test_nothing_is_drawn_from_a_pile_and_later_menus_are_not_covered() -> None:
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R300, M600], BERNARD: [M100]})
    do(GAME, state, ANNE, Reserve(R300, (M600,)))
    do(GAME, state, ANNE, take("C1"))
    do(GAME, state, CHANCE, Turn(M200))
    do(GAME, state, ANNE, DONE)
    do(GAME, state, BERNARD, take("C2"))
    do(GAME, state, CHANCE, Turn(DISH))
    do(GAME, state, BERNARD, Exchange(ANNE))
    assert GAME.odds(state) == {Drawn(M200): 1}


@pytest.mark.rule("RE-10")
def test_each_res_does_it_once() -> None:
    """Two in a turn; one that lies under another cannot be laid any more."""
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R100, R200, R300, M100]})
    do(GAME, state, ANNE, Reserve(R100, (R200,)))
    assert {action.res for action in GAME.legal(state, ANNE) if isinstance(action, Reserve)} == {R300}
    do(GAME, state, ANNE, Reserve(R300, (M100,)))
    assert not any(isinstance(action, Reserve) for action in GAME.legal(state, ANNE))
    for again in (R100, R200, R300):
        refusal = GAME.refusal(state, ANNE, Reserve(again))
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("card_not_held", "RE-10")


@pytest.mark.rule("RE-10")
def test_a_res_just_taken_may_be_laid_at_the_end_of_the_turn() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A1", R300)
    assert evening.match.actors() == (ANNE,)
    assert evening.match.legal(ANNE) == [DONE, Reserve(R300)]
    evening.reserve(ANNE, R300)
    assert evening.match.actors() == (BERNARD,), "nothing is left in her hand"
    assert evening.match.view(BERNARD).pile_sizes == (1, 0, 0)


@pytest.mark.rule("RE-10")
def test_the_turn_goes_on_after_a_res_as_long_as_there_might_be_another() -> None:
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R100, M100]})
    do(GAME, state, ANNE, take("C1"))
    do(GAME, state, CHANCE, Turn(M200))
    assert state.step is Step.REST
    do(GAME, state, ANNE, Reserve(R100, (M200,)))
    assert state.step is Step.REST
    assert GAME.legal(state, ANNE) == [DONE]
    do(GAME, state, ANNE, DONE)
    assert GAME.actors(state) == (BERNARD,)


@pytest.mark.rule("RE-10", "RE-08")
def test_a_res_may_be_laid_before_a_further_card() -> None:
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R100, M100]})
    do(GAME, state, ANNE, take("C1"))
    do(GAME, state, CHANCE, Turn(DOUBLE))
    assert Reserve(R100, (M100,)) in GAME.legal(state, ANNE)
    do(GAME, state, ANNE, Reserve(R100, (M100,)))
    assert taken(GAME.legal(state, ANNE)) == {"B1", "C2"}
    do(GAME, state, ANNE, DONE)
    assert GAME.actors(state) == (BERNARD,)


@pytest.mark.rule("RE-10")
def test_only_in_ones_own_turn() -> None:
    evening = Evening(GAME)
    evening.turn(ANNE, "A1", R300)
    refusal = evening.match.refusal(ANNE, Reserve(R300))
    assert refusal is not None
    assert refusal.code == "not_your_turn"


@pytest.mark.rule("RE-10")
@pytest.mark.parametrize("card", pieces.MENUS)
def test_being_asked_at_the_end_of_a_turn_tells_nothing(card: Card) -> None:
    """Whatever menu was taken, the others see the same and wait for the same seat."""
    evening = Evening(GAME)
    evening.take(ANNE, "A1", card)
    assert evening.match.actors() == (ANNE,)
    assert DONE in evening.match.legal(ANNE)
    other = Evening(GAME)
    other.take(ANNE, "A1", M100)
    for reader in (BERNARD, CLAIRE, None):
        assert evening.match.view(reader) == other.match.view(reader)
    assert evening.play(ANNE, DONE) == []


@pytest.mark.rule("RE-10")
def test_who_cannot_hold_a_res_for_all_to_see_is_not_asked() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A1", DOUBLE)
    evening.play(ANNE, DONE)
    evening.take(BERNARD, "A2", DISH)
    evening.exchange(BERNARD, ANNE, DOUBLE)
    assert evening.match.actors() == (CLAIRE,), "Anne's only card was known not to be a RES"
    evening.turn(CLAIRE, "A3", M100)
    evening.take(ANNE, "A4", DISH)
    evening.play(ANNE, Exchange(CLAIRE))
    evening.play(CHANCE, Drawn(M100))
    assert evening.match.actors() == (ANNE,), "Claire's card may have been one"
    assert evening.match.view(BERNARD).may_hold_res == (True, False, True)


@pytest.mark.rule("RE-10")
def test_with_all_six_laid_nobody_is_asked() -> None:
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R100, M100]})
    state.res_laid = 5
    do(GAME, state, ANNE, Reserve(R100))
    do(GAME, state, ANNE, take("C1"))
    do(GAME, state, CHANCE, Turn(M200))
    assert GAME.actors(state) == (BERNARD,)


@pytest.mark.rule("RE-10", "RE-11")
def test_nobody_is_asked_when_the_orders_end() -> None:
    state = orders(GAME, "A1", "A2", hands={ANNE: [R100, M100], BERNARD: [DISH], CLAIRE: [DISH]})
    do(GAME, state, ANNE, take("A1"))
    do(GAME, state, CHANCE, Turn(M200))
    assert state.step is Step.SERVE


REFUSED = [
    ("not_a_res", Reserve(M300)),
    ("not_a_res", Reserve(DISH, (M100,))),
    ("card_not_held", Reserve(R600)),
    ("menus_only", Reserve(R300, (DISH,))),
    ("menus_not_held", Reserve(R300, (M600,))),
    ("menus_not_held", Reserve(R300, (M100, M100, M100))),
    ("menus_not_held", Reserve(R300, (R300,))),
    ("menus_not_held", Reserve(R300, (M100,) * 70)),
]


@pytest.mark.rule("RE-10")
@pytest.mark.parametrize(("code", "action"), REFUSED)
def test_what_may_not_be_laid(code: str, action: Reserve) -> None:
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R300, M100, M100, DISH]})
    refusal = GAME.refusal(state, ANNE, action)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, "RE-10")
    assert action not in GAME.legal(state, ANNE)


@pytest.mark.rule("RE-10")
def test_random_choices_are_all_the_legal_ones_with_even_odds() -> None:
    rng = Random(3)
    for held in ([R100, R100, R300, M100, M600], [R200, DISH], [M100]):
        for step in (Step.TAKE, Step.TAKE_MORE, Step.EXCHANGE, Step.REST):
            state = orders(GAME, "A B C", "D1", hands={ANNE: held, BERNARD: [DISH]})
            if step is not Step.TAKE:
                state.step = step
                state.reach = state.reach if step is Step.TAKE_MORE else pieces.NO_TABLES
            legal = GAME.legal(state, ANNE)
            drawn = Counter(random_choice(state, rng) for _ in range(200 * len(legal)))
            assert set(drawn) == set(legal)
            chi_square = sum((number - 200) ** 2 / 200 for number in drawn.values())
            assert chi_square < len(legal) + 4 * (2 * len(legal)) ** 0.5 + 8


@pytest.mark.rule("RE-10")
def test_the_number_of_piles_is_known_without_listing_them() -> None:
    rng = Random(4)
    deck = list(cards_in(pieces.DECK))
    for _ in range(40):
        menus = hand(card for card in rng.sample(deck, 12) if card in pieces.MENUS)
        assert number_of_reserves(menus) == len(reserves(menus)) == len(set(reserves(menus)))


@pytest.mark.rule("RE-10", "RE-07")
def test_keeping_the_dish_leads_to_the_end_of_the_turn() -> None:
    state = orders(GAME, "A B C", "D1", hands={ANNE: [R100], BERNARD: [M100]})
    do(GAME, state, ANNE, take("C1"))
    do(GAME, state, CHANCE, Turn(DISH))
    do(GAME, state, ANNE, KEEP)
    assert state.step is Step.REST
    assert GAME.legal(state, ANNE) == [DONE, Reserve(R100)]
    assert happened(do(GAME, state, ANNE, Reserve(R100)), Reserved) == [Reserved(ANNE, R100, 0, ())]
