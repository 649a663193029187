"""The search made for Restaurant: what it prefers, and that its playouts keep to the rules."""

from collections.abc import Sequence
from itertools import chain
from random import Random

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
    R100,
    R600,
    Evening,
    orders,
    serve,
    service,
    table,
    tables,
    take,
    visited,
)
from tests.repetitions import repetitions

from tablee.core.heuristic import HasStyle, Judge, Ranked
from tablee.core.seat import Seat
from tablee.games.restaurant.actions import DONE, KEEP, SERVES, Exchange, Move, Reserve
from tablee.games.restaurant.bot import RestaurantHeuristic
from tablee.games.restaurant.bot import judge as judging
from tablee.games.restaurant.bot.impressions import TRUST_IN_ORDERS, TRUST_IN_SERVICE, first_impressions
from tablee.games.restaurant.bot.judge import Candidate, Race, judged, owners
from tablee.games.restaurant.bot.last_turn import LastTurns
from tablee.games.restaurant.bot.prospects import DEFAULT, SERVICE_ONLY, shares
from tablee.games.restaurant.bot.service_playout import Plans
from tablee.games.restaurant.pieces import Card, Protect, ServiceEnding, Step, count, hand
from tablee.games.restaurant.rules import Restaurant
from tablee.games.restaurant.state import SERVE_MORE, RestaurantState

GAME = Restaurant(players=3)


# What it answers


@pytest.mark.parametrize("game", OPTIONS, ids=repr)
@pytest.mark.parametrize("iterations", [0, 1, 30])
def test_choices_are_legal_and_comparable(game: Restaurant, iterations: int) -> None:
    knows = RestaurantHeuristic(game)
    assert isinstance(knows, Judge)
    for number, (state, seat) in enumerate(visited(game, 1)):
        if number % 5:
            continue
        before = state.copy()
        ranked = knows.judge(game.view(state, seat), Random(2), Iterations(iterations))
        legal = game.legal(state, seat)
        assert all(choice.action in legal for choice in ranked)
        assert len({choice.action for choice in ranked}) == len(ranked)
        assert [choice.weight for choice in ranked] == [1.0] + [0.0] * (len(ranked) - 1)
        values = [choice.value for choice in ranked]
        assert values == sorted(values, reverse=True)
        assert all(0 <= value <= 1 for value in values)
        assert state == before


def test_the_same_luck_gives_the_same_answer() -> None:
    knows = [RestaurantHeuristic(GAME), RestaurantHeuristic(GAME)]
    for number, (state, seat) in enumerate(visited(GAME, 2)):
        if number % 9 == 0:
            answers = [each.judge(GAME.view(state, seat), Random(3), Iterations(60)) for each in knows]
            assert answers[0] == answers[1]


def test_no_more_is_played_than_the_meter_allows() -> None:
    knows = RestaurantHeuristic(GAME)
    state, seat = next(visited(GAME, 1))
    meter = Iterations(40)
    knows.judge(GAME.view(state, seat), Random(1), meter)
    assert meter.left == -1


def test_a_spectator_has_nothing_to_choose() -> None:
    with pytest.raises(ValueError, match="spectator"):
        RestaurantHeuristic(GAME).judge(GAME.view(GAME.start(), None), Random(1), Iterations(1))


def preferred(
    state: RestaurantState, game: Restaurant = GAME, seat: Seat = ANNE, iterations: int = 400
) -> Sequence[Ranked]:
    """What the search thinks of a scene in which all cards are known."""
    plans, weights = Plans(), SERVICE_ONLY if game.service_only else DEFAULT
    evening = judging.Evening(game, seat, plans, weights, Random(1))
    candidates = first_impressions(game, [state], seat, plans, weights)
    chances = LastTurns(game.room, state, owners(state), seat).chances([game.scores(state)]) if state.sums else {}
    race = Race(candidates, TRUST_IN_SERVICE if state.sums else TRUST_IN_ORDERS, chances)
    return judged(evening, lambda: state, race, Iterations(iterations))


