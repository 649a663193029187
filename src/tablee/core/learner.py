"""What a game brings so that its bot can learn from matches against itself (`tablee train`).

Arrays are those of numpy; nothing here needs it to be installed.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

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
        """What can be learned from so many matches of the bot with these weights against itself (None: with what it
        knows without any)."""

    def contest(self, new: Weights | None, old: Weights | None, rng: Random, matches: int) -> Sequence[float]:
        """The parts of the win of one bot with the new weights, in so many matches among bots with the old ones."""
