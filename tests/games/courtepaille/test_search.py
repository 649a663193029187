"""The search of the bot, and what it rests on: tables in arrays, worlds, learned chances."""

import sys
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import chain
from random import Random
from typing import Any

import numpy as np
import pytest
from tests.games.courtepaille import oracle
from tests.games.courtepaille.scene import ANNE, BERNARD, Scene, add, choose, eat, ended, look, remove, table, take
from tests.games.iterations import Iterations

from tablee.core.heuristic import HasStyle, Judge, Ranked
from tablee.core.registry import manifest
from tablee.core.seat import CHANCE, Seat
from tablee.games.courtepaille.actions import Look, Move, Remove
from tablee.games.courtepaille.bot import CourtePailleHeuristic
from tablee.games.courtepaille.bot.card_arrays import NO_CARD, POINTS, Floats, Ints
from tablee.games.courtepaille.bot.learner import CourtePailleLearner
from tablee.games.courtepaille.bot.playouts import Playouts
from tablee.games.courtepaille.bot.win_chances import WinChances, learned
from tablee.games.courtepaille.bot.worlds import number_of, tables_of, unseen_days
from tablee.games.courtepaille.pieces import CARDS, MOST_ADDED, Card, bits, numbers
from tablee.games.courtepaille.rules import CourtePaille
from tablee.games.courtepaille.state import CourtePailleState

TWO, THREE = CourtePaille(players=2), CourtePaille(players=3)
ADVANCED = CourtePaille(players=3, advanced=True)
SAILORS = "sailor-1 sailor-2 sailor-3 sailor-4 sailor-5"
MENU = "lookout-6 lookout-7 lookout-8 lookout-9 teller-8"


def judged(scene: Scene, seat: Seat, iterations: int = 2, seed: int = 1) -> Sequence[Ranked]:
    return CourtePailleHeuristic(scene.game).judge(scene.view(seat), Random(seed), Iterations(iterations))


def best(scene: Scene, seat: Seat, iterations: int = 2) -> Move:
    action: Move = judged(scene, seat, iterations)[0].action
    return action


@pytest.fixture(params=["numpy", "plain"])
def either_way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> int:
    """With numpy and without; how many iterations are enough."""
    if request.param == "numpy":
        return 2
    monkeypatch.setitem(sys.modules, "numpy", None)  # as where it is not installed
    return 40


# Choices


def with_coco(week: str, hand: str, face_down: str = "teller-1", menu: str = "") -> Scene:
    scene = table(TWO, [f"coco-2 {hand}", SAILORS], week=week, face_down=face_down, menu=menu)
    scene.choose("coco-2", "sailor-5")
    return scene


def test_coco_turns_the_week(either_way: int) -> None:
    # Without the captain's nine the cook is eaten, and Anne has the only one that anybody has.
    scene = with_coco("captain-9 cook-8 captain-2", "cook-3 boy-7 boy-6 lookout-1", menu="boy-1 boy-2 boy-3 boy-4")
    assert best(scene, ANNE, either_way) == remove(1)


def test_coco_lays_a_day_that_settles_it(either_way: int) -> None:
    scene = with_coco("captain-9 cook-5", "cook-9 cook-7 cook-6 boy-5", "teller-1", "cook-8 boy-2 lookout-3")
    assert best(scene, ANNE, either_way) in {add("menu", "cook-8"), remove(1)}


def test_a_card_that_makes_cocos_count_is_taken() -> None:
    """The cook counts 1, and with it 9 of Coco; the boys and tellers on the menu count nothing."""
    scene = table(
        TWO,
        ["boy-1 coco-5 coco-4 teller-9", "sailor-1 sailor-2 sailor-3 cook-5"],
        week="cook-9 cook-8 cook-7",
        face_down="lookout-1",
        menu="cook-1 boy-9 teller-8 boy-8",
    )
    scene.choose("boy-1", "sailor-2")
    choices = judged(scene, ANNE)
    assert choices[0].action == take("cook-1")
    assert choices[0].value > 0.8
    assert choices[1].value < 0.2


def with_captains() -> Scene:
    """A week of captains, of whom Anne has two more that will count."""
    return table(
        TWO,
        ["captain-9 captain-7 cook-1 boy-2 boy-3", SAILORS],
        week="captain-6 captain-5 captain-4 cook-9",
        face_down="lookout-1 lookout-2",
        menu=MENU,
    )


def test_what_counts_is_kept(either_way: int) -> None:
    scene = with_captains()
    choices = judged(scene, ANNE, either_way)
    assert {choice.action for choice in choices[-2:]} == {choose("captain-7"), choose("captain-9")}
    assert all(choice.weight == 0 for choice in choices[-2:])


