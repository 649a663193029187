"""The second look of those who have time for it: whole evenings, and turns that win at once."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from tests.games.iterations import Iterations
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
    R100,
    orders,
    service,
    visited,
)
from tests.games.restaurant.test_playouts import start_of

from tablee.core.heuristic import Ranked
from tablee.games.restaurant.actions import DONE, KEEP, TAKES, Move
from tablee.games.restaurant.bot import RestaurantHeuristic, heuristic, last_turn
from tablee.games.restaurant.bot.judge import Evening, owners
from tablee.games.restaurant.bot.last_turn import LastTurns
from tablee.games.restaurant.bot.orders_playout import shares_of_menus
from tablee.games.restaurant.bot.prospects import DEFAULT
from tablee.games.restaurant.bot.second_look import BATCH, ENOUGH, FIRST_LOOK, LimitedMeter, second_look
from tablee.games.restaurant.bot.service_playout import Plans
from tablee.games.restaurant.bot.whole_evening import WholeEvening, WholeOrders
from tablee.games.restaurant.bot.winning_turn import WinningTurn
from tablee.games.restaurant.pieces import DECK, Card, Step, counts, hand
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

GAME = Restaurant()
PLANS = Plans()


def wins(cards: Sequence[Card], reach: str, markers: str = "A1 A2 A3", last: str = "E5 E6") -> bool:
    """Whether Anne can end the evening as its winner; Bernard's markers lie at `last`."""
    hands = {ANNE: [*cards, DISH], BERNARD: [M100, DISH], CLAIRE: [DISH], DAVID: [DISH]}
    state = service(GAME, {ANNE: markers, BERNARD: last}, hands, reach)
    return WinningTurn(GAME.room, PLANS, start_of(GAME, state)).exists()


@pytest.mark.parametrize(
    ("cards", "reach", "found"),
    [
        ([M100], "A1 A3", False),  # the path goes on from there
        ([M100, DOUBLE], "A2", True),  # A2, then A1: nothing is next to it but A2
        ([M100, DOUBLE], "A1", False),  # A2 leads on to A3
        ([M100, DOUBLE, DOUBLE], "A1", True),
        ([M100, JUMP], "A2", True),
        ([M100, JUMP, DOUBLE], "A1", True),
        ([DOUBLE, DOUBLE], "A1", False),  # nobody is ahead with worthless cards
        ([], "A2", False),
    ],
)
def test_turns_that_win_at_once(cards: list[Card], reach: str, found: bool) -> None:
    assert wins(cards, reach) is found


def test_a_table_alone_wins_at_once() -> None:
    assert wins([M100], "A5", "A5")
    assert wins([M100, JUMP], "E5", "A5")
    assert not wins([M100], "E5", "A5")


def test_a_menu_at_the_table_of_another_wins_only_if_he_does_not_catch_up() -> None:
    hands = {ANNE: [M200, DISH], BERNARD: [R100], CLAIRE: [DISH], DAVID: [DISH]}
    state = service(GAME, {BERNARD: "A5", ANNE: "E5 E6"}, hands, "A5", sums=[200, 100, 0, 0])
    assert WinningTurn(GAME.room, PLANS, start_of(GAME, state)).exists()
    state.sums = (200, 300, 0, 0)
    assert not WinningTurn(GAME.room, PLANS, start_of(GAME, state)).exists()


def test_nothing_may_fit_the_last_table() -> None:
    hands = {ANNE: [M100, M100], BERNARD: [DISH], CLAIRE: [DISH], DAVID: [DISH]}
    state = service(GAME, {ANNE: "C5"}, hands, "C5")
    assert not WinningTurn(GAME.room, PLANS, start_of(GAME, state)).exists()


def test_long_chains_are_not_looked_for() -> None:
    assert not wins([M100, *[DOUBLE] * 6], "A1", "A1 A2 A3 A4 A5 A6 A7")


