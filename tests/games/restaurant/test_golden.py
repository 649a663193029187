"""Whole matches kept as files: one for each way each phase ends, and for each option."""

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.games.restaurant.scene import NAMES
from tests.golden import Golden

from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.texts import LANGS
from tablee.games.restaurant.actions import DONE, Exchange, Move, Reserve, Serve, Take
from tablee.games.restaurant.pieces import ALL_TABLES, HUNDREDS, Protect, Step
from tablee.games.restaurant.rules import Restaurant, RestaurantOne
from tablee.games.restaurant.state import RestaurantState

FOLDER = Path(__file__).parent / "golden"

Taste = Callable[[RestaurantState, Move], float]
"""How much a player dislikes an action."""


def played(game: Restaurant, seed: int, *tastes: Taste) -> Match:
    """A match in which all follow these tastes, the first before the second, and otherwise play at random."""
    rng = Random(seed)
    match = Match(game, rng, players=[Player(name) for name in NAMES[: game.players]])
    while not match.over:
        seat = match.actors()[0]
        state: Any = match.state
        choices = match.legal(seat)
        for taste in tastes:
            least = min(taste(state, action) for action in choices)
            choices = [action for action in choices if taste(state, action) == least]
        match.play(seat, rng.choice(choices))
    return match


def few_piles(state: RestaurantState, action: Move) -> float:
    """Lays a RES with all there is, or not at all."""
    return isinstance(action, Reserve) and len(action.menus) < 2


def piles(state: RestaurantState, action: Move) -> float:
    return not isinstance(action, Reserve)


def long_paths(state: RestaurantState, action: Move) -> float:
    """Takes first the cards that could soon not be reached any more."""
    if not isinstance(action, Take) or action.table is None:
        return 0
    left = Restaurant().room.next_to[action.table] & (ALL_TABLES ^ state.marked)
    return left.bit_count() or 9


def exchanges(state: RestaurantState, action: Move) -> float:
    return not isinstance(action, Exchange)


def useful_cards_first(state: RestaurantState, action: Move) -> float:
    """Serves the cards that fit everywhere, so that the others do not fit later."""
    return isinstance(action, Serve) and HUNDREDS[action.card] not in (0, 3)


def dear_menus_first(state: RestaurantState, action: Move) -> float:
    return -HUNDREDS[action.card] if isinstance(action, Serve) else 0


VERSION_1: dict[str, Callable[[], Match]] = {
    "dead_end_blocked": lambda: played(RestaurantOne(players=3), 0, few_piles),
    "no_card_left": lambda: played(RestaurantOne(players=3), 0, few_piles, long_paths, exchanges),
    "last_card": lambda: played(RestaurantOne(players=6), 7, few_piles, dear_menus_first),
    "all_passed": lambda: played(RestaurantOne(players=3), 45, few_piles, useful_cards_first),
    "stairs": lambda: played(RestaurantOne(players=3, stairs=True), 1, few_piles),
    "service_only": lambda: played(RestaurantOne(players=3, service_only=True), 1, few_piles),
    "stairs_service_only": lambda: played(RestaurantOne(players=5, stairs=True, service_only=True), 1, few_piles),
    "default": lambda: played(RestaurantOne(), 1, few_piles, exchanges),
}
VERSION_2: dict[str, Callable[[], Match]] = {
    "2_default": lambda: played(Restaurant(), 1, exchanges, piles),
    "2_chosen": lambda: played(Restaurant(players=3, protect=Protect.CHOSEN), 1, exchanges, piles, few_piles),
    "2_asked_though_nothing_fits": lambda: played(Restaurant(players=3), 21, piles, useful_cards_first),
}
MATCHES = {**VERSION_1, **VERSION_2}
ENDS = {
    "dead_end_blocked": ("dead_end", "blocked"),
    "no_card_left": ("no_card", None),
    "last_card": (None, "last_card"),
    "all_passed": (None, "all_passed"),
}


def is_asked_in_vain(match: Match) -> bool:
    """RE-17: whether a further card may be laid, but none fits."""
    state: Any = match.state
    return state.step is Step.SERVE_MORE and match.legal(match.actors()[0]) == [DONE]


@pytest.mark.slow_under_coverage
@pytest.mark.rule("RE-10", "RE-11", "RE-17", "RE-20", "RE-23", "RE-24")
@pytest.mark.parametrize("name", MATCHES)
def test_golden_replay(golden: Golden, name: str) -> None:
    match = golden(FOLDER / f"{name}.json", MATCHES[name], langs=LANGS if name == "default" else ("en",))
    assert match.over
    tally = match.game.tally(match.state)
    orders, service = ENDS.get(name, (None, None))
    assert orders is None or tally[f"phase_a_ended.{orders}"] == 1
    assert service is None or tally[f"phase_b_ended.{service}"] == 1
    if name == "2_asked_though_nothing_fits":
        assert any(is_asked_in_vain(earlier) for earlier in Match.steps(match.record()))
    assert match.game.rules_version == (1 if name in VERSION_1 else 2)
    assert match.game.options()["stairs"] == ("stairs" in name)
    assert match.game.options()["service_only"] == ("service_only" in name)
