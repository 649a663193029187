"""What a bot sees of a table at once is what one finds square by square."""

from collections.abc import Iterator
from itertools import chain
from random import Random

import pytest
from tests.games.rathot.scene import SmallTable, plague, scene, walk

from tablee.core.seat import CHANCE, Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.bot import rats
from tablee.games.rathot.bot.evaluation import Evaluation, Worths
from tablee.games.rathot.bot.spice_groups import SpiceGroups, group_counts
from tablee.games.rathot.knowledge.grid import Grid, bits, grid, place_key
from tablee.games.rathot.knowledge.placement import lay
from tablee.games.rathot.pieces import FIRST_RAT, SPICES
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

GAME = plague()
GRID = grid(GAME.table_size)


def tables(rng: Random, *, game: RatHot = GAME) -> Iterator[tuple[RatHotState, Seat]]:
    """All the tables of a match without end by rats in which somebody is to lay a card."""
    for state, seat, _ in walk(game, rng, tame=True):
        if seat != CHANCE:
            state.rats = [sum(face == FIRST_RAT + owner for face in state.faces) for owner in (0, 1)]
            yield state, seat
            state.rats = [-99, -99]


def squares(*spots: tuple[int, int]) -> int:
    return sum(1 << GRID.number(row, col) for row, col in spots)


def neighbours(number: int, squares_: Grid) -> set[int]:
    return set(bits(squares_.beside(1 << number)))


@pytest.mark.parametrize("seed", range(3))
def test_spice_groups_are_sorted_by_size(seed: int) -> None:
    for state, _ in tables(Random(seed)):
        for spice in SPICES:
            shown = state.shown[spice]
            by_size = SpiceGroups(shown, GRID)
            groups = [set(bits(group)) for group in GRID.groups(shown, GRID.all)]
            by_square = {number: group for group in groups for number in group}
            for number in bits(shown):
                size = len(by_square.get(number, {number}))
                links = len(neighbours(number, GRID) & by_square.get(number, set()))
                kind = (
                    "singles"
                    if size == 1
                    else "pairs"
                    if size == 2
                    else "larger"
                    if size > 3
                    else ("ends" if links == 1 else "centres")
                )
                for name in ("singles", "pairs", "ends", "centres", "larger"):
                    assert bool(getattr(by_size, name) >> number & 1) == (name == kind)
            for number in bits(GRID.beside(shown) & ~shown):
                beside = neighbours(number, GRID) & set(bits(shown))
                largest = max(len(by_square.get(other, {other})) for other in beside)
                kind = {1: "beside_one" if len(beside) == 1 else "beside_two", 2: "beside_pair"}.get(
                    largest, "beside_big"
                )
                for name in ("beside_one", "beside_two", "beside_pair", "beside_big"):
                    assert bool(getattr(by_size, name) >> number & 1) == (name == kind)


def test_a_square_with_three_neighbours_is_no_centre_of_three() -> None:
    groups = SpiceGroups(squares((0, 0), (0, 1), (0, -1), (1, 0)), GRID)
    assert groups.larger.bit_count() == 4
    assert not groups.centres | groups.ends


@pytest.mark.parametrize(
    ("spots", "counted"),
    [
        ([], (0, 0, 0)),
        ([(0, 0), (1, 1)], (2, 0, 0)),
        ([(0, 0), (0, 1), (5, 5)], (1, 1, 0)),
        ([(0, 0), (0, 1), (1, 0), (1, 1), (4, 4), (5, 4), (6, 4)], (0, 0, 2)),
        # A ring is not seen: it would have to be filled to be told from its hole.
        ([(0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1), (2, 2)], (0, 0, 0)),
    ],
)
def test_groups_are_counted_by_size(spots: list[tuple[int, int]], counted: tuple[int, int, int]) -> None:
    assert group_counts(squares(*spots), GRID) == counted


@pytest.mark.parametrize("game", [GAME, SmallTable()])
def test_an_evaluation_ranks_every_placement_once(game: RatHot) -> None:
    table = grid(game.table_size)
    worths = (Worths(8, 3, 10, 26, 18, 8, 5), Worths(8, 3, 10, 26, 40, 8, 5))
    for state, seat in tables(Random(11), game=game):
        evaluation = Evaluation(state, table, seat, worths, lost_count=True)
        listed = []
        for held in state.hand:
            ranked = list(evaluation.ranked(held))
            assert {card for _, card, *_ in ranked} == {held}
            assert [worth for worth, *_ in ranked] == sorted((worth for worth, *_ in ranked), reverse=True)
            listed += [
                table.places[place_key(first, card, turn)] for _, card, turn, strips in ranked for first in bits(strips)
            ]
        assert len(listed) == len(set(listed))
        assert set(listed) == set(game.legal(state, seat))


def test_rats_are_evaluated_exactly() -> None:
    worths = (Worths(0, 0, 0, 0, 20, 0, 0), Worths(0, 0, 0, 0, 7, 0, 0))
    for state, seat in tables(Random(12)):
        evaluation = Evaluation(state, GRID, seat, worths, lost_count=True)
        for worth, card, turn, strips in chain.from_iterable(map(evaluation.ranked, state.hand)):
            after = state.copy()
            place = GRID.places[place_key(next(bits(strips)), card, turn)]
            GAME.apply(after, seat, place, events=False)
            fewer = [
                sum(face == FIRST_RAT + owner for face in state.faces)
                - sum(face == FIRST_RAT + owner for face in after.faces)
                for owner in (0, 1)
            ]
            red, green = 20 * fewer[0], 7 * fewer[1]
            assert worth == (red - green if seat == 0 else green - red)


