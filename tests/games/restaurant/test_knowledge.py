"""What each seat knows: what it has seen, and what others surely hold."""

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
    M300,
    M600,
    R200,
    Evening,
)

from tablee.core.match import Match
from tablee.core.seat import CHANCE
from tablee.games.restaurant.actions import DONE, Take, Turn
from tablee.games.restaurant.knowledge.known_cards import known_cards
from tablee.games.restaurant.pieces import Card, Protect, cards_in
from tablee.games.restaurant.rules import Restaurant


def exchanged() -> Evening:
    """Anne took a menu of 600, Bernard drew it from her, Claire from him."""
    evening = Evening(Restaurant(players=4))
    evening.turn(ANNE, "A1", M600)
    evening.take(BERNARD, "A2", DISH)
    evening.exchange(BERNARD, ANNE, M600)
    evening.take(CLAIRE, "A3", DISH)
    evening.exchange(CLAIRE, BERNARD, M600)
    evening.turn(DAVID, "A4", R200)
    return evening


@pytest.mark.rule("RE-07")
def test_a_view_recalls_what_the_seat_saw() -> None:
    evening = exchanged()
    known = {
        reader: [deed.card for deed in evening.match.view(reader).chronicle]
        for reader in (ANNE, BERNARD, CLAIRE, DAVID, None)
    }
    assert known == {
        ANNE: [M600, DISH, M600, DISH, None, None],
        BERNARD: [None, DISH, M600, DISH, M600, None],
        CLAIRE: [None, DISH, None, DISH, M600, None],
        DAVID: [None, DISH, None, DISH, None, R200],
        None: [None, DISH, None, DISH, None, None],
    }


@pytest.mark.rule("RE-07", "RE-06")
def test_nothing_secret_is_in_a_view() -> None:
    """A seat's view is the same whatever cards it has not seen."""
    views = []
    for first, last in ((M600, R200), (M100, M100), (R200, M600)):
        evening = Evening(Restaurant(players=4))
        evening.turn(ANNE, "A1", first)
        evening.take(BERNARD, "A2", DISH)
        evening.exchange(BERNARD, ANNE, first)
        evening.take(CLAIRE, "A3", DOUBLE)
        evening.turn(CLAIRE, "A4", last)
        views.append([evening.match.view(reader) for reader in (CLAIRE, DAVID, None)])
    assert views[0][1:] == views[1][1:] == views[2][1:]
    assert len({view[0].hand for view in views}) == 3


@pytest.mark.rule("RE-06", "RE-07", "RE-10")
def test_what_others_surely_hold() -> None:
    evening = exchanged()
    assert known_cards(evening.match.view(ANNE)) == ((), (DISH,), (), ())
    assert known_cards(evening.match.view(BERNARD)) == ((DISH,), (), (M600,), ())
    assert known_cards(evening.match.view(CLAIRE)) == ((DISH,), (DISH,), (), ())
    assert known_cards(evening.match.view(None)) == ((DISH,), (DISH,), (), ())
    evening.take(ANNE, "A5", DISH)
    evening.exchange(ANNE, BERNARD, DISH)
    assert known_cards(evening.match.view(None)) == ((DISH, DISH), (DISH,), (), ()), "Bernard had nothing but a dish"
    evening.turn(BERNARD, "A6", M300)
    evening.take(CLAIRE, "A7", DISH)
    evening.exchange(CLAIRE, BERNARD, M300)
    assert known_cards(evening.match.view(None)) == ((DISH, DISH), (DISH,), (), ()), "one of two may have gone"
    evening.play(DAVID, Take(1, 8))
    evening.play(CHANCE, Turn(JUMP))
    evening.reserve(DAVID, R200)
    assert known_cards(evening.match.view(None))[DAVID] == (R200, JUMP)


@pytest.mark.rule("RE-10")
@pytest.mark.parametrize(("protect", "sure"), [(Protect.ALL, (R200, M600)), (Protect.CHOSEN, (R200,))])
def test_a_menu_under_a_res_cannot_be_drawn(protect: Protect, sure: tuple[Card, ...]) -> None:
    """Anne knows that Bernard has her menu of 600; then Claire draws from him. Under a RES it was safe."""
    evening = Evening(Restaurant(players=3, protect=protect))
    evening.turn(ANNE, "A1", M600)
    evening.take(BERNARD, "A2", DISH)
    evening.exchange(BERNARD, ANNE, M600)
    evening.turn(CLAIRE, "A3", M100)
    evening.turn(ANNE, "A4", M100)
    evening.take(BERNARD, "A5", DOUBLE)
    evening.take(BERNARD, "A6", JUMP)
    evening.take(BERNARD, "A7", R200)
    evening.reserve(BERNARD, R200, M600)
    if protect is Protect.CHOSEN:
        evening.play(BERNARD, DONE)
    evening.take(CLAIRE, "A8", DISH)
    evening.exchange(CLAIRE, BERNARD, DOUBLE)
    assert {*known_cards(evening.match.view(ANNE))[BERNARD]} == {*sure, DISH}


@pytest.mark.rule("RE-06", "RE-07", "RE-10", "RE-15")
@pytest.mark.parametrize("protect", Protect)
@pytest.mark.parametrize("players", [3, 6])
@pytest.mark.slow_under_coverage
def test_what_is_sure_is_so_in_every_possible_state(players: int, protect: Protect) -> None:
    game = Restaurant(players=players, protect=protect)
    rng = Random(players)
    state = game.start()
    sure = 0
    while actors := game.actors(state):
        game.apply(state, actors[0], game.random_action(state, actors[0], rng), events=False)
        for reader in (ANNE, None):
            view = game.view(state, reader)
            surely = known_cards(view)
            for table in (state, game.determinize(view, rng)):
                for seat, cards in enumerate(surely):
                    held = Counter(cards_in(table.hands[seat])) + Counter(cards_in(table.piles[seat]))
                    assert not Counter(cards) - held
                    sure += len(cards)
    assert sure > 1000


def test_everything_revealed_shows_all_hands() -> None:
    match = Match(Restaurant(), Random(5))
    for _ in range(40):
        seat = match.actors()[0]
        match.play(seat, Random(5).choice(match.legal(seat)))
    for seat in match.game.seats:
        held = [sorted((*match.view(other).hand, *match.view(other).pile)) for other in match.game.seats]
        assert [sorted(hand) for hand in match.revealed(seat).hands] == held
        assert any(held)
