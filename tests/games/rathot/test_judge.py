"""The search of Rat Hot's bot: whole turns, answers, and no match lost by rats where a turn saves it."""

import sys
from collections.abc import Iterator, Sequence
from itertools import islice
from random import Random

import pytest
from tests.games.iterations import Iterations
from tests.games.rathot.scene import ANNE, BERNARD, SmallTable, plague, scene
from tests.games.rathot.test_bot_tables import tables

from tablee.bots.bot import Budget
from tablee.bots.levels import LEVELS
from tablee.core.heuristic import HasStyle, Judge, Ranked
from tablee.core.seat import CHANCE, Seat
from tablee.games.rathot.actions import Place
from tablee.games.rathot.bot import RatHotHeuristic, heuristic, rats
from tablee.games.rathot.bot.foresight import Foresight
from tablee.games.rathot.bot.outlook import Outlook, chance
from tablee.games.rathot.bot.turns import TurnSearch
from tablee.games.rathot.knowledge.grid import bits, grid
from tablee.games.rathot.knowledge.placement import lay
from tablee.games.rathot.pieces import FIRST_RAT, Deck
from tablee.games.rathot.rules import RatHot
from tablee.games.rathot.state import RatHotState


def judged(game: RatHot, state: RatHotState, iterations: int, seed: int = 1) -> list[Ranked]:
    return list(RatHotHeuristic(game).judge(game.view(state, state.player), Random(seed), Iterations(iterations)))


def judged_by_looks(game: RatHot, state: RatHotState, iterations: int = 0) -> list[Ranked]:
    """As those judge who know nothing that was learned."""
    view = game.view(state, state.player)
    return list(RatHotHeuristic(game).judge_within(view, Random(1), Iterations(iterations), sight=0))


def rats_shown(state: RatHotState, seat: Seat) -> int:
    return sum(face == FIRST_RAT + seat for face in state.faces)


def can_be_saved(game: RatHot, state: RatHotState, seat: Seat) -> bool:
    """Whether some turn ends with fewer than three rats: tried out card by card, strip by strip."""
    table = grid(game.table_size)
    for first in game.legal(state, seat):
        after = state.copy()
        lay(after, table, first, False)  # type: ignore[arg-type]
        others = [card for card in state.hand if card != first.card]
        shown = {number for number, face in enumerate(after.faces) if face == FIRST_RAT + seat}
        strips = [table[first].cells for first in bits(after.across)]
        strips += [table[~first].cells for first in bits(after.down)]
        covered = max(len(shown & set(bits(cells))) for cells in strips) if others else 0
        if len(shown) + sum(state.cards.rats[seat][card] for card in others) - covered < 3:
            return True
    return False


def dangerous_turns(game: RatHot, rng: Random) -> Iterator[RatHotState]:
    """Tables at the start of turns in which rats must be covered, from quick matches."""
    knows = RatHotHeuristic(game)
    while True:
        state = game.start()
        while actors := game.actors(state):
            if actors[0] == CHANCE:
                game.apply(state, CHANCE, game.sample(state, rng), events=False)
                continue
            if len(state.hand) == 2 and rats.must_cover(state, state.player):
                yield state.copy()
            place = rng.choice(knows.candidates(state, actors[0], rng, 3))
            game.apply(state, actors[0], place, events=False)


@pytest.mark.rule("RH-19", "RH-20")
@pytest.mark.parametrize("deck", [Deck.EVEN, Deck.PLAGUE])
@pytest.mark.parametrize("level", ["commis", "cuisinier", "chef", "toque"])
@pytest.mark.slow_under_coverage
def test_no_level_loses_by_rats_where_a_turn_saves_it(level: str, deck: Deck) -> None:
    game, rng, ends = RatHot(deck=deck), Random(7), set()
    few = Budget(iterations=8)
    for start in islice(dangerous_turns(game, rng), 8):
        state, seat = start.copy(), start.player
        while game.actors(state) == (seat,):
            action = LEVELS[level].bot.choose(game, game.view(state, seat), rng, few)
            game.apply(state, seat, action, events=False)  # type: ignore[arg-type]
        is_lost = rats_shown(state, seat) >= 3
        assert not is_lost or not can_be_saved(game, start, seat)
        ends.add(is_lost)
    assert False in ends


@pytest.mark.parametrize("game", [RatHot(), RatHot(deck=Deck.UNEVEN, table_size=15), SmallTable()], ids=repr)
@pytest.mark.parametrize("iterations", [0, 40])
def test_choices_are_legal_and_ranked(game: RatHot, iterations: int) -> None:
    for number, (state, seat) in enumerate(tables(Random(4), game=game)):
        if number % 9:
            continue
        before = state.copy()
        choices = judged(game, state, iterations)
        assert state == before
        assert {choice.action for choice in choices} <= set(game.legal(state, seat))
        assert len({choice.action for choice in choices}) == len(choices)
        values = [choice.value for choice in choices]
        assert values == sorted(values, reverse=True)
        assert all(0 <= value <= 1 for value in values)
        assert [choice.weight for choice in choices] == [1.0] + [0.0] * (len(choices) - 1)


def game_in_its_middle(game: RatHot) -> RatHotState:
    return next(state.copy() for state, _ in islice(tables(Random(5), game=game), 12, None) if len(state.hand) == 2)


