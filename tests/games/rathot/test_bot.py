"""What a bot thinks of scenes of Rat Hot."""

from itertools import islice
from random import Random

import pytest
from tests.games.rathot.scene import ANNE, BERNARD, SmallTable, plague, scene
from tests.games.rathot.test_bot_tables import is_lost, tables
from tests.repetitions import repetitions

from tablee.core.seat import Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.bot import RatHotHeuristic, rats
from tablee.games.rathot.bot.outlook import Outlook
from tablee.games.rathot.knowledge.grid import grid
from tablee.games.rathot.knowledge.placement import lay
from tablee.games.rathot.pieces import FIRST_RAT, Changed, Ending
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

GAME = plague()
GRID = grid(GAME.table_size)
KNOWS = RatHotHeuristic(GAME)
LAST_OF_ANNE, LAST_OF_BERNARD = 21, 22


def rat_at(state: RatHotState, seat: Seat, row: int, col: int) -> None:
    """A rat of the seat appears on a square."""
    state.faces[GRID.number(row, col)] = FIRST_RAT + seat
    state.rats[seat] += 1


def start(*, turn: int = 1, hand: tuple[int, ...] = ()) -> RatHotState:
    """The start card alone; the pile is as low as it is in that turn."""
    state = GAME.start()
    state.turn, state.to_draw, state.hand = turn, 0 if hand else 2, hand
    state.pile = pile_in(turn, hand)
    return state


def pile_in(turn: int, hand: tuple[int, ...]) -> int:
    """RH-07: some cards, as many as are left in a turn, but those in hand."""
    left = 42 if turn == 1 else 45 - 2 * turn
    return sum(1 << card for card in [card for card in range(42) if card not in hand][: max(0, left - len(hand))])


def after(state: RatHotState, seat: Seat, place: Place) -> RatHotState:
    laid = state.copy()
    GAME.apply(laid, seat, place)
    return laid


def saves(state: RatHotState, seat: Seat, place: Place) -> bool:
    """Whether after this card the seat shows few enough rats, or can with its other one."""
    laid = state.copy()
    lay(laid, GRID, place, False)
    laid.hand = tuple(card for card in state.hand if card != place.card)
    return not is_lost(laid, seat)


def distances(state: RatHotState, seat: Seat) -> list[int]:
    return rats.distances(state, GRID, seat, rats.within_reach(state, GRID))


def two_rats() -> RatHotState:
    """A rat of each colour can be covered; Anne is to lay two cards without rats."""
    match = scene("40 0 2 E", "41 0 -2 W", "16 1 -1 E", drawn=(24, 38))
    assert isinstance(match.state, RatHotState)
    return match.state


@pytest.mark.parametrize(
    "game", [plague(), plague(table_size=15), plague(changed=Changed.GROWN), SmallTable()], ids=repr
)
@pytest.mark.slow_under_coverage
def test_what_is_proposed_is_legal_and_changes_nothing(game: RatHot) -> None:
    knows = RatHotHeuristic(game)
    for state, seat in tables(Random(21), game=game):
        before = state.copy()
        legal = set(game.legal(state, seat))
        some = knows.candidates(state, seat, Random(22), 12)
        assert len(some) == len(set(some)) == min(12, len(legal)) or rats.must_cover(state, seat)
        assert some
        assert {*some, knows.policy(state, seat, Random(23))} <= legal
        assert knows.value(state, Seat(0)) == -knows.value(state, Seat(1))
        assert tuple(knows.values(state)) == (knows.value(state, Seat(0)), knows.value(state, Seat(1)))
        assert state == before


@pytest.mark.slow_under_coverage
def test_who_can_keep_clear_of_three_rats_does() -> None:
    for state, seat in islice(tables(Random(30)), repetitions(100, 15)):
        if rats.must_cover(state, seat):
            legal = {place for place in GAME.legal(state, seat) if isinstance(place, Place)}
            saved = {place for place in legal if saves(state, seat, place)}
            assert set(KNOWS.candidates(state, seat, Random(31), 40)) <= (saved or legal)


def test_a_turn_is_planned_so_that_its_second_card_saves() -> None:
    """Two rats of Anne lie side by side and two cards bring a third: it must be laid where rats can be covered."""
    state = two_rats()
    rat_at(state, ANNE, 0, 2)
    rat_at(state, ANNE, 0, 1)
    assert state.rats[ANNE] == 3
    for seed in range(20):
        table = state.copy()
        for _ in range(2):
            GAME.apply(table, ANNE, KNOWS.policy(table, ANNE, Random(seed)))
        assert table.ending is None


def test_where_all_is_lost_something_is_laid() -> None:
    state = two_rats()
    for col in range(-4, 5):
        state.faces[GRID.number(0, col)] = 0
    state.rats = [7, 0]
    assert KNOWS.policy(state, ANNE, Random(1)) in GAME.legal(state, ANNE)
    proposed = KNOWS.candidates(state, ANNE, Random(1), 5)
    assert len(proposed) == 5
    assert set(proposed) <= set(GAME.legal(state, ANNE))


