"""RE-10: menus protected by a RES."""

import json
from collections import Counter
from itertools import combinations
from random import Random
from typing import cast

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

from tablee.core.registry import game_of_version
from tablee.core.seat import CHANCE
from tablee.games.restaurant import pieces
from tablee.games.restaurant.actions import DONE, KEEP, Drawn, Exchange, Reserve, Turn
from tablee.games.restaurant.events import Reserved
from tablee.games.restaurant.pieces import Card, Protect, Step, cards_in, hand
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.orders import number_of_reserves, random_choice, reserves

CHOSEN = Restaurant(players=3, protect=Protect.CHOSEN)
ALL = Restaurant(players=3)
WAYS = pytest.mark.parametrize("game", [ALL, CHOSEN], ids=["all", "chosen"])


@pytest.mark.rule("RE-10")
def test_a_res_is_laid_with_all_menus_held() -> None:
    """By default there is nothing to choose but the RES: all other menus go under it, other RES menus too."""
    state = orders(ALL, "A B C", "D1", hands={ANNE: [R100, R300, M100, M100, M600, DISH]})
    listed = [action for action in ALL.legal(state, ANNE) if isinstance(action, Reserve)]
    assert set(listed) == {Reserve(R100, (M100, M100, M600, R300)), Reserve(R300, (M100, M100, M600, R100))}
    assert len(listed) == 2
    assert all(ALL.refusal(state, ANNE, action) is None for action in listed)
    do(ALL, state, ANNE, listed[0])
    assert in_hand(state, ANNE) == [DISH]
    assert protected(state, ANNE) == [M100, M100, M600, R100, R300]
    assert [action for action in ALL.legal(state, ANNE) if isinstance(action, Reserve)] == []


@pytest.mark.rule("RE-10")
def test_with_all_menus_under_a_res_nobody_is_asked_for_another() -> None:
    """Everybody knows that no RES is left in that hand; a new menu may be one."""
    state = orders(ALL, "A B C", "D1", hands={ANNE: [R100, M100, DISH], BERNARD: [M100]})
    do(ALL, state, ANNE, Reserve(R100, (M100,)))
    assert ALL.view(state, BERNARD).may_hold_res == (False, True, False)
    do(ALL, state, ANNE, take("C1"))
    do(ALL, state, CHANCE, Turn(DISH))
    do(ALL, state, ANNE, KEEP)
    assert ALL.actors(state) == (BERNARD,)
    state = orders(ALL, "A B C", "D1", hands={ANNE: [R100, M100]})
    do(ALL, state, ANNE, Reserve(R100, (M100,)))
    do(ALL, state, ANNE, take("C1"))
    do(ALL, state, CHANCE, Turn(M200))
    assert state.step is Step.REST
    state = orders(ALL, "A B C", "D1", hands={ANNE: [R100, DISH]})
    do(ALL, state, ANNE, take("C1"))
    do(ALL, state, CHANCE, Turn(M200))
    do(ALL, state, ANNE, Reserve(R100, (M200,)))
    assert ALL.actors(state) == (BERNARD,), "laid at the end of a turn, it ends it"


@pytest.mark.rule("RE-10")
@pytest.mark.parametrize("menus", [(), (M100,), (M100, M100), (M100, M600)])
def test_no_menu_may_be_left_out(menus: tuple[Card, ...]) -> None:
    state = orders(ALL, "A B C", "D1", hands={ANNE: [R300, M100, M100, M600, DISH]})
    refusal = ALL.refusal(state, ANNE, Reserve(R300, menus))
    assert refusal is not None
    assert (refusal.code, refusal.rule, refusal.details) == ("menus_left_out", "RE-10", {"missing": 3 - len(menus)})
    assert Reserve(R300, menus) not in ALL.legal(state, ANNE)


