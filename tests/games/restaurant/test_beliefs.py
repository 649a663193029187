"""What a seat may believe: courses of things are drawn with the odds that the oracle gives them, or nearly."""

from collections import Counter
from collections.abc import MutableSequence, Sequence
from random import Random
from typing import Any

import pytest
from tests.games.restaurant.beliefs import draws, off_by, possible, score
from tests.games.restaurant.order_scenes import (
    ALL,
    GAME,
    ORDERS,
    Scene,
    a_card_drawn_by_the_reader,
    a_chain_of_exchanges,
    a_res_laid,
    a_worthless_card_drawn,
    all_menus_under_a_res,
)
from tests.games.restaurant.scene import (
    ANNE,
    BERNARD,
    CLAIRE,
    DAVID,
    DISH,
    DOUBLE,
    JUMP,
    M300,
    M600,
    R600,
    Evening,
)
from tests.games.restaurant.service_scenes import SERVICE, ServiceScene
from tests.repetitions import repetitions

from tablee.games.restaurant.actions import DONE
from tablee.games.restaurant.knowledge import likelihood, sampler
from tablee.games.restaurant.knowledge.deals import pick
from tablee.games.restaurant.pieces import cards_in
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.rules.orders import end_orders
from tablee.games.restaurant.state import RestaurantState


@pytest.mark.rule("RE-06", "RE-07", "RE-10")
@pytest.mark.parametrize("scene", ORDERS)
@pytest.mark.slow_under_coverage
def test_beliefs_during_the_orders(scene: Scene) -> None:
    evening, reader = scene()
    odds = possible(evening.game, evening.state, reader)
    drawn = draws(evening.game, evening.state, reader, 2500)
    assert set(drawn) <= set(odds)
    assert abs(score(odds, drawn)) < 3.5


@pytest.mark.rule("RE-13", "RE-15", "RE-18", "RE-21")
@pytest.mark.parametrize("game", [GAME, ALL], ids=["chosen", "all"])
@pytest.mark.parametrize("scene", SERVICE)
def test_beliefs_during_the_service(scene: ServiceScene, game: Restaurant) -> None:
    state, reader = scene()
    odds = possible(game, state, reader)
    assert len(odds) > 1
    drawn = draws(game, state, reader, repetitions(2000, by_day=1000))
    assert set(drawn) <= set(odds)
    assert abs(score(odds, drawn)) < 3.5


@pytest.mark.slow_under_coverage
@pytest.mark.rule("RE-10")
def test_a_pile_of_all_menus_tells_more_than_a_chosen_one() -> None:
    """Anne had a RES, a menu and a double, of which Bernard drew one: the size of her pile tells that it was a menu."""
    evening, reader = all_menus_under_a_res()
    state = evening.state
    told = [{course[6] for course in possible(game, state, reader)} for game in (GAME, ALL)]
    assert "double" in told[0]
    assert "double" not in told[1]
    assert told[1]


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


@pytest.mark.parametrize("scene", [a_chain_of_exchanges, a_card_drawn_by_the_reader, a_worthless_card_drawn])
@pytest.mark.parametrize(("sample", "exact"), [(1, False), (2, False), (64, True)])
@pytest.mark.slow_under_coverage
def test_a_sample_of_worlds_leads_to_nothing_impossible(
    scene: Scene, sample: int, exact: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even one world at a time is no further off than a third of the draws; all that are possible, not at all."""
    monkeypatch.setattr(sampler, "WIDTH", 0)
    monkeypatch.setattr(sampler, "SAMPLE", sample)
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
@pytest.mark.parametrize("seed", range(1, repetitions(10, 1) + 1))
@pytest.mark.slow_under_coverage
def test_how_far_off_it_is_where_the_odds_are_not_exact(
    seed: int, few: int, width: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worlds weighed hand by hand, and worlds sampled, as if there were too many to do better.

    With 800 draws of each, two exact samples are about 0.04 apart by chance alone.
    """
    game, state = in_service(seed)
    monkeypatch.setattr(likelihood, "FEW", 10**6)
    exact = dishes(game, state, 800)
    monkeypatch.setattr(likelihood, "FEW", few)
    monkeypatch.setattr(sampler, "WIDTH", width)
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
    monkeypatch.setattr(likelihood, "FEW", few)
    monkeypatch.setattr(likelihood, "LOOKS", looks)
    monkeypatch.setattr(sampler, "WIDTH", width)
    monkeypatch.setattr(sampler, "SAMPLE", sample)
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