class Wrong(WinChances):
    """Values a table most where the captain's nine has been given away."""

    def __call__(self, tables: Playouts, seat: int, pool: Ints) -> Floats:
        is_away = (tables.hands[:, seat] != number_of(bits([Card.CAPTAIN_9]))).all(1)
        return np.where(is_away, 0.5, 0.4).astype(np.float32)


def test_what_was_learned_passes_nothing_by() -> None:
    """It may be wrong by a tenth: when parts are played to their end, that decides."""
    scene = with_captains()
    knows, view = CourtePailleHeuristic(TWO, Wrong()), scene.view(ANNE)
    assert knows.judge(view, Random(1), Iterations(1))[0].action == choose("captain-9")
    assert knows.judge(view, Random(1), Iterations(11))[0].action in {
        choose("boy-2"),
        choose("boy-3"),
        choose("cook-1"),
    }


def test_of_days_that_are_alike_one_is_enough() -> None:
    scene = with_coco("captain-9", "cook-9 cook-7 cook-6 cook-5", "boy-1 boy-2 boy-3 boy-4 boy-5", MENU)
    actions = [choice.action for choice in judged(scene, ANNE)]
    assert [action for action in actions if isinstance(action, Look)] in (
        [look(2, 3), look(5, 6)],
        [look(5, 6), look(2, 3)],
    )
    assert {action.day for action in actions if isinstance(action, Remove)} == {1, 6}


def test_looks_that_show_nothing_new_are_left_out() -> None:
    scene = with_coco("captain-9", "coco-3 cook-7 cook-6 cook-5", "boy-1 boy-2", "cook-1")
    scene.play(ANNE, look(2, 3))
    scene.draw("teller-3")
    scene.take("cook-1")
    scene.draw("lookout-6 lookout-7 lookout-8 lookout-9 teller-8")
    scene.choose("coco-3", "sailor-4")
    assert not [choice for choice in judged(scene, ANNE) if isinstance(choice.action, Look)]


@pytest.mark.parametrize("game", [TWO, THREE, CourtePaille(players=5), ADVANCED])
def test_every_choice_of_whole_matches_is_judged(game: CourtePaille) -> None:
    """All choices are legal, the best comes first, weights add up, and the same seed gives the same again."""
    knows, rng = CourtePailleHeuristic(game), Random(1)
    assert isinstance(knows, Judge)
    state = game.start()
    kinds = set()
    while actors := game.actors(state):
        seat = actors[0]
        if seat == CHANCE:
            game.apply(state, seat, game.sample(state, rng))
            continue
        view = game.view(state, seat)
        choices = knows.judge(view, Random(2), Iterations(1))
        if rng.random() < 0.25:
            assert choices == knows.judge(view, Random(2), Iterations(1))
        assert {choice.action for choice in choices} <= set(game.legal(state, seat))
        assert all(0 <= choice.value <= 1 for choice in choices)
        assert choices[0].weight == max(choice.weight for choice in choices)
        assert sum(choice.weight for choice in choices) == pytest.approx(1)
        assert knows.judge(view, Random(2), Iterations(0))[0].action in game.legal(state, seat)
        kinds.add(state.step)
        game.apply(state, seat, rng.choice(choices).action)
    assert len(kinds) == 3 if game.advanced else 2


def test_the_meal_is_judged_too() -> None:
    """Of sailors Anne has none and the others have nothing else."""
    hands = ["cook-9 captain-8 boy-7", "sailor-1 sailor-2 sailor-3", "sailor-4 sailor-5 sailor-6"]
    scene = ended(ADVANCED, hands, "cook-8 captain-1")
    assert best(scene, ANNE, 20) == eat("sailor")


def test_the_same_view_of_other_worlds_gives_the_same_choices() -> None:
    week, menu = "captain-9 boy-3", "captain-8 cook-7 teller-1 teller-2 boy-9"
    hand = "captain-1 captain-2 cook-3 boy-4 coco-5"
    one = table(TWO, [hand, SAILORS], week=week, face_down="cook-9 cook-8", menu=menu)
    others = "cook-9 cook-8 sailor-7 sailor-8 teller-9"
    other = table(TWO, [hand, others], week=week, face_down="boy-8 boy-7", menu=menu)
    assert one.view(ANNE) == other.view(ANNE)
    assert judged(one, ANNE) == judged(other, ANNE)


# Temperaments