@pytest.mark.rule("RE-10")
def test_version_1_had_chosen_piles_and_no_such_option() -> None:
    old = game_of_version("restaurant", {"players": 3, "stairs": False, "service_only": False}, 1)
    state = orders(cast("Restaurant", old), "A B C", "D1", hands={ANNE: [R300, M100, DISH]})
    assert old.refusal(state, ANNE, Reserve(R300)) is None
    assert "protect" not in old.options()
    assert Restaurant().options()["protect"] == "all"


@pytest.mark.rule("RE-10")
def test_a_res_is_laid_with_any_menus_held() -> None:
    """Before taking a card: every RES with every choice of the other menus, once each."""
    held = [R100, R300, M100, M100, M600, DISH]
    state = orders(CHOSEN, "A B C", "D1", hands={ANNE: held})
    listed = [action for action in CHOSEN.legal(state, ANNE) if isinstance(action, Reserve)]
    expected = set()
    for res in (R100, R300):
        others = [card for card in held if card is not DISH]
        others.remove(res)
        expected |= {Reserve(res, chosen) for size in range(len(others) + 1) for chosen in combinations(others, size)}
    assert set(listed) == expected
    assert len(listed) == len(expected) == 24
    assert taken(CHOSEN.legal(state, ANNE)) == {"C1"}
    assert all(CHOSEN.refusal(state, ANNE, action) is None for action in listed)


@pytest.mark.rule("RE-10")
def test_what_is_laid_leaves_the_hand_and_stays_its_owners() -> None:
    state = orders(CHOSEN, "A B C", "D1", hands={ANNE: [R300, M100, M600, DISH]})
    events = do(CHOSEN, state, ANNE, Reserve(R300, (M600,)))
    assert events == [Reserved(ANNE, R300, 1, (M600,))]
    assert in_hand(state, ANNE) == [M100, DISH]
    assert protected(state, ANNE) == [M600, R300]
    assert state.step is Step.TAKE, "a card is still to be taken"
    assert taken(CHOSEN.legal(state, ANNE)) == {"C1"}
    assert CHOSEN.scores(state)[ANNE] == -300, "its RES would cost double"
    view = CHOSEN.view(state, ANNE)
    assert (view.hand, view.pile) == ((M100, DISH), (M600, R300))


@pytest.mark.rule("RE-10")
@WAYS
def test_others_see_the_res_and_how_many_lie_under_it(game: Restaurant) -> None:
    told = set()
    for menus in ([M100, M600], [M200, M300], [R100, M600]):
        state = orders(game, "A B C", "D1", hands={ANNE: [R300, *menus], BERNARD: [DISH]})
        (event,) = do(game, state, ANNE, Reserve(R300, tuple(menus)))
        for reader in (BERNARD, CLAIRE, None):
            seen = event.seen_by(reader)
            assert seen == Reserved(ANNE, R300, 2, None)
            view = game.view(state, reader)
            assert (view.hand_sizes[ANNE], view.pile_sizes[ANNE]) == (0, 3)
            deed = view.chronicle[-1]
            assert (deed.card, deed.beneath, deed.menus) == (R300, 2, None)
            told.add((reader, json.dumps(game.plain(view)), game.words.event(seen, NAMES, "fr")))
        assert event.seen_by(ANNE) == event
        assert Counter(game.view(state, ANNE).chronicle[-1].menus) == Counter(menus)
    assert len(told) == 3


@pytest.mark.rule("RE-10")
def test_a_res_may_be_laid_alone() -> None:
    state = orders(CHOSEN, "A B C", "D1", hands={ANNE: [R600, M100]})
    (event,) = do(CHOSEN, state, ANNE, Reserve(R600))
    assert event.seen_by(BERNARD) == Reserved(ANNE, R600, 0, ())
    assert CHOSEN.view(state, BERNARD).chronicle[-1].menus == ()
    assert protected(state, ANNE) == [R600]
    assert "under it: none" in CHOSEN.words.event(event, NAMES, "en")


