"""What the lower levels see of Restaurant, and what none of them overlooks."""

from collections.abc import Sequence
from random import Random
from typing import ClassVar

import pytest
from tests.games.iterations import Iterations
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
    Evening,
    serve,
    service,
    tables,
    visited,
)

from tablee.bots.bot import Budget
from tablee.bots.levels import LEVELS
from tablee.core.chance import Random as AnyRandom
from tablee.core.game import Action
from tablee.core.heuristic import HasSight, Ranked
from tablee.core.registry import manifest_of
from tablee.games.restaurant.actions import DONE, Exchange, Move
from tablee.games.restaurant.bot import RestaurantHeuristic
from tablee.games.restaurant.bot.judge import owners
from tablee.games.restaurant.bot.last_turn import LastTurns
from tablee.games.restaurant.bot.prospects import DEFAULT, shares
from tablee.games.restaurant.bot.sight import EVERYTHING, FACE_VALUES, SIGHTS, WHOEVER_BEGINS, Sight
from tablee.games.restaurant.knowledge import RestaurantView
from tablee.games.restaurant.pieces import Card, hand
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import RestaurantState

GAME = Restaurant(players=3)
LONG_HANDS = {BERNARD: [M300, M300, DISH, M200], CLAIRE: [M300, M300, DISH, M200]}
LOWER = list(LEVELS)[:3]


class OpenTable(Restaurant):
    """Everybody knows all cards of one scene: a scene has no history that beliefs could rest on."""

    scene: ClassVar[RestaurantState]

    def determinize(self, view: RestaurantView, rng: AnyRandom) -> RestaurantState:
        return self.scene.copy()


def open_table(state: RestaurantState) -> OpenTable:
    OpenTable.scene = state
    return OpenTable(players=3)


def seen(state: RestaurantState, sight: int) -> Sequence[Ranked]:
    """What Anne sees at first, without a playout."""
    game = open_table(state)
    return RestaurantHeuristic(game).judge_within(game.view(state, ANNE), Random(1), Iterations(0), sight)


def made(level: str, state: RestaurantState, times: int = 40) -> set[Action]:
    """What Anne chooses as a bot of this level, whatever her luck."""
    game, chosen = open_table(state), LEVELS[level]
    return {
        chosen.bot.choose(game, game.view(state, ANNE), Random(seed), Budget(iterations=60)) for seed in range(times)
    }


def test_the_higher_a_level_the_more_it_sees() -> None:
    assert isinstance(RestaurantHeuristic(GAME), HasSight)
    levels = manifest_of(GAME).levels
    assert [levels[level].sight for level in LEVELS] == [0, 1, 2, None, None]
    sights = [*SIGHTS, EVERYTHING]
    longest = [sight.last_turn for sight in sights]
    assert longest == sorted(longest)


@pytest.mark.slow_under_coverage
@pytest.mark.parametrize("game", OPTIONS, ids=repr)
@pytest.mark.parametrize("sight", range(len(SIGHTS)))
def test_choices_are_legal_and_comparable_at_every_sight(game: Restaurant, sight: int) -> None:
    knows = RestaurantHeuristic(game)
    for number, (state, seat) in enumerate(visited(game, 1)):
        if number % 5:
            continue
        ranked = knows.judge_within(game.view(state, seat), Random(2), Iterations(8), sight)
        assert {choice.action for choice in ranked} <= set(game.legal(state, seat))
        assert ranked[0].weight == sum(choice.weight for choice in ranked) == 1.0
        assert all(0 <= choice.value <= 1 for choice in ranked)


# The service


def corner(*hand_of_anne: Card) -> RestaurantState:
    """The path leads from A3 by A2 into the corner A1, a dead end, or by A4 on through the room."""
    markers = {ANNE: "A3 A6", BERNARD: "A1 A2 A7 A8", CLAIRE: "A4 A5 A9 A10"}
    hands = {ANNE: list(hand_of_anne), **LONG_HANDS}
    state = service(GAME, markers, hands, "A2 A4", last="A3", served="A3", sums=[0, 1000, 1000])
    state.points = [1500, 0, 0]
    return state


def test_two_cards_that_end_the_evening_are_seen_from_cuisinier_on() -> None:
    state = corner(DOUBLE, DISH, DISH)
    won = [seen(state, sight)[0].value == 1.0 for sight in range(3)]
    assert won == [False, False, True]
    assert seen(state, 2)[0].action == serve(DOUBLE, "A2")


