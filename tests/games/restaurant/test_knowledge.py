"""What each seat knows, and what it may believe: views, secrets, and courses of things drawn with their odds."""

from collections import Counter
from collections.abc import Callable, MutableSequence, Sequence
from fractions import Fraction
from math import cbrt, sqrt
from random import Random
from typing import Any

import pytest
from tests.games.restaurant.oracle import courses
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
    R200,
    R300,
    R600,
    Evening,
    do,
    serve,
)

from tablee.core.seat import CHANCE, Seat
from tablee.games.restaurant.actions import DONE, Take, Turn
from tablee.games.restaurant.certain import certain
from tablee.games.restaurant.knowledge import courses as drawing
from tablee.games.restaurant.knowledge import weighing
from tablee.games.restaurant.knowledge.worlds import pick
from tablee.games.restaurant.pieces import Card, cards_in
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.orders import end_orders
from tablee.games.restaurant.state import RestaurantState

GAME = Restaurant(players=3)
Course = tuple[Any, ...]


def told(game: Restaurant, state: RestaurantState) -> Course:
    """All that was done in a state, secrets included, as the oracle tells it."""
    whole: list[Any] = []
    views = [game.view(state, seat).chronicle for seat in game.seats]
    for deeds in zip(*views, strict=True):
        deed = deeds[deeds[0].seat]
        if deed.what == "reserve":
            whole.append(tuple(sorted(card.value for card in deed.menus or ())))
        else:
            whole.append(None if deed.card is None else deed.card.value)
    return tuple(whole)


def score(odds: dict[Course, Fraction], draws: Counter[Course]) -> float:
    """How far draws are from their odds: the chi-square statistic as a standard score (Wilson and Hilferty).

    Courses that are expected less than five times count together.
    """
    number = sum(draws.values())
    cells: list[tuple[float, int]] = []
    rare, rare_draws = 0.0, 0
    for course, share in odds.items():
        expected = float(share) * number
        if expected < 5:
            rare, rare_draws = rare + expected, rare_draws + draws[course]
        else:
            cells.append((expected, draws[course]))
    if rare >= 5:
        cells.append((rare, rare_draws))
    freedom = len(cells) - 1
    assert freedom > 0
    chi_square = sum((seen - expected) ** 2 / expected for expected, seen in cells)
    return (cbrt(chi_square / freedom) - (1 - 2 / (9 * freedom))) / sqrt(2 / (9 * freedom))


def draws(game: Restaurant, state: RestaurantState, reader: Seat | None, number: int, seed: int = 1) -> Counter[Course]:
    view = game.view(state, reader)
    rng = Random(seed)
    return Counter(told(game, game.determinize(view, rng)) for _ in range(number))


def possible(game: Restaurant, state: RestaurantState, reader: Seat | None) -> dict[Course, Fraction]:
    """All courses behind a view with their odds, by the oracle; the true one is among them."""
    found = courses(game.plain(game.view(state, reader)))
    assert told(game, state) in found
    return found


# What a seat knows


def exchanged() -> Evening:
    """Anne took a menu of 600 and a double, Bernard drew from her, Claire from him."""
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
    assert certain(evening.match.view(ANNE)) == ((), (DISH,), (), ())
    assert certain(evening.match.view(BERNARD)) == ((DISH,), (), (M600,), ())
    assert certain(evening.match.view(CLAIRE)) == ((DISH,), (DISH,), (), ())
    assert certain(evening.match.view(None)) == ((DISH,), (DISH,), (), ())
    evening.take(ANNE, "A5", DISH)
    evening.exchange(ANNE, BERNARD, DISH)
    assert certain(evening.match.view(None)) == ((DISH, DISH), (DISH,), (), ()), "Bernard had nothing but a dish"
    evening.turn(BERNARD, "A6", M300)
    evening.take(CLAIRE, "A7", DISH)
    evening.exchange(CLAIRE, BERNARD, M300)
    assert certain(evening.match.view(None)) == ((DISH, DISH), (DISH,), (), ()), "one of two may have gone"
    evening.play(DAVID, Take(1, 8))
    evening.play(CHANCE, Turn(JUMP))
    evening.reserve(DAVID, R200)
    assert certain(evening.match.view(None))[DAVID] == (R200, JUMP)


