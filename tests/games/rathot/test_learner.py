"""What the bot of Rat Hot learns from, and its network."""

from importlib.resources import files
from random import Random
from typing import Any

import numpy as np
import pytest

import tablee
from tablee.bots.training.network import Hyperparameters, loss, train
from tablee.bots.training.training import learner_for
from tablee.core.learner import Samples
from tablee.games.rathot.bot.learner import RatHotLearner
from tablee.games.rathot.bot.rat_network import LearningRatNetwork
from tablee.games.rathot.bot.surroundings import turned, unpacked
from tablee.games.rathot.rules import RatHot

LEARNER = RatHotLearner(RatHot())
NETWORK = LearningRatNetwork()


@pytest.fixture(scope="module")
def samples() -> Samples:
    return LEARNER.samples(None, Random(3), 2)


def test_samples_are_what_was_seen_and_who_won(samples: Samples) -> None:
    assert len(samples.features) == len(samples.base) == len(samples.targets) > 10
    assert samples.targets.sum(axis=1) == pytest.approx(np.ones(len(samples.targets)))
    assert isinstance(learner_for(tablee.game("rathot")), RatHotLearner)


def test_weights_are_written_where_the_bot_reads_them() -> None:
    assert files("tablee.games.rathot").joinpath(LEARNER.file).is_file()


def test_a_new_network_says_nothing_and_learns(samples: Samples) -> None:
    weights = NETWORK.new_weights(np.random.default_rng(1))
    before = loss(NETWORK, weights, samples)
    assert before == pytest.approx(loss(NETWORK, None, samples), abs=1e-5)
    plan = Hyperparameters(epochs=20, batch=16, rate=0.01)
    learned = train(NETWORK, weights, samples, plan, np.random.default_rng(2))
    assert loss(NETWORK, learned, samples) < before / 2


def test_the_slopes_are_those_of_the_loss(samples: Samples) -> None:
    rng = np.random.default_rng(5)
    weights = {name: part + 0.05 * rng.standard_normal(part.shape) for name, part in NETWORK.new_weights(rng).items()}
    features: Any = samples.features.astype(np.float64)
    wrong: Any = np.zeros((len(features), 2))
    wrong[:, 0] = rng.standard_normal(len(features))
    slopes = NETWORK.slopes(weights, features, wrong)
    assert set(slopes) == set(weights)
    for name, part in weights.items():
        step = 1e-6 * rng.standard_normal(part.shape)
        ahead, back = ({**weights, name: part + sign * step} for sign in (1, -1))
        change = float((wrong * (NETWORK.logits(ahead, features) - NETWORK.logits(back, features))).sum()) / 2
        assert change == pytest.approx(float((slopes[name] * step).sum()), rel=1e-3, abs=1e-9), name


def test_turning_what_lies_around_a_rat_keeps_what_is_there(samples: Samples) -> None:
    seen = unpacked(samples.features)
    before = seen.codes.copy()
    turned(seen, np.random.default_rng(0))
    assert seen.codes.shape == before.shape
    heights, free = 7, 128
    assert np.array_equal(np.sort(seen.codes & heights, axis=1), np.sort(before & heights, axis=1))
    assert np.array_equal((seen.codes & free > 0).sum(axis=1), (before & free > 0).sum(axis=1))
    middle = seen.codes.shape[1] // 2
    assert np.array_equal(seen.codes[:, middle] & heights, before[:, middle] & heights)


def test_learned_weights_play_against_others() -> None:
    weights = NETWORK.new_weights(np.random.default_rng(1))
    assert len(LEARNER.samples(weights, Random(4), 1).targets)
    assert all(0 <= share <= 1 for share in LEARNER.contest(weights, None, Random(4), 1))