@pytest.mark.slow_under_coverage
def test_the_same_iterations_give_the_same_answer() -> None:
    game = RatHot()
    state = next(islice(dangerous_turns(game, Random(3)), 2, None))
    assert judged(game, state, 60) == judged(game, state, 60)
    assert judged(game, game_in_its_middle(game), 60) != judged(game, game_in_its_middle(game), 60, seed=2)
    assert isinstance(RatHotHeuristic(game), Judge)


@pytest.mark.slow_under_coverage
def test_values_are_parts_of_a_win_where_all_is_won_or_lost() -> None:
    game = RatHot()
    for state in islice(dangerous_turns(game, Random(3)), 4):
        assert all(0 <= choice.value <= 1 for choice in judged(game, state, 60))


def test_a_turn_is_judged_as_a_pair() -> None:
    """A pair of red spices 1 becomes a group of four by two cards, for two points each."""
    match = scene("0 -1 -1 E", "17 1 -1 E", "2 2 -1 E", drawn=(22, 37))
    state = match.state
    assert isinstance(state, RatHotState)
    game = plague()
    game.apply(state, ANNE, judged_by_looks(game, state)[0].action, events=False)
    game.apply(state, ANNE, judged_by_looks(game, state)[0].action, events=False)
    assert state.scores[ANNE] >= 1 + 2 + 2


class Hoarder:
    """A network that likes tables on which a seat shows many rats of the other."""

    def log_odds(self, tables: Sequence[RatHotState], seat: Seat, looks: Sequence[float]) -> list[float]:
        assert len(tables) == len(looks)
        return [10.0 * table.rats[1 - seat] for table in tables]


def test_what_was_learned_decides_between_turns() -> None:
    """Cards 9 and 12 show a rat of Anne each: both in sight is what this network wants for Bernard."""
    game = plague()
    state = scene("17 -1 -1 E", drawn=(9, 12)).state
    assert isinstance(state, RatHotState)
    search = TurnSearch(grid(game.table_size), Outlook(grid(game.table_size)), lost_count=True)
    choices = Foresight(search, state.copy(), Random(1), Iterations(0), Hoarder()).judged()
    assert choices == sorted(choices, key=lambda choice: -choice.value)
    assert choices[0].value == pytest.approx(chance(10.0 * 2))


def test_without_numpy_tables_are_judged_by_their_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    game, state = plague(), scene("0 -1 -1 E", "17 1 -1 E", "2 2 -1 E", drawn=(22, 37)).state
    assert isinstance(state, RatHotState)
    heuristic._network.cache_clear()
    monkeypatch.setitem(sys.modules, "tablee.games.rathot.bot.rat_network", None)
    assert judged(game, state, 0) == judged_by_looks(game, state)
    heuristic._network.cache_clear()


def test_the_last_card_wins_if_it_can() -> None:
    """RH-18: what the final count brings is known exactly."""
    state = scene("0 -1 -1 E", "22 -2 -1 E", drawn=(24,)).state
    assert isinstance(state, RatHotState)
    state.turn, state.to_draw, state.hand, state.pile = 22, 0, (1,), 0
    state.scores = [0, 2]
    choices = judged(plague(), state, 0)
    assert choices[0].value > 0.99
    assert choices[-1].value <= 0.5


@pytest.mark.slow_under_coverage
def test_answers_are_looked_at_when_there_is_time() -> None:
    """Two red rats show; Anne may cover one, or leave them where Bernard can lay a third."""
    game = plague()
    state = scene("12 1 -1 E", "9 2 -1 E", "17 3 -1 E", drawn=(38, 39)).state
    assert isinstance(state, RatHotState)
    meter = Iterations(200)
    RatHotHeuristic(game).judge(game.view(state, ANNE), Random(1), meter)
    assert meter.left < 0
    game.apply(state, ANNE, judged_by_looks(game, state, 200)[0].action, events=False)
    game.apply(state, ANNE, judged_by_looks(game, state, 200)[0].action, events=False)
    assert state.rats[ANNE] == 0


def test_more_turns_are_looked_at_when_there_is_still_time() -> None:
    game = plague()
    state = scene("12 1 -1 E", "9 2 -1 E", "17 3 -1 E", drawn=(38, 39)).state
    assert isinstance(state, RatHotState)
    narrow, wide = len(judged_by_looks(game, state, 90)), len(judged_by_looks(game, state, 140))
    assert narrow <= 24 < wide


def test_temperaments_show() -> None:
    game = plague()
    knows = RatHotHeuristic(game)
    assert isinstance(knows, HasStyle)
    state = scene("12 1 -1 E", "9 2 -1 E", "17 3 -1 E", drawn=(28, 39)).state
    assert isinstance(state, RatHotState)
    styles = {place: knows.style(state, ANNE, place) for place in game.legal(state, ANNE) if isinstance(place, Place)}
    covering = [style for place, style in styles.items() if place.card == 39 and style["cautious"]]
    assert covering
    assert max(style["cautious"] for style in covering) == 1.0
    assert max(style["bold"] for place, style in styles.items() if place.card == 28) == 0.5
    assert all(style["bold"] == 0 for place, style in styles.items() if place.card == 39)
    assert {style["greedy"] for style in styles.values()} <= {0, 0.25, 0.5, 0.75, 1.0}
    assert knows.style(state, BERNARD, next(iter(styles)))["cautious"] >= 0