@pytest.mark.rule("RE-10", "RE-07")
@WAYS
def test_nothing_is_drawn_from_a_pile_and_later_menus_are_not_covered(game: Restaurant) -> None:
    state = orders(game, "A B C", "D1", hands={ANNE: [R300, M600], BERNARD: [M100]})
    do(game, state, ANNE, Reserve(R300, (M600,)))
    do(game, state, ANNE, take("C1"))
    do(game, state, CHANCE, Turn(M200))
    do(game, state, ANNE, DONE)
    do(game, state, BERNARD, take("C2"))
    do(game, state, CHANCE, Turn(DISH))
    do(game, state, BERNARD, Exchange(ANNE))
    assert game.odds(state) == {Drawn(M200): 1}


@pytest.mark.rule("RE-10")
def test_each_res_does_it_once() -> None:
    """Two in a turn; one that lies under another cannot be laid any more."""
    state = orders(CHOSEN, "A B C", "D1", hands={ANNE: [R100, R200, R300, M100]})
    do(CHOSEN, state, ANNE, Reserve(R100, (R200,)))
    assert {action.res for action in CHOSEN.legal(state, ANNE) if isinstance(action, Reserve)} == {R300}
    do(CHOSEN, state, ANNE, Reserve(R300, (M100,)))
    assert not any(isinstance(action, Reserve) for action in CHOSEN.legal(state, ANNE))
    for again in (R100, R200, R300):
        refusal = CHOSEN.refusal(state, ANNE, Reserve(again))
        assert refusal is not None
        assert (refusal.code, refusal.rule) == ("card_not_held", "RE-10")


@pytest.mark.rule("RE-10")
@WAYS
def test_a_res_just_taken_may_be_laid_at_the_end_of_the_turn(game: Restaurant) -> None:
    evening = Evening(game)
    evening.take(ANNE, "A1", R300)
    assert evening.match.actors() == (ANNE,)
    assert evening.match.legal(ANNE) == [DONE, Reserve(R300)]
    evening.reserve(ANNE, R300)
    assert evening.match.actors() == (BERNARD,), "nothing is left in her hand"
    assert evening.match.view(BERNARD).pile_sizes == (1, 0, 0)


@pytest.mark.rule("RE-10")
def test_the_turn_goes_on_after_a_res_as_long_as_there_might_be_another() -> None:
    state = orders(CHOSEN, "A B C", "D1", hands={ANNE: [R100, M100]})
    do(CHOSEN, state, ANNE, take("C1"))
    do(CHOSEN, state, CHANCE, Turn(M200))
    assert state.step is Step.REST
    do(CHOSEN, state, ANNE, Reserve(R100, (M200,)))
    assert state.step is Step.REST
    assert CHOSEN.legal(state, ANNE) == [DONE]
    do(CHOSEN, state, ANNE, DONE)
    assert CHOSEN.actors(state) == (BERNARD,)


@pytest.mark.rule("RE-10", "RE-08")
@WAYS
def test_a_res_may_be_laid_before_a_further_card(game: Restaurant) -> None:
    state = orders(game, "A B C", "D1", hands={ANNE: [R100, M100]})
    do(game, state, ANNE, take("C1"))
    do(game, state, CHANCE, Turn(DOUBLE))
    assert Reserve(R100, (M100,)) in game.legal(state, ANNE)
    do(game, state, ANNE, Reserve(R100, (M100,)))
    assert taken(game.legal(state, ANNE)) == {"B1", "C2"}
    do(game, state, ANNE, DONE)
    assert game.actors(state) == (BERNARD,)


@pytest.mark.rule("RE-10")
@WAYS
def test_only_in_ones_own_turn(game: Restaurant) -> None:
    evening = Evening(game)
    evening.turn(ANNE, "A1", R300)
    refusal = evening.match.refusal(ANNE, Reserve(R300))
    assert refusal is not None
    assert refusal.code == "not_your_turn"