def test_every_turn_found_is_one_that_wins(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(last_turn, "LOOKS", 20_000)
    found = 0
    for seed in range(10):
        for number, (state, seat) in enumerate(visited(GAME, seed)):
            if state.sums and not number % 3 and WinningTurn(GAME.room, PLANS, start_of(GAME, state)).exists():
                chances = LastTurns(GAME.room, state, owners(state), seat).chances([GAME.scores(state)])
                assert max(chances.values()) == 1.0
                found += 1
    assert found > 3


# Orders as chefs take them


def test_whole_orders_keep_cards_and_markers() -> None:
    ended = 0
    for seed in range(6):
        for number, (state, _) in enumerate(visited(GAME, seed)):
            if state.sums or number % 7:
                continue
            deck = [card for card, many in enumerate(counts(state.stock)) for _ in range(many)]
            menus = shares_of_menus(state.history, GAME.players)
            playout = WholeOrders(GAME.room, Random(seed), state, menus, deck)
            if playout.reach:
                playout.play(60)
                assert sum(playout.hands) + sum(playout.piles) + playout.stock == DECK
                assert playout.are_over
                ended += 1
    assert ended > 10


def ended(seat_is_smallest: bool) -> bool:
    """Whether the orders end where A1 is a dead end and A3 is not."""
    cards = {ANNE: [M100], BERNARD: [M300]} if seat_is_smallest else {ANNE: [M300], BERNARD: [M100]}
    hands = {**cards, CLAIRE: [M300], DAVID: [M300]}
    state = orders(GAME, "A1 A3 A4 A5 A6", "A2", hands=hands)
    playout = WholeOrders(GAME.room, Random(1), state, [1.0] * 4, [0] * 60)
    return playout._table() == 0


def test_who_would_serve_first_ends_the_orders_and_others_do_not() -> None:
    assert ended(seat_is_smallest=True)
    assert not ended(seat_is_smallest=False)


def test_with_nobody_to_draw_from_the_dish_is_kept() -> None:
    state = orders(GAME, "A1 A3 A4", "A2", hands={ANNE: [DISH]})
    playout = WholeOrders(GAME.room, Random(1), state, [0.0] * 4, [0] * 60)
    for _ in range(10):
        playout.exchange_best()
    assert playout.hands == state.hands


def test_the_first_to_serve_wins_if_he_can_end_the_evening_at_once() -> None:
    """Every card is taken but one; who has the smallest sum has a jump and doubles, and the corners are his."""
    cards = {ANNE: [M100, JUMP, DOUBLE, DOUBLE, DISH, DISH], BERNARD: [M300] * 2, CLAIRE: [M300] * 2, DAVID: [M300] * 2}
    state = orders(GAME, "A1", "A2", seat=DAVID, hands=cards, markers={ANNE: "A10 B10 F1 F10"})
    state.stock = hand([DISH])
    for seat, part in ((ANNE, 1.0), (BERNARD, 0.0)):
        evening = WholeEvening(GAME, seat, PLANS, DEFAULT, Random(1))
        assert [evening.result(state, TAKES[0]) for _ in range(3)] == [part] * 3


def test_whole_evenings_give_parts_of_the_win() -> None:
    state = next(state for state, _ in visited(GAME, 3) if state.step is Step.TAKE and state.marked.bit_count() == 12)
    seat = GAME.actors(state)[0]
    evening = WholeEvening(GAME, seat, PLANS, DEFAULT, Random(1))
    results = [evening.result(state.copy(), action) for _ in range(20) for action in GAME.legal(state, seat)]
    assert all(0 <= result <= 1 for result in results)
    assert len(set(results)) > 2


# The second look


class Rigged(Evening):
    """An evening whose results are known; noise is the same for all in one world."""

    def __init__(self, worth: dict[Move, float]) -> None:
        self._worth = worth
        self.played = 0

    def result(self, world: RestaurantState, action: Move) -> float:
        self.played += 1
        return self._worth[action]


def looked_at(worth: dict[Move, float], iterations: int) -> tuple[Sequence[Ranked], Rigged]:
    """The first of these choices is the favourite."""
    evening = Rigged(worth)
    ranked = [Ranked(action, 0.5 - number / 100, float(not number)) for number, action in enumerate(worth)]
    return second_look(ranked, evening, GAME.start, Iterations(iterations)), evening


def test_the_favourite_is_left_for_one_that_is_clearly_better() -> None:
    ranked, _ = looked_at({KEEP: 0.2, DONE: 0.6}, 1000)
    assert [(choice.action, choice.value, choice.weight) for choice in ranked] == [(DONE, 0.5, 1.0), (KEEP, 0.5, 0.0)]


def test_and_not_for_one_that_is_hardly_better() -> None:
    ranked, evening = looked_at({KEEP: 0.5, DONE: 0.501}, 1000)
    assert [choice.action for choice in ranked] == [KEEP, DONE]
    assert evening.played == 1000


def test_few_evenings_change_nothing() -> None:
    ranked, _ = looked_at({KEEP: 0.2, DONE: 0.6}, 2 * BATCH - 1)
    assert [choice.action for choice in ranked] == [KEEP, DONE]


def test_a_favourite_that_stays_ahead_is_taken() -> None:
    ranked, evening = looked_at({KEEP: 0.501, DONE: 0.5}, 1000)
    assert [choice.action for choice in ranked] == [KEEP, DONE]
    assert evening.played == 2 * ENOUGH


def test_the_first_look_is_used_up() -> None:
    whole = Iterations(FIRST_LOOK + 5)
    meter = LimitedMeter(whole, FIRST_LOOK)
    assert meter.next_iteration()
    assert meter.use_up()
    assert not meter.next_iteration()
    assert whole.left == 5
    whole = Iterations(5)
    assert not LimitedMeter(whole, FIRST_LOOK).use_up()
    assert whole.left == -1


def test_a_long_search_looks_twice_and_answers_the_same_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heuristic, "FIRST_LOOK", 20)
    state = next(
        state
        for state, _ in visited(GAME, 3)
        if state.marked.bit_count() > 20 and len(GAME.legal(state, GAME.actors(state)[0])) > 3
    )
    view = GAME.view(state, GAME.actors(state)[0])
    looks = 0

    def counted(*given: Any) -> Sequence[Ranked]:
        nonlocal looks
        looks += 1
        return second_look(*given)

    monkeypatch.setattr(heuristic, "second_look", counted)
    answers = [RestaurantHeuristic(GAME).judge(view, Random(4), Iterations(60)) for _ in range(2)]
    assert looks == 2
    assert answers[0] == answers[1]
    assert {choice.action for choice in answers[0]} <= set(GAME.legal(state, GAME.actors(state)[0]))