@pytest.mark.rule("RE-06", "RE-07", "RE-10", "RE-15")
@pytest.mark.parametrize("players", [3, 6])
def test_what_is_sure_is_so_in_every_possible_state(players: int) -> None:
    game = Restaurant(players=players)
    rng = Random(players)
    state = game.start()
    sure = 0
    while actors := game.actors(state):
        game.apply(state, actors[0], game.random_action(state, actors[0], rng), events=False)
        for reader in (ANNE, None):
            view = game.view(state, reader)
            surely = certain(view)
            for table in (state, game.determinize(view, rng)):
                for seat, cards in enumerate(surely):
                    held = Counter(cards_in(table.hands[seat])) + Counter(cards_in(table.piles[seat]))
                    assert not Counter(cards) - held
                    sure += len(cards)
    assert sure > 1000


# What a seat may believe, against the oracle


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
]
Scene = Callable[[], tuple[Evening, Seat | None]]


@pytest.mark.rule("RE-06", "RE-07", "RE-10")
@pytest.mark.parametrize("scene", ORDERS)
def test_beliefs_during_the_orders(scene: Scene) -> None:
    evening, reader = scene()
    odds = possible(GAME, evening.state, reader)
    drawn = draws(GAME, evening.state, reader, 2500)
    assert set(drawn) <= set(odds)
    assert abs(score(odds, drawn)) < 3.5


def served(evening: Evening, *steps: tuple[Seat, Card, str]) -> RestaurantState:
    """The orders end here, far too early, and this is served."""
    state = evening.state
    end_orders(state, None)
    for seat, card, where in steps:
        do(GAME, state, seat, serve(card, where))
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


SERVICE = [
    sums,
    cards_laid,
    asked_to_serve,
    a_pass,
    a_card_of_ones_own_or_one_like_it,
    a_card_of_ones_own_not_held,
    res_served,
    the_end,
]
ServiceScene = Callable[[], tuple[RestaurantState, Seat | None]]


@pytest.mark.rule("RE-13", "RE-15", "RE-18", "RE-21")
@pytest.mark.parametrize("scene", SERVICE)
def test_beliefs_during_the_service(scene: ServiceScene) -> None:
    state, reader = scene()
    odds = possible(GAME, state, reader)
    assert len(odds) > 1
    drawn = draws(GAME, state, reader, 2000)
    assert set(drawn) <= set(odds)
    assert abs(score(odds, drawn)) < 3.5


@pytest.mark.rule("RE-06", "RE-07", "RE-10")
def test_the_same_luck_draws_the_same_state() -> None:
    """What was worked out for a view is kept with it and changes nothing."""
    evening, reader = a_res_laid()
    used = evening.match.view(reader)
    rng = Random(3)
    for _ in range(5):
        GAME.determinize(used, rng)
    fresh = evening.match.view(reader)
    assert fresh == used
    assert GAME.determinize(fresh, Random(9)) == GAME.determinize(used, Random(9))


class Highest:
    """A generator stuck at the highest number there is, and a little more."""

    def random(self) -> float:
        return 1.0

    def randrange(self, stop: int, /) -> int:
        return stop - 1

    def choice(self, options: Sequence[Any], /) -> Any:
        return options[-1]

    def shuffle(self, items: MutableSequence[Any], /) -> None:
        pass


def test_rounding_never_picks_what_has_no_odds() -> None:
    assert pick([1.0, 2.0, 0.0], Highest()) == 1
    assert pick([0.1] * 3, Highest()) == 2


# Where the odds are not exact


def off_by(odds: dict[Course, Fraction], drawn: Counter[Course]) -> float:
    """The share of draws that would have to be others (the total variation distance)."""
    number = sum(drawn.values())
    return sum(abs(drawn[course] / number - float(share)) for course, share in odds.items()) / 2