@pytest.mark.rule("RE-10")
@WAYS
@pytest.mark.parametrize("card", pieces.MENUS)
def test_being_asked_at_the_end_of_a_turn_tells_nothing(game: Restaurant, card: Card) -> None:
    """Whatever menu was taken, the others see the same and wait for the same seat."""
    evening = Evening(game)
    evening.take(ANNE, "A1", card)
    assert evening.match.actors() == (ANNE,)
    assert DONE in evening.match.legal(ANNE)
    other = Evening(game)
    other.take(ANNE, "A1", M100)
    for reader in (BERNARD, CLAIRE, None):
        assert evening.match.view(reader) == other.match.view(reader)
    assert evening.play(ANNE, DONE) == []


@pytest.mark.rule("RE-10")
@WAYS
def test_who_cannot_hold_a_res_for_all_to_see_is_not_asked(game: Restaurant) -> None:
    evening = Evening(game)
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
    state = orders(CHOSEN, "A B C", "D1", hands={ANNE: [R100, M100]})
    state.res_laid = 5
    do(CHOSEN, state, ANNE, Reserve(R100))
    do(CHOSEN, state, ANNE, take("C1"))
    do(CHOSEN, state, CHANCE, Turn(M200))
    assert CHOSEN.actors(state) == (BERNARD,)


@pytest.mark.rule("RE-10", "RE-11")
@WAYS
def test_nobody_is_asked_when_the_orders_end(game: Restaurant) -> None:
    state = orders(game, "A1", "A2", hands={ANNE: [R100, M100], BERNARD: [DISH], CLAIRE: [DISH]})
    do(game, state, ANNE, take("A1"))
    do(game, state, CHANCE, Turn(M200))
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
    state = orders(CHOSEN, "A B C", "D1", hands={ANNE: [R300, M100, M100, DISH]})
    refusal = CHOSEN.refusal(state, ANNE, action)
    assert refusal is not None
    assert (refusal.code, refusal.rule) == (code, "RE-10")
    assert action not in CHOSEN.legal(state, ANNE)


@pytest.mark.slow_under_coverage
@pytest.mark.rule("RE-10")
@WAYS
def test_random_choices_are_all_the_legal_ones_with_even_odds(game: Restaurant) -> None:
    rng = Random(3)
    for held in ([R100, R100, R300, M100, M600], [R200, DISH], [M100]):
        for step in (Step.TAKE, Step.TAKE_MORE, Step.EXCHANGE, Step.REST):
            state = orders(game, "A B C", "D1", hands={ANNE: held, BERNARD: [DISH]})
            if step is not Step.TAKE:
                state.step = step
                state.reach = state.reach if step is Step.TAKE_MORE else pieces.NO_TABLES
            legal = game.legal(state, ANNE)
            drawn = Counter(random_choice(state, rng, game.protect) for _ in range(200 * len(legal)))
            assert set(drawn) == set(legal)
            chi_square = sum((number - 200) ** 2 / 200 for number in drawn.values())
            assert chi_square < len(legal) + 4 * (2 * len(legal)) ** 0.5 + 8


@pytest.mark.rule("RE-10")
@WAYS
def test_the_number_of_piles_is_known_without_listing_them(game: Restaurant) -> None:
    rng = Random(4)
    deck = list(cards_in(pieces.DECK))
    for _ in range(40):
        menus = hand(card for card in rng.sample(deck, 12) if card in pieces.MENUS)
        listed = reserves(menus, game.protect)
        assert number_of_reserves(menus, game.protect) == len(listed) == len(set(listed))


@pytest.mark.rule("RE-10", "RE-07")
@WAYS
def test_keeping_the_dish_leads_to_the_end_of_the_turn(game: Restaurant) -> None:
    state = orders(game, "A B C", "D1", hands={ANNE: [R100], BERNARD: [M100]})
    do(game, state, ANNE, take("C1"))
    do(game, state, CHANCE, Turn(DISH))
    do(game, state, ANNE, KEEP)
    assert state.step is Step.REST
    assert game.legal(state, ANNE) == [DONE, Reserve(R100)]
    assert happened(do(game, state, ANNE, Reserve(R100)), Reserved) == [Reserved(ANNE, R100, 0, ())]
