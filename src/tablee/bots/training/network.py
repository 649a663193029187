"""A small network of a few layers, trained with numpy alone: the same samples and seed give the same weights."""

from dataclasses import dataclass
from itertools import pairwise
from math import cos, pi, sqrt
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from tablee.core.learner import Network, Samples, Weights

Floats = NDArray[np.float32]

_MEAN_DECAY, _SQUARE_DECAY, _SMALL = 0.9, 0.999, 1e-8
"""Of the method Adam, as usual."""
_LAST_RATE: Final = 0.02
"""The learning rate falls to this part of what it was at first."""


@dataclass(frozen=True)
class Hyperparameters:
    """How a network is trained."""

    epochs: int = 10
    """How often each sample is used."""
    batch: int = 512
    rate: float = 1e-3
    decay: float = 1e-4
    """How much weights shrink, which keeps them from learning samples by heart."""


@dataclass(frozen=True)
class Layers:
    """A network of layers, one after the other, as `tablee.core.learner.Weights` says."""

    sizes: tuple[int, ...]
    """How many inputs there are, how wide the hidden layers are, and how many outputs there are."""

    def new_weights(self, rng: np.random.Generator) -> dict[str, Floats]:
        """A network that says nothing yet: what its last layer gives is 0."""
        weights: dict[str, Floats] = {}
        last = len(self.sizes) - 2
        for number, (before, after) in enumerate(pairwise(self.sizes)):
            spread = 0.0 if number == last else sqrt(2 / before)
            weights[f"w{number}"] = (spread * rng.standard_normal((before, after))).astype(np.float32)
            weights[f"b{number}"] = np.zeros(after, dtype=np.float32)
        return weights

    def logits(self, weights: Weights, features: Floats) -> Any:
        """What the last layer gives."""
        return self._given(weights, features)[-1]

    def slopes(self, weights: Weights, features: Floats, wrong: Any) -> dict[str, Floats]:
        """How the loss changes with each parameter, from how it changes with what the last layer gives."""
        layers = self._given(weights, features)
        slopes: dict[str, Floats] = {}
        for number in range(len(layers) - 2, -1, -1):
            slopes[f"w{number}"] = layers[number].T @ wrong
            slopes[f"b{number}"] = wrong.sum(axis=0)
            wrong = (wrong @ weights[f"w{number}"].T) * (layers[number] > 0)
        return slopes

    def _given(self, weights: Weights, features: Floats) -> list[Any]:
        """What each layer gives, beginning with what the network sees."""
        layers: list[Any] = [features]
        last = len(weights) // 2 - 1
        for number in range(last + 1):
            out = layers[-1] @ weights[f"w{number}"] + weights[f"b{number}"]
            layers.append(out if number == last else np.maximum(out, 0))
        return layers


def loss(network: Network, weights: Weights | None, samples: Samples) -> float:
    """How far the network is from what it should say: the mean divergence (Kullback–Leibler) from the targets."""
    logits = samples.base if weights is None else samples.base + network.logits(weights, samples.features)
    targets = np.clip(samples.targets, 1e-9, 1.0)
    return float(np.mean(np.sum(samples.targets * (np.log(targets) - _log_softmax(logits)), axis=1)))


def train(
    network: Network,
    weights: Weights,
    samples: Samples,
    hyperparameters: Hyperparameters,
    rng: np.random.Generator,
) -> dict[str, Floats]:
    """The weights after training."""
    learned = {name: np.array(part, dtype=np.float32) for name, part in weights.items()}
    means = {name: np.zeros_like(part) for name, part in learned.items()}
    squares = {name: np.zeros_like(part) for name, part in learned.items()}
    rows = len(samples.targets)
    batches = max(1, rows // hyperparameters.batch)
    step, steps = 0, hyperparameters.epochs * batches
    for _ in range(hyperparameters.epochs):
        for chosen in np.array_split(rng.permutation(rows), batches):
            step += 1
            rate = hyperparameters.rate * (_LAST_RATE + (1 - _LAST_RATE) * (1 + cos(pi * step / steps)) / 2)
            rate *= sqrt(1 - _SQUARE_DECAY**step) / (1 - _MEAN_DECAY**step)
            batch = Samples(*[part[chosen] for part in samples])
            for name, slope in _slopes(network, learned, batch).items():
                means[name] += (1 - _MEAN_DECAY) * (slope - means[name])
                squares[name] += (1 - _SQUARE_DECAY) * (slope * slope - squares[name])
                learned[name] -= rate * (
                    means[name] / (np.sqrt(squares[name]) + _SMALL) + hyperparameters.decay * learned[name]
                )
    return learned


def _slopes(network: Network, weights: Weights, batch: Samples) -> Weights:
    """How the loss of a batch changes with each parameter."""
    logits = batch.base + network.logits(weights, batch.features)
    wrong: Any = (np.exp(_log_softmax(logits)) - batch.targets) / np.float32(len(batch.targets))
    return network.slopes(weights, batch.features, wrong)


def _log_softmax(logits: Any) -> Any:
    logits = logits - logits.max(axis=1, keepdims=True)
    return logits - np.log(np.exp(logits).sum(axis=1, keepdims=True))