@pytest.mark.parametrize("scene", [a_chain_of_exchanges, a_card_drawn_by_the_reader, a_worthless_card_drawn])
@pytest.mark.parametrize(("sample", "exact"), [(1, False), (2, False), (64, True)])
def test_a_sample_of_worlds_leads_to_nothing_impossible(
    scene: Scene, sample: int, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even one world at a time is no further off than a third of the draws; all that are possible, not at all."""
    monkeypatch.setattr(drawing, "WIDTH", 0)
    monkeypatch.setattr(drawing, "SAMPLE", sample)
    evening, reader = scene()
    odds = possible(GAME, evening.state, reader)
    drawn = draws(GAME, evening.state, reader, 1500)
    assert set(drawn) <= set(odds)
    assert off_by(odds, drawn) < 1 / 3
    assert not exact or abs(score(odds, drawn)) < 3.5


def in_service(seed: int) -> tuple[Restaurant, RestaurantState]:
    """A service of four, before which Anne has seen five exchanges or more that she had no part in."""
    game = Restaurant(players=4)
    rng = Random(seed)
    while True:
        state = game.start()
        while actors := game.actors(state):
            if state.sums and state.served.bit_count() == 2:
                deeds = game.view(state, ANNE).chronicle
                if sum(deed.what == "exchange" and deed.card is None for deed in deeds) >= 5:
                    return game, state
                break
            game.apply(state, actors[0], game.random_action(state, actors[0], rng), events=False)


def dishes(game: Restaurant, state: RestaurantState, number: int) -> Counter[tuple[int, int]]:
    """How many dishes of the day Bernard and Claire have, in so many draws of what Anne thinks possible."""
    view = game.view(state, ANNE)
    rng = Random(1)
    found: Counter[tuple[int, int]] = Counter()
    for _ in range(number):
        drawn = game.determinize(view, rng)
        held = [[card for card in cards_in(drawn.hands[seat]) if card is DISH] for seat in (BERNARD, CLAIRE)]
        found[len(held[0]), len(held[1])] += 1
    return found


@pytest.mark.rule("RE-13")
@pytest.mark.parametrize(("few", "width"), [(0, 10**6), (10**6, 0), (0, 0)], ids=["by_hands", "sampled", "both"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_how_far_off_it_is_where_the_odds_are_not_exact(
    seed: int, few: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds weighed hand by hand, and worlds sampled, as if there were too many to do better.

    With 800 draws of each, two exact samples are about 0.04 apart by chance alone.
    """
    game, state = in_service(seed)
    monkeypatch.setattr(weighing, "FEW", 10**6)
    exact = dishes(game, state, 800)
    monkeypatch.setattr(weighing, "FEW", few)
    monkeypatch.setattr(drawing, "WIDTH", width)
    rough = dishes(game, state, 800)
    assert sum(abs(rough[held] - exact[held]) for held in {*rough, *exact}) / 2 / 800 < 0.1


def one_menu_of_600_left() -> tuple[Restaurant, RestaurantState]:
    """Anne has all menus of 600 but one; the others have 600 each, and David drew from both of the others.

    Two of their hands could be a menu of 600 alone, but not both.
    """
    game = Restaurant(players=4)
    evening = Evening(game)
    evening.turn(ANNE, "A1", M600)
    evening.turn(BERNARD, "A2", M300)
    evening.turn(CLAIRE, "A3", M300)
    evening.turn(DAVID, "A4", R600)
    evening.turn(ANNE, "A5", M600)
    evening.turn(BERNARD, "A6", M300)
    evening.turn(CLAIRE, "A7", M300)
    evening.take(DAVID, "A8", DOUBLE)
    evening.play(DAVID, DONE)
    evening.turn(ANNE, "A9", M600)
    evening.take(BERNARD, "A10", DOUBLE)
    evening.play(BERNARD, DONE)
    evening.take(CLAIRE, "B10", DOUBLE)
    evening.play(CLAIRE, DONE)
    evening.take(DAVID, "C10", DISH)
    evening.exchange(DAVID, BERNARD, DOUBLE)
    evening.turn(ANNE, "D10", M600)
    evening.take(BERNARD, "E10", JUMP)
    evening.play(BERNARD, DONE)
    evening.take(CLAIRE, "F10", JUMP)
    evening.play(CLAIRE, DONE)
    evening.take(DAVID, "F9", DISH)
    evening.exchange(DAVID, CLAIRE, DOUBLE)
    state = evening.state
    end_orders(state, None)
    assert state.sums == (2400, 600, 600, 600)
    return game, state


@pytest.mark.rule("RE-13")
@pytest.mark.parametrize(("few", "looks", "width", "sample"), [(24, 8, 4096, 64), (0, 1, 4096, 64), (0, 1, 0, 1)])
def test_hands_that_do_not_go_together_are_never_drawn(
    few: int, looks: int, width: int, sample: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(weighing, "FEW", few)
    monkeypatch.setattr(weighing, "LOOKS", looks)
    monkeypatch.setattr(drawing, "WIDTH", width)
    monkeypatch.setattr(drawing, "SAMPLE", sample)
    game, state = one_menu_of_600_left()
    view = game.view(state, ANNE)
    rng = Random(1)
    owners: Counter[int] = Counter()
    for _ in range(300):
        drawn = game.determinize(view, rng)
        assert game.view(drawn, ANNE) == view
        owners.update(seat for seat in game.seats if R600 in cards_in(drawn.hands[seat]))
    assert set(owners) == {BERNARD, CLAIRE, DAVID}
    assert sum(owners.values()) == 300