# The service

LONG_HANDS = {BERNARD: [M300, M300, DISH, M200], CLAIRE: [M300, M300, DISH, M200]}


def test_the_evening_is_ended_by_a_double_while_ahead() -> None:
    """A double at A2, then a dish in the corner A1: nothing is left next to it. On the other side the room goes on."""
    markers = {ANNE: "A6", BERNARD: "A1 A2 A7 A8", CLAIRE: "A4 A5 A9 A10"}
    hands = {ANNE: [DOUBLE, DISH, DISH], **LONG_HANDS}
    state = service(GAME, {**markers, ANNE: "A3 A6"}, hands, "A2 A4", last="A3", served="A3", sums=[0, 1000, 1000])
    state.points = [1500, 0, 0]
    assert GAME.scores(state)[ANNE] > max(GAME.scores(state)[1:])
    best = preferred(state)[0]
    assert best.action == serve(DOUBLE, "A2")
    assert best.value == 1.0
    GAME.apply(state, ANNE, best.action)
    assert state.step is SERVE_MORE
    after = preferred(state)[0]
    assert after.action == serve(DISH, "A1")
    GAME.apply(state, ANNE, after.action)
    assert GAME.winners(state) == (ANNE,)


def test_the_evening_is_ended_by_a_jump_while_ahead() -> None:
    """F10 stands alone: whoever jumps there ends the evening."""
    markers = {ANNE: "A3 A6", BERNARD: "A1 A2 A7 A8", CLAIRE: "A4 A5 A9 A10 F10"}
    hands = {ANNE: [JUMP, DISH, DISH], **LONG_HANDS}
    state = service(GAME, markers, hands, "A2 A4", last="A3", served="A3", sums=[0, 1000, 1000])
    state.points = [1500, 0, 0]
    ranked = preferred(state)
    assert isinstance(ranked[0].action, type(serve(JUMP, "A2")))
    assert ranked[0].value == 1.0
    GAME.apply(state, ANNE, serve(JUMP, "A4"))
    assert preferred(state)[0].action == serve(DISH, "F10")


def test_who_is_behind_does_not_end_the_evening() -> None:
    """A2 is a dead end; A4 leads on to tables of her own."""
    markers = {ANNE: "A3 A5 A6 A7", BERNARD: "A2", CLAIRE: "A4 A8"}
    hands = {ANNE: [M300, M300, DISH, M200], BERNARD: [DISH, M300], CLAIRE: [DISH, M100]}
    state = service(GAME, markers, hands, "A2 A4", last="A3", served="A3", sums=[800, 300, 100])
    state.points = [0, 300, 0]
    choice = preferred(state)[0].action
    assert choice in {SERVES[number][table("A4")] for number in range(11)}


def test_a_menu_goes_to_the_table_of_one_who_trails() -> None:
    """It costs nothing to give points to Claire, who is far behind, and Anne is rid of what she would have to pay."""
    markers = {ANNE: "A3 A6", BERNARD: "A5 A7", CLAIRE: "A4 A8"}
    hands = {ANNE: [M300, DISH, DISH], BERNARD: [DISH, DISH], CLAIRE: [DISH, DISH]}
    state = service(GAME, markers, hands, "A4", last="A3", served="A3", sums=[300, 0, 0])
    state.points = [700, 800, 0]
    assert preferred(state)[0].action == serve(M300, "A4")


def test_a_choice_that_ends_the_evening_as_loser_is_worth_nothing() -> None:
    markers = {ANNE: "A3 A5", BERNARD: "A2", CLAIRE: "A4"}
    hands = {ANNE: [DISH, M300], BERNARD: [DISH, DISH], CLAIRE: [DISH, DISH]}
    state = service(GAME, markers, hands, "A2 A4", last="A3", served="A3", sums=[300, 0, 0])
    state.points = [0, 400, 0]
    values = {choice.action: choice.value for choice in preferred(state)}
    assert values[serve(DISH, "A2")] < 0.05
    assert values[serve(DISH, "A4")] > values[serve(DISH, "A2")]


