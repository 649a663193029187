"""Bots that learn: the network, the rounds of a training, its curves."""

from dataclasses import replace

import numpy as np
import pytest
from tests.toy_auction import ToyAuction
from tests.toy_learner import ToyLearner

from tablee.bots.training.curves import Labels, curves
from tablee.bots.training.network import Hyperparameters, Layers, loss, train
from tablee.bots.training.training import NoLearner, Plan, RoundReport, learner_for, training
from tablee.core import registry
from tablee.core.learner import Samples, Weights
from tablee.core.manifest import Manifest

GAME = ToyAuction()
PLAN = Plan(GAME, rounds=2, matches=40, contest=6, hyperparameters=Hyperparameters(epochs=2, batch=32))


@pytest.fixture(autouse=True)
def _with_a_learner(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.manifests(), GAME.name, Manifest(ToyAuction, at_once=True, learner=ToyLearner))


def taught(rows: int = 400) -> Samples:
    """Whoever has the larger number of two wins: nothing is known of it without the network."""
    rng = np.random.default_rng(5)
    features = rng.random((rows, 2)).astype(np.float32)
    first = (features[:, 0] > features[:, 1]).astype(np.float32)
    return Samples(features, np.zeros((rows, 2), dtype=np.float32), np.stack([first, 1 - first], axis=1))


def test_a_new_network_says_nothing() -> None:
    samples = taught()
    network = Layers((2, 8, 4, 2))
    weights = network.new_weights(np.random.default_rng(1))
    assert (
        loss(network, weights, samples)
        == pytest.approx(loss(network, None, samples))
        == pytest.approx(np.log(2), abs=1e-5)
    )


def test_a_network_learns_and_learns_the_same_again() -> None:
    samples, hyperparameters = taught(), Hyperparameters(epochs=40, batch=50, rate=0.01)
    network = Layers((2, 8, 2))
    first = network.new_weights(np.random.default_rng(1))
    learned = train(network, first, samples, hyperparameters, np.random.default_rng(2))
    again = train(network, first, samples, hyperparameters, np.random.default_rng(2))
    assert loss(network, learned, samples) < 0.2
    assert all(np.array_equal(learned[name], again[name]) for name in learned)
    # What it began with is left as it was.
    assert not first["w1"].any()


def test_the_slopes_are_those_of_the_loss() -> None:
    """A small step along what training changes makes the loss smaller by as much as the step says."""
    samples = taught(50)
    network = Layers((2, 5, 4, 2))
    weights = network.new_weights(np.random.default_rng(3))
    before = loss(network, weights, samples)
    hyperparameters = Hyperparameters(epochs=1, batch=50, rate=1e-3, decay=0.0)
    after = train(network, weights, samples, hyperparameters, np.random.default_rng(4))
    assert loss(network, after, samples) < before


def results(plan: Plan, workers: int = 1, first: Weights | None = None) -> tuple[list[RoundReport], Weights]:
    made = list(training(plan, workers, first=first))
    return [replace(report, seconds=(0.0, 0.0, 0.0)) for report, _ in made], made[-1][1]


def test_a_training_is_the_same_again_whoever_does_the_work() -> None:
    reports, weights = results(PLAN)
    others, other_weights = results(PLAN, workers=2)
    assert reports == others
    assert all(np.array_equal(weights[name], other_weights[name]) for name in weights)
    assert [report.number for report in reports] == [1, 2]
    assert all(report.positions > 40 for report in reports)
    assert reports[0].loss_after < reports[0].loss_before + 0.05
    assert reports[0].interval.low <= reports[0].share <= reports[0].interval.high
    assert PLAN.plain()["hyperparameters"] == {"epochs": 2, "batch": 32, "rate": 1e-3, "decay": 1e-4}


def test_a_training_goes_on_from_weights_and_tells_how_far_it_is() -> None:
    told: list[tuple[str, int, int]] = []
    plan = replace(PLAN, rounds=1, matches=4)
    [(_, first)] = list(training(plan, show=lambda *what: told.append(what)))
    assert first["w0"].shape[1] == learner_for(GAME).layers[0]
    assert told[0] == ("play", 0, 1)
    assert {"play", "train", "contest"} == {what for what, _, _ in told}
    _, second = results(plan, first=first)
    assert any(not np.array_equal(first[name], second[name]) for name in first)


def test_a_game_without_a_learner_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry.manifests(), GAME.name, Manifest(ToyAuction))
    with pytest.raises(NoLearner):
        learner_for(GAME)


def test_the_curves_show_each_round() -> None:
    reports = [
        RoundReport(number, 100, 0.1 / number, 0.05, 0.08 / number, 0.4, 1 / 3, 30, (1.0, 1.0, 1.0))
        for number in (1, 2, 3)
    ]
    drawn = curves(Labels("Learning <fast>", "before", "after", "wins", "even"), reports)
    assert drawn.startswith("<svg")
    assert "Learning &lt;fast&gt;" in drawn
    assert drawn.count("<circle") == 12
    assert "100%" in drawn
    assert curves(Labels("One", "before", "after", "wins", "even"), reports[:1]).count("<circle") == 4