@pytest.mark.parametrize("seed", range(3))
def test_rats_that_can_be_covered_are_found(seed: int) -> None:
    for state, _ in tables(Random(seed)):
        strips = [GRID[first].cells for first in bits(state.across)] + [
            GRID[~first].cells for first in bits(state.down)
        ]
        for seat in GAME.seats:
            shown = sum(1 << number for number, face in enumerate(state.faces) if face == FIRST_RAT + seat)
            assert rats.coverable(state, GRID, seat) == max((cells & shown).bit_count() for cells in strips)
            reach = rats.within_reach(state, GRID)
            near = [number for number in bits(shown) if any(cells >> number & 1 for cells in strips)]
            distances = rats.distances(state, GRID, seat, reach)
            assert len(distances) == shown.bit_count()
            assert distances.count(1) == len(near)


def heights_by_square(state: RatHotState, table: Grid) -> dict[tuple[int, int], int]:
    return {square: height for height, level in enumerate(state.levels) for square in table.squares(level)}


def lines_through(row: int, col: int) -> list[list[tuple[int, int]]]:
    """The strips through a square, over the table's edge or not."""
    across = [[(row, col - back + step) for step in range(3)] for back in range(3)]
    down = [[(row - back + step, col) for step in range(3)] for back in range(3)]
    return across + down


def test_a_rat_with_something_higher_on_every_strip_is_never_covered() -> None:
    """Or with nothing there but its own card, lying on a level."""
    found = set()
    game = SmallTable(table_size=7)  # it grows high
    table = grid(game.table_size)
    for state, _ in chain.from_iterable(tables(Random(seed), game=game) for seed in range(4)):
        heights, reach = heights_by_square(state, table), rats.within_reach(state, table)
        for seat in game.seats:
            shown = rats.where(state.faces, FIRST_RAT + seat) & ~reach
            never = sum(not is_open(heights, row, col) for row, col in table.squares(shown))
            assert rats.distances(state, table, seat, reach).count(rats.NEVER) == never
            found.add(bool(never))
    assert found == {True, False}


def is_open(heights: dict[tuple[int, int], int], row: int, col: int) -> bool:
    """Whether on a strip through a square nothing lies higher and something lower."""
    own = heights[row, col]
    lines = [[heights.get(square, own + 1) for square in line] for line in lines_through(row, col)]
    return any(max(line) == own > min(line) for line in lines)


def test_distances_count_cards() -> None:
    """One square beside a rat on the table is free: a card there, and the next covers the rat."""
    state = scene("12 0 2 E").state  # r1 -- r*, in line with the start card
    assert isinstance(state, RatHotState)
    reach = rats.within_reach(state, GRID)
    assert rats.distances(state, GRID, Seat(0), reach) == [2]
    assert rats.to_raise(state, GRID, Seat(0), reach) == squares((0, 5), (0, 6), (-2, 4), (-1, 4), (1, 4), (2, 4))
    number = GRID.number(0, 4)
    raised = state.copy()
    raised.levels[1] ^= 1 << number
    raised.levels += [1 << number, 0]
    # Now a card on the two squares of its own card and on the start card's last one makes it level again.
    assert rats.distances(raised, GRID, Seat(0), reach) == [2]
    assert rats.to_raise(raised, GRID, Seat(0), reach) == squares((0, 2), (0, 3))
    sunk = state.copy()
    around = squares((0, 3), (0, 5), (-1, 4), (1, 4))
    sunk.levels = [level & ~around for level in state.levels[:2]] + [around]
    assert rats.distances(sunk, GRID, Seat(0), reach) == [rats.NEVER]
    assert rats.to_raise(sunk, GRID, Seat(0), reach) == 0


def is_lost(state: RatHotState, seat: Seat) -> bool:
    """RH-19: whether the seat, with one card in hand or none, will show too many rats wherever it lays it."""
    shown = {number for number, face in enumerate(state.faces) if face == FIRST_RAT + seat}
    on_cards = sum(state.cards.rats[seat][card] for card in state.hand)
    strips = [GRID[first].cells for first in bits(state.across)] + [GRID[~first].cells for first in bits(state.down)]
    covered = max(len(shown & set(bits(cells))) for cells in strips) if state.hand else 0
    return len(shown) + on_cards - covered >= 3


@pytest.mark.slow_under_coverage
@pytest.mark.parametrize("seed", range(3))
def test_a_card_fails_if_too_many_rats_stay_whatever_follows(seed: int) -> None:
    rng, found = Random(seed), set()
    for state, seat in tables(rng):
        if not rats.must_cover(state, seat):
            continue
        rescue = rats.Rescue(state, GRID, seat)
        for place in rng.sample(GAME.legal(state, seat), 20):
            assert isinstance(place, Place)
            after = state.copy()
            lay(after, GRID, place, False)
            after.hand = tuple(card for card in state.hand if card != place.card)
            fails = is_lost(after, seat)
            assert rescue.fails(place) == fails
            assert fails or not rescue.is_hopeless
            found.add((len(state.hand), fails))
    assert found == {(1, True), (1, False), (2, True), (2, False)}


@pytest.mark.parametrize("many", range(4))
def test_one_card_covers_up_to_three_rats(many: int) -> None:
    state = GAME.start()
    first = GRID.number(0, -1)
    state.across, state.down = 1 << first, 0
    for number in range(first, first + many):
        state.faces[number] = FIRST_RAT
    assert rats.coverable(state, GRID, Seat(0)) == many


def test_the_rats_in_the_pile_are_counted() -> None:
    state = GAME.start()
    assert [state.cards.rats_among(state.pile, seat) for seat in GAME.seats] == [10, 10]
    assert [state.cards.rats_among(1 << 21 | 1 << 12, seat) for seat in GAME.seats] == [3, 0]