def test_what_kind_of_choice_it_is() -> None:
    scene = with_coco("captain-9 captain-8", "cook-9 cook-7 cook-6 cook-5", "boy-1 boy-2", "captain-2 teller-9")
    knows = CourtePailleHeuristic(TWO)
    assert isinstance(knows, HasStyle)

    def style(action: Move) -> dict[str, float]:
        return dict(knows.style(scene.state, ANNE, action))

    assert style(remove(1)) == style(add("pile")) == {"bold": 1.0}
    assert style(look(3, 4)) == {"cautious": 1.0}
    assert style(take("captain-2"))["cautious"] > style(take("teller-9"))["cautious"]
    assert style(take("captain-2"))["greedy"] < style(take("teller-9"))["greedy"]
    assert style(choose("captain-1"))["greedy"] > style(choose("captain-7"))["greedy"]
    assert style(choose("captain-1"))["bold"] > style(choose("teller-1"))["bold"]
    assert style(choose("coco-1")) == {"bold": 1.0}
    assert style(eat("boy")) == {}
    assert all(0 <= part <= 1 for action in map(take, MENU.split()) for part in style(action).values())


# Tables in arrays


def played_tables(rows: int, players: int, rounds: int) -> Playouts:
    learner = CourtePailleLearner(CourtePaille(players=players))
    tables = learner.dealt(rows, np.random.Generator(np.random.PCG64(1)))
    for _ in range(rounds):
        tables.play_round(tables.choose())
        tables.end_round()
    return tables


def names(some: Any) -> list[str]:
    return [str(CARDS[number]) for number in some if number != NO_CARD]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_end_of_tables_in_arrays_is_that_of_the_oracle(players: int) -> None:
    tables = played_tables(60, players, 12)
    assert not tables.alive.any()
    for row, shares in enumerate(tables.shares().tolist()):
        hands = [names(hand) for hand in tables.hands[row].tolist()]
        winners = oracle.best(hands, names(tables.week[row].tolist()), oracle.CHARACTERS, True)
        assert shares[winners[0]] > 0
        assert sum(shares) == pytest.approx(1)
        if len(winners) == 1 and max(shares) == 1:
            assert shares[winners[0]] == 1


def test_no_card_is_twice_at_a_table_in_arrays() -> None:
    tables = played_tables(60, 3, 3)
    for row in range(tables.rows):
        lie = [*chain(*tables.hands[row].tolist()), *tables.menu[row].tolist(), *tables.week[row].tolist()]
        there = [card for card in lie if card != NO_CARD]
        assert len(there) == len(set(there))
        assert len(there) >= 15 + 5


def test_what_seats_have_seen_is_kept_in_step() -> None:
    tables = played_tables(60, 3, 4)
    for seat in tables.seats:
        visible = tables.is_open | tables.seen_by[:, seat]
        assert (tables.seen[:, seat] == (POINTS[tables.week] * visible[..., None]).sum(1)).all()
        assert (tables.unknown[:, seat] == ((tables.week != NO_CARD) & ~visible).sum(1)).all()
    assert (tables.shown == (POINTS[tables.hands] * tables.known[..., None]).sum(2)).all()


def some_worlds(rounds: int) -> tuple[CourtePailleState, list[CourtePailleState]]:
    """A match at random up to a round, and what seat 0 thinks possible."""
    rng, state = Random(3), THREE.start()
    while state.round < rounds or THREE.actors(state)[0] == CHANCE:
        seat = THREE.actors(state)[0]
        THREE.apply(state, seat, THREE.random_action(state, seat, rng))
    view = THREE.view(state, ANNE)
    return state, [THREE.determinize(view, rng) for _ in range(20)]


@pytest.mark.parametrize("rounds", [1, 3, 5])
def test_worlds_in_arrays_hold_what_the_seat_knows(rounds: int) -> None:
    state, worlds = some_worlds(rounds)
    tables = tables_of(THREE, worlds, ANNE, 2, np.random.Generator(np.random.PCG64(1)))
    assert tables.rows == 40
    assert (tables.hands[:20] == tables.hands[20:]).all()
    unseen = set(unseen_days(state, ANNE).tolist())
    for row in range(20):
        assert sorted(tables.hands[row, ANNE].tolist()) == numbers(state.hands[ANNE])
        cards = set(chain(*tables.hands[row].tolist())) - set(numbers(state.hands[ANNE]))
        assert cards - set(numbers(state.public.known[1] | state.public.known[2])) <= unseen
        lie = [*chain(*tables.hands[row].tolist()), *tables.deck[row].tolist(), *tables.menu[row].tolist()]
        lie += tables.week[row].tolist()
        assert sorted(card for card in lie if card != NO_CARD) == list(range(NO_CARD))


