"""A bot is handed the rules and a view; the random one takes any of its choices."""

import inspect
from collections import Counter
from random import Random
from typing import Any, get_type_hints

import pytest
from tests.repetitions import repetitions
from tests.samples import shortest
from tests.toy_auction import ToyAuction

import tablee
from tablee.bots import BOTS
from tablee.bots.bot import Budget
from tablee.bots.fallback import choose
from tablee.bots.random import RandomBot
from tablee.core.game import State
from tablee.core.registry import manifest_of
from tablee.core.seat import Seat

TEMPERED = [kind for kind in BOTS if kind.startswith("commis:")][: repetitions(3, by_day=1)]


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
@pytest.mark.parametrize("kind", [kind for kind in BOTS if ":" not in kind or kind in TEMPERED])
def test_bots_play_any_game_to_its_end(name: str, kind: str) -> None:
    rng = Random(1)
    match = tablee.Match(tablee.game(name, **shortest(name)), rng)
    budget = Budget(iterations=min(4, manifest_of(match.game).level("chef").iterations or 4))
    choices = 0
    while not match.over:
        seat = match.actors()[0]
        # By day another one makes half of the choices, so that no match takes long.
        asked = kind if choices % repetitions(1, by_day=2) == 0 else "random"
        match.play(seat, choose(asked, match.game, match.view(seat), rng, budget))
        choices += 1
    assert match.winners()


def test_each_choice_is_as_likely_as_the_others() -> None:
    match = tablee.Match(ToyAuction(players=2, cards=(1, 2)))
    view, rng = match.view(Seat(0)), Random(2)
    seen: Counter[Any] = Counter(RandomBot().choose(match.game, view, rng, Budget()) for _ in range(9000))
    legal = match.legal(Seat(0))
    assert set(seen) == set(legal)
    even = 9000 / len(legal)
    chi_square = sum((count - even) ** 2 / even for count in seen.values())
    assert chi_square < 2 * len(legal)


@pytest.mark.parametrize("kind", BOTS)
def test_a_bot_is_never_handed_a_state(kind: str) -> None:
    bot = BOTS[kind].bot
    hints = get_type_hints(bot.choose)
    assert list(inspect.signature(bot.choose).parameters) == ["game", "view", "rng", "budget"]
    assert not any(isinstance(hint, type) and issubclass(hint, State) for hint in hints.values())


def test_a_spectator_has_nothing_to_choose() -> None:
    match = tablee.Match(ToyAuction())
    with pytest.raises(ValueError, match="spectator"):
        RandomBot().choose(match.game, match.view(None), Random(1), Budget())
