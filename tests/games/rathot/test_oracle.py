"""The engine beside the plain table of oracle.py, at every step of random matches."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.games.rathot import oracle
from tests.games.rathot.scene import SmallTable, walk
from tests.repetitions import repetitions

from tablee.core.game import Event
from tablee.core.seat import CHANCE, Seat
from tablee.games.rathot import events as e
from tablee.games.rathot.actions import Draw, Place
from tablee.games.rathot.knowledge.grid import Grid, grid
from tablee.games.rathot.pieces import Changed, Deck, Dir, Ending
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState

pytestmark = pytest.mark.slow_under_coverage

TOUCHED, GROWN = Changed

MATCHES = [
    *((SmallTable(table_size=5, changed=changed), seed) for changed in Changed for seed in range(6)),
    *((SmallTable(table_size=7, changed=changed), seed) for changed in Changed for seed in range(4)),
    (RatHot(table_size=15), 1),
    (RatHot(table_size=15, changed=GROWN), 2),
    (RatHot(table_size=31), 3),
    *[(RatHot(table_size=31, changed=GROWN), 4)][: repetitions(1, by_day=0)],
    *((RatHot(table_size=15, deck=deck), 5) for deck in Deck),
]
"""Small tables grow high and fill up, large ones spread."""


def as_told(action: Place) -> oracle.Placement:
    return action.card, action.row, action.col, action.dir.value


def groups_told(events: list[Event], kind: type[e.Scored] | type[e.FinalCount]) -> list[oracle.Group]:
    return [
        (group.spice.value, frozenset(group.squares))
        for event in events
        if isinstance(event, kind)
        for group in event.groups
    ]


def same_table(state: RatHotState, squares: Grid, table: oracle.Table) -> bool:
    heights = {
        squares.square(number): height
        for height, level in enumerate(state.levels)
        for number in range(squares.width * squares.size)
        if height and level >> number & 1
    }
    return heights == {square: len(pile) for square, pile in table.piles.items()}


@pytest.mark.rule(
    "RH-02", "RH-08", "RH-09", "RH-10", "RH-11", "RH-12", "RH-13", "RH-14", "RH-15", "RH-16", "RH-17", "RH-18"
)
@pytest.mark.parametrize(("game", "seed"), MATCHES)
def test_a_match_of_tame_rats_goes_as_on_the_plain_table(game: RatHot, seed: int) -> None:
    """Rats that end no match let every match go on to the last card."""
    table = oracle.Table(game.table_size, game.changed.value, game.deck.value)
    for state, seat, action in walk(game, Random(seed), tame=True):
        if isinstance(action, Draw):
            copy = state.copy()
            game.apply(copy, seat, action)
            if copy.aside != state.aside:
                assert table.placements((*state.hand, action.card)) == set()
            continue
        assert set(map(as_told, game.legal(state, seat))) == table.placements(state.hand)  # type: ignore[arg-type]
        copy = state.copy()
        events = list(game.apply(copy, seat, action))
        scored = table.lay(as_told(action))
        assert sorted(groups_told(events, e.Scored), key=repr) == sorted(scored, key=repr)
        assert [rats + 99 for rats in copy.rats] == [table.rats("r"), table.rats("g")]
        assert same_table(copy, grid(game.table_size), table)
        if copy.ending is None:
            assert copy.scores == list(table.points.values())
            assert bool(copy.across or copy.down) == bool(table.placements([0]))
        elif not copy.aside:
            assert sorted(groups_told(events, e.FinalCount), key=repr) == sorted(table.groups(), key=repr)
    table.count(table.groups())
    assert state.ending is Ending.FINAL_COUNT
    assert state.scores == list(table.points.values())


@pytest.mark.rule("RH-09", "RH-10", "RH-11", "RH-12")
@pytest.mark.parametrize(("game", "seed"), [(SmallTable(table_size=7), 1), (RatHot(table_size=15), 2), (RatHot(), 3)])
def test_refusals_name_the_rule_the_plain_table_finds_broken(game: RatHot, seed: int) -> None:
    rng = Random(seed)
    table = oracle.Table(game.table_size, game.changed.value, game.deck.value)
    reach = range(-game.table_size // 2 - 2, game.table_size // 2 + 4)
    for state, seat, action in walk(game, rng, tame=True):
        if isinstance(action, Draw):
            continue
        for _ in range(200):
            card = rng.choice([card for card in range(42) if not state.cards.reads_alike[card]])
            wish = Place(card, rng.choice(reach), rng.choice(reach), rng.choice(list(Dir)))
            held = state.copy()
            held.hand = (card,)
            refusal = game.refusal(held, seat, wish)
            assert (refusal.rule if refusal else None) == table.broken_rule(as_told(wish))
            assert game.is_legal(held, seat, wish) == (refusal is None)
        table.lay(as_told(action))


@pytest.mark.rule("RH-19", "RH-20", "RH-21")
@pytest.mark.parametrize("deck", Deck)
@pytest.mark.parametrize("seed", range(repetitions(30, by_day=12)))
def test_wild_rats_end_a_match_as_on_the_plain_table(seed: int, deck: Deck) -> None:
    game = RatHot(table_size=15, deck=deck)
    table = oracle.Table(15, "touched", deck.value)
    for state, _, action in walk(game, Random(seed)):
        if isinstance(action, Place):
            table.lay(as_told(action))
            turn_over = len(state.hand) == 1
            lost = turn_over and table.rats("rg"[state.player]) >= 3
            copy = state.copy()
            game.apply(copy, state.player, action)
            assert (copy.ending in (Ending.RATS_RED, Ending.RATS_GREEN)) == lost
    assert game.winners(state) == (Seat(1 - state.player),) or state.ending is Ending.FINAL_COUNT


@settings(max_examples=40)
@given(st.integers(0, 2**32 - 1))
def test_random_actions_are_drawn_alike_from_all_legal_ones(seed: int) -> None:
    """Drawn with a generator that goes through all values, every legal action comes up equally often."""
    rng = Random(seed)
    game = SmallTable(table_size=rng.choice([5, 7]))
    steps = [(state.copy(), seat) for state, seat, _ in walk(game, rng, tame=True)]
    state, seat = rng.choice(steps)
    legal = list(game.legal(state, seat))

    class Steady:
        def __init__(self) -> None:
            self.number = 0

        def random(self) -> float:
            self.number += 1
            return (self.number - 0.5) / len(legal)

    steady = Steady()
    drawn = [game.random_action(state, seat, steady) for _ in legal]  # type: ignore[arg-type]
    assert sorted(drawn, key=repr) == sorted(legal, key=repr)
    if seat == CHANCE:
        assert list(game.odds(state)) == legal
