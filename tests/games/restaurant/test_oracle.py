"""Where the path may go, told by the engine and by a plain second implementation (oracle.py)."""

from random import Random

import pytest
from tests.games.restaurant import oracle

from tablee.core.seat import CHANCE
from tablee.games.restaurant.actions import Serve, Take, Turn
from tablee.games.restaurant.pieces import Card, Step, in_order
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

Place = tuple[int, int]


def places(tables: int) -> list[Place]:
    return [(table // 10 + 1, table % 10 + 1) for table in in_order(tables)]


def check_orders(game: Restaurant, state: RestaurantState, path: list[Place], last_card: Card | None) -> None:
    if state.step in (Step.TAKE, Step.TAKE_MORE):
        jump = state.step is Step.TAKE_MORE and last_card is Card.JUMP
        assert places(state.reach) == oracle.may_take(path, game.stairs, jump=jump)
    else:
        assert state.reach == 0


def check_service(game: Restaurant, state: RestaurantState, served: list[Place], last_card: Card | None) -> None:
    marked = places(state.marked)
    jump = state.step is Step.SERVE_MORE and last_card is Card.JUMP
    where = oracle.may_serve(marked, served, game.stairs, jump=jump)
    if state.step is Step.OVER:
        held = [state.hands[seat] for seat in game.seats]
        stuck = not oracle.may_serve(marked, served, game.stairs)
        assert stuck or not all(held) or state.ending == "all_passed"
        return
    assert places(state.reach) == where
    held_kinds = {action.card for action in game.legal(state, game.actors(state)[0]) if isinstance(action, Serve)}
    legal = {
        (action.card.value, (action.row, action.col))
        for action in game.legal(state, game.actors(state)[0])
        if isinstance(action, Serve)
    }
    cards = {card.value for card in game.view(state, game.actors(state)[0]).hand}
    assert legal == {(card, place) for card in cards for place in where if oracle.fits(card, place)}
    assert {card.value for card in held_kinds} <= cards


@pytest.mark.slow_under_coverage
@pytest.mark.rule("RE-05", "RE-08", "RE-09", "RE-11", "RE-12", "RE-15", "RE-16", "RE-17", "RE-23")
@pytest.mark.parametrize("stairs", [False, True])
@pytest.mark.parametrize("players", [3, 4, 6])
def test_every_step_of_random_games_against_the_oracle(players: int, stairs: bool) -> None:
    game = Restaurant(players=players, stairs=stairs)
    rng = Random(players)
    ended_by_oracle = 0
    for _ in range(12):
        state = game.start()
        path: list[Place] = []
        served: list[Place] = []
        last_card: Card | None = None
        while actors := game.actors(state):
            if state.sums:
                check_service(game, state, served, last_card)
            else:
                check_orders(game, state, path, last_card)
            in_orders = not state.sums
            action = game.random_action(state, actors[0], rng)
            game.apply(state, actors[0], action, events=False)
            if isinstance(action, Take):
                path.append((action.row, action.col))
            elif isinstance(action, Turn):
                assert actors[0] == CHANCE
                last_card = action.card
            elif isinstance(action, Serve):
                served.append((action.row, action.col))
                last_card = action.card
            if in_orders and state.sums:
                assert len(path) >= 30
                assert oracle.may_take(path, stairs) == []
                ended_by_oracle += 1
        check_service(game, state, served, last_card)
    assert ended_by_oracle == 12
