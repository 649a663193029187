"""What the choices of levels cost, judged by a long search."""

from dataclasses import replace
from random import Random

import pytest
from tests.toy_nim import Take, ToyNim

from tablee.bots import blunders
from tablee.bots.blunders import BlunderStudy, JudgedPosition, best_value, judged_positions, long_search, mistakes
from tablee.bots.judgement import Judgement
from tablee.core import registry
from tablee.core.heuristic import Ranked
from tablee.core.manifest import LevelTuning, Manifest


def test_the_judge_searches_longer_than_toque(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ToyNim()
    assert long_search(game) == blunders.USUAL_ITERATIONS
    manifest = Manifest(ToyNim, levels={"toque": LevelTuning(iterations=300)})
    monkeypatch.setitem(registry.manifests(), game.name, manifest)
    assert long_search(game) == 1200


def test_the_same_again_whatever_the_number_of_processes() -> None:
    study = BlunderStudy(ToyNim(heap=9), ("plongeur", "cuisinier"), iterations=60)
    alone = [replace(decision, thinking={}) for part in judged_positions(study, range(3)) for decision in part]
    shared = [replace(decision, thinking={}) for part in judged_positions(study, range(3), 2) for decision in part]
    assert sorted(map(repr, alone)) == sorted(map(repr, shared))
    assert 0 < len(alone) <= 3 * blunders.FROM_A_MATCH
    assert all(0 <= cost <= 1 for decision in alone for cost in decision.costs.values())


def test_where_there_is_nothing_to_choose_nothing_is_judged() -> None:
    assert BlunderStudy(ToyNim(heap=1), ("plongeur",), iterations=10).decisions(0) == []


def test_a_choice_costs_what_it_promises_less_than_the_best(monkeypatch: pytest.MonkeyPatch) -> None:
    game = ToyNim()
    monkeypatch.setattr(blunders, "choose", lambda level, *_: Take({"first": 1, "second": 2, "third": 3}[level]))
    monkeypatch.setattr(blunders, "_budget", lambda *_: None)
    opinion = Judgement((Ranked(Take(1), 0.75, 1.0), Ranked(Take(2), 0.5, 0.0)), together=False, iterations=1)
    view = game.view(game.start(), game.seats[0])
    decision = BlunderStudy(game, ("first", "second", "third"), 1)._decision(view, opinion, Random(1).random())
    assert decision.costs == {"first": 0.0, "second": 0.25, "third": 0.25}
    assert decision.unlisted == ("third",)
    assert best_value(opinion) == 0.75
    mixed = replace(opinion, choices=(Ranked(Take(1), 0.5, 0.5), Ranked(Take(2), 0.25, 0.5)), together=True)
    assert best_value(mixed) == 0.375


def test_figures_of_a_level() -> None:
    decisions = [
        JudgedPosition({"chef": cost}, {"chef": 1.0 + number}, ("chef",) if not number else ())
        for number, cost in enumerate((0.5, 0.0, 0.1, 0.0))
    ]
    told = mistakes("chef", decisions)
    assert (told.decisions, told.blunders, told.worst, told.unlisted) == (4, 0.25, 0.5, 1)
    assert told.mean_cost == pytest.approx(0.15)
    assert told.interval is not None
    assert told.interval.low == 0 < told.mean_cost < told.interval.high
    assert (told.median_ms, told.percentile_99_ms) == (2.5, 4.0)
    assert told.plain()["interval"] == [told.interval.low, told.interval.high]
    assert mistakes("chef", decisions[:1]).plain()["interval"] is None