def test_hands_hold_what_players_would_have_kept() -> None:
    """In the fifth round nobody holds many ones and twos any more."""
    _, worlds = some_worlds(5)
    worlds *= 20
    tables = tables_of(THREE, worlds, ANNE, 1, np.random.Generator(np.random.PCG64(1)))
    hands = np.array([[numbers(hand) for hand in world.hands] for world in worlds])
    assert POINTS[tables.hands[:, 1:]].sum(3).mean() > POINTS[hands[:, 1:]].sum(3).mean() + 0.3


def test_no_more_days_are_added_than_the_rules_allow() -> None:
    tables = played_tables(6, 3, 1)
    tables.added = MOST_ADDED
    seats = np.zeros(6, dtype=np.int64)
    values = tables._effect_values(tables._all, seats)
    days = tables.week.shape[1]
    assert (values[:, days:-1] == -9).all()
    assert (values[:, :days] > -9).any()


def test_nothing_is_drawn_where_nothing_lies() -> None:
    tables = played_tables(6, 3, 1)
    tables.deck = tables.deck[:, :0]
    assert (tables._draw(tables._all) == NO_CARD).all()


def test_a_week_without_days_face_down_is_laid() -> None:
    scene = table(TWO, ["cook-5 boy-1", "captain-1 boy-2"], week="cook-6 captain-3", face_down="")
    tables = tables_of(TWO, [scene.state], ANNE, 1, np.random.Generator(np.random.PCG64(1)))
    assert not tables.unknown.any()
    assert tables.laid.tolist() == [2]


# Chances


def test_chances_are_read_where_they_were_learned() -> None:
    learned.cache_clear()
    assert learned(3)._weights
    assert not learned(9)._weights


def test_the_formula_and_what_was_learned_know_who_is_ahead() -> None:
    scene = table(
        THREE,
        ["captain-9 captain-8 captain-7 captain-3 boy-1", SAILORS, "boy-2 boy-3 boy-4 boy-5 boy-6"],
        week="captain-6 captain-5",
        face_down="lookout-1 lookout-2 lookout-3",
        menu=MENU,
    )
    for chances in (WinChances(), learned(3)):
        values = []
        for seat in (ANNE, BERNARD):
            tables = tables_of(THREE, [scene.state], seat, 1, np.random.Generator(np.random.PCG64(1)))
            values.append(float(chances(tables, seat, unseen_days(scene.state, seat))[0]))
        assert values[0] > 0.5
        assert values[1] < 0.2


def test_the_last_day_is_tried_out() -> None:
    """The cook is ahead by 3: he is not eaten if the last day is a captain above 3."""
    scene = table(TWO, ["cook-5 boy-1", "captain-1 boy-2"], week="cook-6 captain-3", face_down="captain-9")
    tables = tables_of(TWO, [scene.state], ANNE, 1, np.random.Generator(np.random.PCG64(1)))
    pool = unseen_days(scene.state, ANNE)
    value = float(WinChances()(tables, ANNE, pool)[0])
    captains = [card for card in names(pool.tolist()) if card.startswith("captain")]
    higher = sum(int(card[-1]) > 3 for card in captains) + 0.5 * ("captain-3" in captains)
    assert 1 - value == pytest.approx((higher + sum(other_nines(names(pool.tolist())))) / len(pool), abs=0.05)


def other_nines(pool: list[str]) -> list[float]:
    """The chance that a card of somebody else is eaten, who Anne does not hold; equal to the cook's 6: one of two."""
    others = [int(card[-1]) for card in pool if card.split("-")[0] in ("lookout", "sailor", "teller")]
    return [0.5 for worth in others if worth > 6] + [0.25 for worth in others if worth == 6]


# Learning


def test_the_learner_plays_and_learns() -> None:
    learner = manifest("courtepaille").learner
    assert learner is not None
    learns = learner(THREE)
    assert learns.file == "bot/win_chances_3.npz"
    samples = learns.samples(None, Random(1), 40)
    assert len(samples.features) == len(samples.base) == len(samples.targets) > 300
    assert np.isfinite(samples.features).all()
    assert np.allclose(samples.targets.sum(1), 1)
    assert samples.targets[:, 0].mean() == pytest.approx(1 / 3, abs=0.02)
    shares = learns.contest(None, None, Random(1), 2)
    assert len(shares) == 2
    assert all(0 <= share <= 1 for share in shares)


def test_numpy_is_there() -> None:
    """Otherwise nothing of this was tested."""
    assert find_spec("numpy") is not None
