"""Many matches at random, every one checked."""

import os
import pickle
from collections.abc import Mapping
from dataclasses import dataclass
from multiprocessing import active_children
from random import Random
from typing import Any

import pytest
from tests.toy_auction import ToyAuction, ToyAuctionState

import tablee
from tablee.bots import process_pool
from tablee.bots.process_pool import one_thread_each
from tablee.bots.simulation import BATCH, BrokenLaw, batches, play_batch, simulate
from tablee.bots.statistics import Statistics

GAME = ToyAuction(players=2)


@dataclass(frozen=True)
class Leaky(ToyAuction):
    """A coin is lost in every match."""

    def conserved(self, state: ToyAuctionState) -> Mapping[str, int]:
        return {"coins": state.round, "cards": 20}


@dataclass(frozen=True)
class Endless(ToyAuction):
    """Says that no match is long."""

    @property
    def longest(self) -> int:
        return 5


@dataclass(frozen=True)
class Crashing(ToyAuction):
    """Stumbles at the end."""

    def random_action(self, state: ToyAuctionState, seat: Any, rng: Any) -> Any:
        raise ZeroDivisionError


@pytest.mark.parametrize("name", sorted(tablee.GAMES))
def test_the_figures_are_those_of_matches_played_by_the_book(name: str) -> None:
    game = tablee.game(name)
    statistics = Statistics(game.players)
    for number in range(3):
        rng = Random(f"9/{number}")
        match = tablee.Match(game)
        while not match.over:
            for seat in match.actors():
                match.play(seat, game.random_action(match.state, seat, rng))
        statistics.add(
            winners=match.winners(),
            scores=match.scores(),
            tally=game.tally(match.state),
            entries=len(match.log),
            decisions=sum(entry.seat != tablee.CHANCE for entry in match.log),
        )
    assert simulate(game, 3, seed=9) == statistics


def test_the_same_seed_gives_the_same_figures_whatever_the_number_of_workers() -> None:
    alone = simulate(GAME, 2 * BATCH + 3, seed=5)
    assert alone.games == 2 * BATCH + 3
    assert simulate(GAME, 2 * BATCH + 3, seed=5, workers=2) == alone
    assert simulate(GAME, 2 * BATCH + 3, seed=6) != alone


def test_a_series_begins_as_a_shorter_one() -> None:
    longer, shorter = simulate(GAME, 30, seed=5), simulate(GAME, 20, seed=5)
    shorter.join(play_batch(GAME, range(20, 30), 5))
    assert shorter == longer


def test_one_may_stop_asking() -> None:
    for workers in (1, 2):
        parts = batches(GAME, 10**6 if workers == 1 else 4 * BATCH, seed=1, workers=workers)
        assert next(parts).games == BATCH
        parts.close()
        assert active_children() == []


def test_nothing_asked_nothing_played() -> None:
    assert simulate(GAME, 0) == Statistics(2)


def test_what_is_lost_is_noticed() -> None:
    with pytest.raises(BrokenLaw) as caught:
        simulate(Leaky(players=2), 5, seed=3)
    broken = caught.value
    assert (broken.law, broken.seed, broken.number, broken.details) == ("conserved", 3, 0, "coins")


def test_a_match_without_end_is_noticed() -> None:
    with pytest.raises(BrokenLaw) as caught:
        simulate(Endless(players=2), 5, seed=3)
    assert (caught.value.law, caught.value.details) == ("longest", "5")


def test_a_broken_law_travels_to_another_process() -> None:
    broken = BrokenLaw("conserved", 3, 7, "cards")
    assert pickle.loads(pickle.dumps(broken)).args == broken.args  # noqa: S301 - our own bytes


def test_a_crash_says_which_match_to_look_at() -> None:
    with pytest.raises(ZeroDivisionError) as caught:
        simulate(Crashing(players=2), 1, seed=3)
    (note,) = caught.value.__notes__
    assert note.startswith("in match number 0 of seed 3 of Crashing(players=2, rounds=3, ")


def test_no_more_workers_than_there_is_work(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_: object) -> None:
        raise AssertionError("no process is needed")

    monkeypatch.setattr(process_pool, "process_pool", never)
    assert simulate(GAME, BATCH, workers=8).games == BATCH


def test_numpy_computes_in_one_thread_unless_told_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OMP_NUM_THREADS", "2")
    monkeypatch.delenv("OPENBLAS_NUM_THREADS", raising=False)
    monkeypatch.setenv("MKL_NUM_THREADS", "1")
    one_thread_each()
    assert (os.environ["OMP_NUM_THREADS"], os.environ["OPENBLAS_NUM_THREADS"]) == ("2", "1")