def ends(game: Restaurant, state: RestaurantState, seat: Seat, depth: int = 2) -> dict[Move, set[tuple[int, ...]]]:
    """By the rules alone: the first actions of turns that end the evening, and the scores that they lead to.

    Without those that end it because nobody has a card that fits: the seat cannot know that.
    """
    found: dict[Move, set[tuple[int, ...]]] = {}
    for action in game.legal(state, seat):
        after = state.copy()
        game.apply(after, seat, action)
        if after.step is Step.OVER:
            if after.ending is not ServiceEnding.ALL_PASSED:
                found.setdefault(action, set()).add(game.scores(after))
        elif depth and after.step is SERVE_MORE:
            for scores in ends(game, after, seat, depth - 1).values():
                found.setdefault(action, set()).update(scores)
    return found


def best_for(seat: Seat, scores: set[tuple[int, ...]]) -> tuple[int, ...]:
    """The scores with which a seat is furthest ahead."""
    return max(scores, key=lambda each: (each[seat] - max(each[:seat] + each[seat + 1 :]), each))


@pytest.mark.rule("RE-17", "RE-20")
@pytest.mark.parametrize("game", OPTIONS, ids=repr)
@pytest.mark.slow_under_coverage
def test_all_turns_that_end_the_evening_are_found(game: Restaurant) -> None:
    """As long as there are not too many; and nothing is found that the rules do not allow."""
    found = 0
    for seed in range(repetitions(8, by_day=3)):
        for state, seat in visited(game, seed):
            extras = count(state.hands[seat], JUMP) + count(state.hands[seat], DOUBLE)
            if not state.sums or extras > 2:
                continue
            standing = game.scores(state)
            turns = LastTurns(game.room, state, owners(state), seat).found
            told = {
                first: {tuple(map(sum, zip(standing, gains, strict=True))) for gains in each}
                for first, each in turns.items()
            }
            truly = ends(game, state, seat)
            assert all(told[first] <= truly[first] for first in told)
            assert {*chain(*told.values())} >= {best_for(seat, scores) for scores in truly.values()}
            found += bool(told)
    assert found > repetitions(5, by_day=1)


# The orders


def test_a_menu_of_600_wants_a_marker_in_the_salon() -> None:
    state = orders(GAME, "A4 B3 B4 C4 B2", "B3", hands={ANNE: [M600]}, markers={ANNE: "A1", BERNARD: "A2"})
    assert {choice.action for choice in preferred(state)} == {take("B4"), take("B2")}
    assert preferred(state)[0].action == take("B4")


def test_a_further_card_is_taken() -> None:
    evening = Evening(Restaurant())
    evening.take(ANNE, "A1", DOUBLE)
    knows = RestaurantHeuristic(Restaurant())
    assert knows.judge(evening.match.view(ANNE), Random(1), Iterations(100))[0].action != DONE


def dish_of_claire(game: Restaurant) -> Evening:
    """Anne has shown two dishes of the day, Bernard a jump; Claire has turned a dish."""
    evening = Evening(game)
    evening.take(ANNE, "A1", DISH)
    evening.take(BERNARD, "A2", JUMP)
    evening.play(BERNARD, DONE)
    evening.take(CLAIRE, "A3", DISH)
    return evening


def test_a_card_is_drawn_from_who_has_shown_a_jump() -> None:
    evening = dish_of_claire(GAME)
    ranked = RestaurantHeuristic(GAME).judge(evening.match.view(CLAIRE), Random(1), Iterations(200))
    assert ranked[0].action == Exchange(BERNARD)
    assert {choice.action for choice in ranked} == {Exchange(ANNE), Exchange(BERNARD), KEEP}


