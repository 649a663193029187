"""What a game brings so that its bot can learn from matches against itself (`tablee train`).

Arrays are those of numpy; nothing here needs it to be installed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

from tablee.core.chance import Random

Array = Any
"""An array of numpy, float32."""
Weights = Mapping[str, Array]
"""The parameters of a network: for each layer n from 0 a matrix `w<n>` (inputs × outputs) and a row `b<n>`. All layers
but the last cut off what is below 0. The softmax of the last gives parts of a whole."""


class Samples(NamedTuple):
    """What there is to learn from; a row for each position."""

    features: Array
    """What the network sees."""
    base: Array
    """Added to what the last layer gives: logarithms of odds that are known without the network, or zeros."""
    targets: Array
    """What it should say: parts of a whole. For a seat's chance to win: by seat, or won and lost."""


class Learner(Protocol):
    """Plays a game against itself."""

    layers: Sequence[int]
    """How wide the network is, from the first hidden layer to the last."""

    @property
    def file(self) -> str:
        """The file for the weights, from the folder of the game."""

    def samples(self, weights: Weights | None, rng: Random, matches: int) -> Samples:
        """What can be learned from `matches` matches of the bot with these weights against itself (None: with what it
        knows without any)."""

    def contest(self, new: Weights | None, old: Weights | None, rng: Random, matches: int) -> Sequence[float]:
        """The parts of the win of one bot with the new weights, match by match, among bots with the old ones."""


class Network(Protocol):
    """A network of a game's own make, with parameters of any names."""

    def new_weights(self, rng: Any) -> Weights:
        """One that says nothing yet. `rng` is a generator of numpy."""

    def logits(self, weights: Weights, features: Array) -> Array:
        """What is added to the base, before the softmax."""

    def slopes(self, weights: Weights, features: Array, wrong: Array) -> Weights:
        """How the loss changes with each parameter. `wrong`: how it changes with the logits."""


@runtime_checkable
class HasNetwork(Protocol):
    """A learner that brings a network of its own in place of layers."""

    network: Network