def test_own_rats_are_covered_and_the_others_are_left() -> None:
    state = two_rats()
    for seed in range(20):
        laid = after(state, ANNE, KNOWS.policy(state, ANNE, Random(seed)))
        assert laid.rats == [0, 1]
    laid = after(state, ANNE, KNOWS.candidates(state, ANNE, Random(1), 1)[0])
    assert laid.rats == [0, 1]


def test_a_rat_for_the_other_is_best_where_he_cannot_cover_it() -> None:
    state = start(turn=3, hand=(41,))
    tables_ = [after(state, ANNE, place) for place in KNOWS.candidates(state, ANNE, Random(1), 99)]
    by_distance = {distances(table, BERNARD)[0]: KNOWS.value(table, ANNE) for table in tables_}
    assert len(by_distance) > 1
    assert max(by_distance.values()) == by_distance[max(by_distance)] > by_distance[min(by_distance)]


def test_late_in_the_match_spices_are_laid_to_score() -> None:
    state = start(turn=LAST_OF_ANNE, hand=(22,))
    assert after(state, ANNE, KNOWS.policy(state, ANNE, Random(1))).scores == [1, 0]


def test_the_others_spices_are_laid_apart() -> None:
    state = start(turn=LAST_OF_BERNARD, hand=(22,))
    assert after(state, BERNARD, KNOWS.policy(state, BERNARD, Random(1))).scores == [0, 0]


def test_the_best_placement_feeds_ones_own_group() -> None:
    """There is a pair of red spices 1: a card is laid with its own beside it, for two points."""
    state = scene("12 0 -2 W").state
    assert isinstance(state, RatHotState)
    state.turn, state.to_draw, state.hand = LAST_OF_ANNE, 0, (22,)
    state.pile = pile_in(LAST_OF_ANNE, state.hand)
    laid = after(state, ANNE, KNOWS.candidates(state, ANNE, Random(1), 1)[0])
    assert laid.scores[ANNE] - state.scores[ANNE] == 2


def test_a_rat_in_sight_is_bad_and_worse_where_it_is_stuck() -> None:
    calm = two_rats()
    calm.hand, calm.to_draw = (), 2
    worried = calm.copy()
    rat_at(worried, ANNE, 0, 2)
    stuck = worried.copy()
    stuck.across = stuck.down = 0
    for seat in GAME.seats:
        outlook = [Outlook(GRID).of(table, seat) for table in (calm, worried, stuck)]
        assert outlook == sorted(outlook, reverse=seat == ANNE)
        assert len(set(outlook)) == 3
    assert KNOWS.value(calm, ANNE) > KNOWS.value(worried, ANNE)


def test_a_turn_that_cannot_be_saved_is_as_good_as_lost() -> None:
    state = two_rats()
    state.hand, state.rats = (24,), [5, 0]
    assert KNOWS.value(state, ANNE) < -5


def test_rats_left_in_the_pile_are_a_threat() -> None:
    state = start(turn=3)
    state.pile = 1 << 20 | 1 << 22  # two green rats
    assert KNOWS.value(state, ANNE) > 1
    state.pile = 0
    assert KNOWS.value(state, ANNE) == 0


def test_points_count_more_the_later_it_is() -> None:
    early, late = start(turn=3), start(turn=LAST_OF_ANNE)
    for state in (early, late):
        state.scores = [7, 2]
    assert 0 < KNOWS.value(early, ANNE) < KNOWS.value(late, ANNE)


def test_groups_in_sight_count_late() -> None:
    state = start(turn=LAST_OF_ANNE)
    state.shown[1] |= 0b110 << GRID.number(5, 5)
    assert KNOWS.value(state, ANNE) > 0 > KNOWS.value(state, BERNARD)


@pytest.mark.parametrize(
    ("ending", "scores", "values"),
    [
        (Ending.RATS_GREEN, [0, 9], (100, -100)),
        (Ending.FINAL_COUNT, [3, 4], (-100, 100)),
        (Ending.FINAL_COUNT, [4, 4], (0, 0)),
    ],
)
def test_the_end_is_worth_more_than_any_hope(ending: Ending, scores: list[int], values: tuple[int, int]) -> None:
    state = start(turn=LAST_OF_BERNARD)
    state.ending, state.scores = ending, scores
    assert tuple(KNOWS.values(state)) == values


def test_values_are_log_odds() -> None:
    assert KNOWS.swing(start()) == 2 * KNOWS.scale == 2


def test_what_was_counted_is_forgotten_before_it_fills_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    calm = two_rats()
    calm.hand, calm.to_draw = (), 2
    outlook = Outlook(GRID)
    before = outlook.of(calm, ANNE)
    monkeypatch.setattr("tablee.games.rathot.bot.outlook._KEPT", 0)
    assert outlook.of(calm, ANNE) == before