def test_a_pile_is_considered_with_all_menus_or_the_dear_ones() -> None:
    for protect, piles in ((Protect.ALL, [(M100, M600)]), (Protect.CHOSEN, [(M100, M600), (M600,)])):
        game = Restaurant(players=3, protect=protect)
        state = orders(game, "A4 B3 B4 C4", "A3", hands={ANNE: [R100, M600, M100, DISH]})
        proposed = [choice.action for choice in preferred(state, game) if isinstance(choice.action, Reserve)]
        assert {action.menus for action in proposed} == set(piles)
        assert all(game.refusal(state, ANNE, action) is None for action in proposed)


def test_prospects() -> None:
    """Parts of one win: more for dear menus with a table for them, for jumps, for serving first."""
    plain = [hand([M100, DISH])] * 3
    markers = [tables("B4"), tables("A1"), tables("A2")]

    def of_anne(*cards: Card, first: int = 1) -> float:
        parts = shares([hand(cards), *plain[1:]], markers, first, DEFAULT, 1.0)
        assert sum(parts) == pytest.approx(1)
        return parts[ANNE]

    assert of_anne(M600, DISH) > of_anne(M300, DISH) > of_anne(M100, DISH)
    assert of_anne(JUMP, DISH) > of_anne(DOUBLE, DISH) > of_anne(DISH, DISH)
    assert of_anne(M300, DISH) > of_anne(R100, DISH)
    assert of_anne(M100, DISH, first=0) > of_anne(M100, DISH)
    in_salon = shares([hand([M600])] * 3, markers, 1, DEFAULT, 0.0)
    assert in_salon[ANNE] > in_salon[BERNARD] == in_salon[CLAIRE]


# The race


def test_who_is_clearly_worse_drops_out() -> None:
    good, bad, close = Candidate(DONE), Candidate(KEEP), Candidate(take("A1"))
    race = Race([good, bad, close], trust=0.0)
    for number in range(40):
        for candidate in race.running:
            candidate.results.append({DONE: 0.8, KEEP: 0.1}.get(candidate.action, 0.75 + 0.2 * (number % 2)))
        race.drop()
    assert bad not in race.running
    assert close in race.running
    ranked = race.ranked()
    assert ranked[-1].action == KEEP
    assert ranked[-1].value == pytest.approx(ranked[0].value - 0.7, abs=0.1)


# Temperament


def test_style() -> None:
    knows = RestaurantHeuristic(GAME)
    assert isinstance(knows, HasStyle)
    state = service(GAME, {ANNE: "B4 A4", BERNARD: "A3", CLAIRE: "A5"}, {ANNE: [M600, R600, DISH, JUMP]}, "B4 A4")
    assert knows.style(state, ANNE, serve(M600, "B4"))["greedy"] == 1.0
    assert knows.style(state, ANNE, serve(DISH, "B4"))["greedy"] == 0.0
    assert (
        knows.style(state, ANNE, serve(R600, "B4"))["cautious"]
        > knows.style(state, ANNE, serve(M600, "B4"))["cautious"]
    )
    assert knows.style(state, ANNE, serve(JUMP, "A4"))["bold"] > knows.style(state, ANNE, serve(DISH, "B4"))["bold"]
    assert knows.style(state, ANNE, Exchange(BERNARD))["bold"] > 0
    assert knows.style(state, ANNE, KEEP)["cautious"] == knows.style(state, ANNE, Reserve(R600))["cautious"] == 1.0
    in_orders = orders(GAME, "A4 B3 B4 C4", "A3")
    assert knows.style(in_orders, ANNE, take("B4"))["greedy"] > knows.style(in_orders, ANNE, take("B3"))["greedy"]


@pytest.mark.parametrize("game", OPTIONS, ids=repr)
def test_styles_are_from_0_to_1(game: Restaurant) -> None:
    knows = RestaurantHeuristic(game)
    for state, seat in visited(game, 3):
        for action in game.legal(state, seat)[:12]:
            style = knows.style(state, seat, action)
            assert set(style) <= {"bold", "greedy", "cautious"}
            assert all(0 <= share <= 1 for share in style.values())
