"""Playouts of Restaurant: they keep to the rules, also in rare moments."""

from random import Random

import pytest
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
    OPTIONS,
    R600,
    orders,
    service,
    visited,
)

from tablee.core.seat import CHANCE
from tablee.games.restaurant.actions import DONE, SERVES, Move, Turn
from tablee.games.restaurant.bot import RestaurantHeuristic
from tablee.games.restaurant.bot.judge import owners
from tablee.games.restaurant.bot.last_turn import LastTurns
from tablee.games.restaurant.bot.orders_playout import OrdersPlayout, shares_of_menus
from tablee.games.restaurant.bot.service_playout import Plans, ServicePlayout, Start
from tablee.games.restaurant.knowledge.unknown_menus import _combinations
from tablee.games.restaurant.pieces import DECK, RIM, SALON, Step, Tables, size
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import SERVE_MORE, RestaurantState

GAME = Restaurant(players=3)


class Watched(ServicePlayout):
    """A playout that remembers what was done."""

    def __init__(self, game: Restaurant, rng: Random, start: Start) -> None:
        super().__init__(game.room, Plans(), rng, start)
        self.done: list[Move] = []

    def serve(self, number: int, table: int) -> bool:
        self.done.append(SERVES[number][table])
        return super().serve(number, table)

    def leave(self) -> bool:
        self.done.append(DONE)
        return super().leave()


def start_of(game: Restaurant, state: RestaurantState) -> Start:
    return Start(
        state.hands,
        list(game.scores(state)),
        state.markers,
        owners(state),
        seat=state.to_play,
        reach=state.reach,
        unserved=state.marked & ~state.served,
        last=state.last,
        more=state.step is SERVE_MORE,
        passes=state.passes,
    )


@pytest.mark.parametrize("game", OPTIONS, ids=repr)
def test_playouts_of_the_service_keep_to_the_rules(game: Restaurant) -> None:
    """What a playout does is legal, and the rules come to the same scores."""
    ended = 0
    for seed in range(12):
        for state, _ in visited(game, seed):
            if not state.sums:
                continue
            played = state.copy()
            playout = Watched(game, Random(seed), start_of(game, state))
            final = playout.play()
            for action in playout.done:
                seat = game.actors(played)[0]
                assert game.refusal(played, seat, action) is None
                game.apply(played, seat, action)
            assert played.step is Step.OVER
            assert tuple(final) == game.scores(played)
            ended += 1
    assert ended > 30


@pytest.mark.parametrize("game", OPTIONS, ids=repr)
def test_playouts_of_the_orders_keep_cards_and_markers(game: Restaurant) -> None:
    for seed in range(5):
        for number, (state, _) in enumerate(visited(game, seed)):
            if state.sums or state.step is not Step.TAKE or number % 3:
                continue
            menus = shares_of_menus(state.history, game.players)
            playout = OrdersPlayout(game.room, Random(seed), state, menus, service_only=game.service_only)
            playout.play(100)
            assert sum(playout.hands) + sum(playout.piles) + playout.stock == DECK
            assert sum(markers.bit_count() for markers in playout.markers) == playout.marked.bit_count()
            assert size(playout.stock) == 60 - playout.marked.bit_count()
            assert playout.marked.bit_count() >= 30
            assert sum(playout.menus) <= 32
            assert not game.room.next_to[playout.last] & ~playout.marked
            assert [size(held) for held in playout.all_held()] == [
                size(held) + size(pile) for held, pile in zip(playout.hands, playout.piles, strict=True)
            ]


# Rare moments


def test_worlds_in_which_doubles_are_many_end_too() -> None:
    """Chains of doubles and jumps are looked through quickly, however many there are."""
    markers = {ANNE: "A B", BERNARD: "C D", CLAIRE: "E F"}
    hands = {ANNE: [DOUBLE] * 4 + [JUMP] * 3, BERNARD: [DOUBLE] * 3 + [M300] * 4, CLAIRE: [M300] * 4 + [DISH] * 4}
    state = service(GAME, markers, hands, "A1 A5", sums=[0, 1200, 1200])
    state.reach = Tables(state.marked & RIM)
    assert SALON & state.marked
    playout = Watched(GAME, Random(1), start_of(GAME, state))
    playout.play()
    assert playout.done


def played(state: RestaurantState) -> list[int]:
    return ServicePlayout(GAME.room, Plans(), Random(1), start_of(GAME, state)).play()


def test_after_a_double_nothing_may_fit_and_the_path_may_be_over() -> None:
    state = service(GAME, {ANNE: "A1 A2 B4"}, {ANNE: [M600, M600], BERNARD: [M100]}, "A2", last="A1", served="A1")
    state.step = SERVE_MORE
    assert len(played(state)) == 3
    over = service(GAME, {ANNE: "A1 F9"}, {ANNE: [M600, M600], BERNARD: [M600]}, "F9", last="A1", served="A1")
    over.step = SERVE_MORE
    assert played(over) == list(GAME.scores(over))


def test_the_service_ends_when_all_pass() -> None:
    state = service(GAME, {ANNE: "A1"}, {seat: [M600, M600] for seat in GAME.seats}, "A1")
    assert played(state) == list(GAME.scores(state))


def test_no_turns_are_looked_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    state = service(GAME, {ANNE: "A1 A2"}, {ANNE: [DOUBLE, M100], BERNARD: [M100]}, "A1")
    assert LastTurns(GAME.room, state, owners(state), ANNE).found
    monkeypatch.setattr("tablee.games.restaurant.bot.last_turn.LOOKS", 0)
    assert not LastTurns(GAME.room, state, owners(state), ANNE).found


def test_to_leave_it_at_that_may_end_the_evening() -> None:
    state = service(GAME, {ANNE: "A1 F9"}, {ANNE: [M100, M200], BERNARD: [M100]}, "F9", last="A1", served="A1")
    state.step = SERVE_MORE
    assert LastTurns(GAME.room, state, owners(state), ANNE).found[DONE] == {(0, 0, 0)}


def test_who_has_no_marker_left_is_skipped() -> None:
    state = orders(GAME, "F", "E1")
    playout = OrdersPlayout(GAME.room, Random(1), state, [0.0] * 3, service_only=False)
    playout.markers = [Tables(0), Tables((1 << 20) - 1), Tables(0)]
    playout.seat = 0
    assert playout.next_turn()
    assert playout.seat == 2


def test_a_worthless_card_ends_the_evening_for_who_is_ahead() -> None:
    hands = {ANNE: [DISH, R600], BERNARD: [M600, M600], CLAIRE: [M600, M600]}
    state = service(GAME, {ANNE: "F9", BERNARD: "A1"}, hands, "A1", sums=(3000, 0, 0))
    ended = [played(state) for _ in range(3)]
    assert all(scores[ANNE] == max(scores) for scores in ended)


def test_nothing_is_one_way_to_have_nothing() -> None:
    _combinations.cache_clear()
    assert _combinations((), 0, 0) == ((),)


def test_chance_has_no_style() -> None:
    assert RestaurantHeuristic(GAME).style(GAME.start(), CHANCE, Turn(M100)) == {}
