"""What the bot of Hot-Dog learns from."""

from random import Random

import numpy as np
import pytest

import tablee
from tablee.bots.training.network import Layers
from tablee.bots.training.training import learner_for
from tablee.games.hotdog.bot.learner import HotDogLearner
from tablee.games.hotdog.rules import HotDog

TINY = HotDog(players=2, hands=2, hotdog_values=(1, 2, 2, 3))


def test_samples_are_what_was_seen_and_what_came_of_it() -> None:
    learner = learner_for(TINY)
    samples = learner.samples(None, Random(3), 5)
    again = learner.samples(None, Random(3), 5)
    assert len(samples.features) == len(samples.base) == len(samples.targets) > 10
    assert samples.targets.sum(axis=1) == pytest.approx(np.ones(len(samples.targets)), abs=1e-4)
    for one, other in zip(samples, again, strict=True):
        assert np.array_equal(one, other)


def test_learned_weights_play_against_others() -> None:
    learner = learner_for(TINY)
    samples = learner.samples(None, Random(3), 2)
    weights = Layers((samples.features.shape[1], *learner.layers, 2)).new_weights(np.random.default_rng(1))
    assert len(learner.samples(weights, Random(3), 2).targets)
    shares = learner.contest(weights, None, Random(4), 4)
    assert len(shares) == 4
    assert all(0 <= share <= 1 for share in shares)


def test_weights_lie_in_the_folder_of_the_bot() -> None:
    learner = learner_for(tablee.game("hotdog"))
    assert isinstance(learner, HotDogLearner)
    assert learner.file == "bot/win_shares_3.npz"
