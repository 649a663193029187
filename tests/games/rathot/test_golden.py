"""Whole matches kept as files: one for each way a match ends and for each option."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.golden import NAMES, Golden, at_random

from tablee.core.match import Match
from tablee.core.record import Player
from tablee.core.seat import Seat
from tablee.core.texts import LANGS
from tablee.games.rathot.actions import Place
from tablee.games.rathot.pieces import Changed, Deck
from tablee.games.rathot.rules import RatHot, RatHotOne

FOLDER = Path(__file__).parent / "golden"


def tidily(game: RatHot, seed: int) -> Match:
    """A match of two players who want few rats in sight, then points and many ways to cover rats later."""
    rng = Random(seed)
    match = Match(game, rng, players=[Player(name) for name in NAMES[:2]])

    def mess(seat: Seat, action: Place) -> tuple[int, int, float]:
        state: Any = match.state
        game.apply(state, seat, action, events=False)
        on_cards = ~state.levels[0]
        coverable = (state.across & on_cards).bit_count() + (state.down & on_cards).bit_count()
        return sum(state.rats), -coverable - 2 * state.scores[seat], rng.random()

    while not match.over:
        seat = match.actors()[0]
        match.play(seat, min(match.legal(seat), key=partial(mess, seat)))
    return match


MATCHES: dict[str, Callable[[], Match]] = {
    "final_count": lambda: tidily(RatHotOne(), 0),
    "final_count_grown": lambda: tidily(RatHotOne(changed=Changed.GROWN), 29),
    "draw_on_a_small_table": lambda: tidily(RatHotOne(table_size=15), 471),
    "rats_red": lambda: at_random(RatHotOne(), 3),
    "rats_green": lambda: at_random(RatHotOne(), 1),
    "rats_on_a_large_table": lambda: at_random(RatHotOne(table_size=61), 5),
    "even_final_count": lambda: tidily(RatHot(), 3),
    "even_final_count_grown": lambda: tidily(RatHot(changed=Changed.GROWN), 3),
    "even_rats": lambda: at_random(RatHot(), 1),
    "uneven_rats": lambda: at_random(RatHot(deck=Deck.UNEVEN), 1),
    "plague_rats": lambda: at_random(RatHot(deck=Deck.PLAGUE), 1),
}
"""Those named after no deck are of the first version of the rules, which had one deck only."""


@pytest.mark.parametrize("name", MATCHES)
def test_golden_replay(golden: Golden, name: str) -> None:
    match = golden(
        FOLDER / f"{name}.json", MATCHES[name], langs=LANGS if name in ("rats_red", "even_rats") else ("en",)
    )
    tally = match.game.tally(match.state)
    assert match.over
    assert match.game.rules_version == (2 if name.partition("_")[0] in list(Deck) else 1)
    if "rats" not in name:
        assert tally["ended.final_count"] == 1
        assert (len(match.winners()) == 2) == ("draw" in name)
    else:
        assert tally["ended.final_count"] == 0
        assert tally["ended.rats_red"] or name != "rats_red"
        assert tally["ended.rats_green"] or name != "rats_green"