def test_longer_turns_are_seen_by_those_who_see_everything() -> None:
    markers = {ANNE: "A4 A6", BERNARD: "A1 A2 A3 A7 A8", CLAIRE: "A5 A9 A10"}
    hands = {ANNE: [DOUBLE, DOUBLE, DISH, DISH], **LONG_HANDS}
    state = service(GAME, markers, hands, "A3 A5", last="A4", served="A4", sums=[0, 1000, 1000])

    def first_cards(sight: Sight) -> set[Move]:
        return set(LastTurns(GAME.room, state, owners(state), ANNE, sight.last_turn).found)

    assert first_cards(EVERYTHING) == {serve(DOUBLE, "A3")}
    assert not any(first_cards(sight) for sight in SIGHTS)


@pytest.mark.parametrize("level", LOWER)
def test_every_level_takes_a_win_that_is_one_card_away(level: str) -> None:
    markers = {ANNE: "A3 A6", BERNARD: "A2 A7 A8", CLAIRE: "A4 A5 A9 A10"}
    hands = {ANNE: [DISH, M100, DISH], **LONG_HANDS}
    state = service(GAME, markers, hands, "A2 A4", last="A3", served="A3", sums=[0, 900, 900])
    state.points = [1500, 0, 0]
    chosen = made(level, state)
    assert chosen <= {serve(DISH, "A2"), serve(M100, "A2")}


@pytest.mark.parametrize("level", LOWER)
def test_a_dear_menu_is_for_a_table_of_ones_own(level: str) -> None:
    markers = {ANNE: "B4 B6 B5", BERNARD: "A5 B3 A4", CLAIRE: "C5 C6 C4"}
    hands = {ANNE: [M600, M300, DISH], BERNARD: [DISH, M300, M300], CLAIRE: [DISH, M100, M300]}
    state = service(GAME, markers, hands, "B4 C5 A5", last="B5", served="B5", sums=[900, 600, 400])
    assert serve(M600, "B4") in made(level, state) <= {serve(M600, "B4"), serve(M300, "B4")}


def test_what_the_others_get_and_what_the_next_can_serve_is_seen_later() -> None:
    """A menu that fits no table of Anne's in reach goes to the leader's, or to Claire's, which opens her next one."""
    markers = {ANNE: "A3 A6", BERNARD: "A2 A1 B2", CLAIRE: "A4 A5 A7"}
    hands = {ANNE: [M200, DISH, DISH], **LONG_HANDS}
    state = service(GAME, markers, hands, "A2 A4", last="A3", served="A3", sums=[200, 1000, 1000])
    state.points = [0, 2000, 0]
    to_leader, to_next = serve(M200, "A2"), serve(M200, "A4")
    plongeur, commis, cuisinier = ({choice.action: choice.value for choice in seen(state, sight)} for sight in range(3))
    assert plongeur[to_leader] == plongeur[to_next]
    assert commis[to_leader] < commis[to_next]
    assert cuisinier[to_next] < commis[to_next]


# The orders


def test_who_sees_least_goes_by_what_is_printed_on_a_menu() -> None:
    """Chefs know that much in hand means to serve late."""
    markers = [tables("A1"), tables("A2"), tables("A3")]
    rich = [hand([M300, M200, M100]), hand([DISH, DISH, DOUBLE]), hand([DISH, DISH, DOUBLE])]

    def of_anne(sight: Sight, first: int) -> float:
        return shares(rich, markers, first, sight.weights, 0.95)[ANNE]

    least, middle = SIGHTS[0], SIGHTS[1]
    assert (least.weights, middle.weights, EVERYTHING.weights) == (FACE_VALUES, WHOEVER_BEGINS, DEFAULT)
    assert of_anne(least, 1) > of_anne(middle, 1) > of_anne(EVERYTHING, 1)
    assert of_anne(middle, 1) == of_anne(middle, 0)
    assert of_anne(EVERYTHING, 1) < of_anne(EVERYTHING, 0)


def test_whoever_knows_what_a_jump_is_worth_draws_from_who_has_shown_one() -> None:
    evening = Evening(GAME)
    evening.take(ANNE, "A1", DISH)
    evening.take(BERNARD, "A2", JUMP)
    evening.play(BERNARD, DONE)
    evening.take(CLAIRE, "A3", DISH)
    view, knows = evening.match.view(CLAIRE), RestaurantHeuristic(GAME)
    for sight in (1, 2):
        values = {choice.action: choice.value for choice in knows.judge_within(view, Random(1), Iterations(0), sight)}
        assert max(values, key=values.__getitem__) == Exchange(BERNARD)
