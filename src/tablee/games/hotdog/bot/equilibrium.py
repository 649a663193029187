"""How good players mix their bids when all choose at once: an equilibrium of players who err a little."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Mixture = NDArray[np.float32]

FIRST_TEMPERATURE: Final = 0.1
_SLOWEST: Final = 0.08
"""How far mixtures move towards the best answers at least, from 0 to 1."""
_OWN_STEPS: Final = 60
_FORESEEN_LOSS: Final = 0.15
"""The part of a win that a bot risks to lose if it is foreseen, which hardly anybody manages."""


def quantal_equilibrium(
    shares: Mixture, there: NDArray[np.bool_], temperature: float, steps: int
) -> tuple[Mixture, Mixture]:
    """The mixtures, and what each bid is worth against those of the others: both by seat, row and bid.

    `shares`: the part of the win by seat, row and bid of each seat; `there`: which bids there are. Everybody chooses a
    bid with odds that fall by e for each `temperature` that it is worse than the best. Mixtures move towards that in so
    many steps, at first with a higher temperature.
    """
    by_seat, missing = _by_seat(shares), _missing(there)
    mixtures = _softmax(missing)
    for step in range(1, steps + 1):
        heat = np.float32(max(temperature, FIRST_TEMPERATURE * (1 - step / (0.7 * steps))))
        answers = _softmax(_worths(by_seat, mixtures) / heat + missing)
        mixtures += np.float32(max(_SLOWEST, 2 / (step + 2))) * (answers - mixtures)
    return mixtures, _worths(by_seat, mixtures)


def own_mixture(
    shares: Mixture, there: NDArray[np.bool_], mixtures: Mixture, seat: int, temperatures: tuple[float, float]
) -> Mixture:
    """How often a seat should choose each bid against others who play an equilibrium.

    What is best is chosen, if not much is lost should the others foresee it; else the seat mixes as it must. `shares`
    and `there` as above but for one row; `mixtures`: the equilibrium; `temperatures`: of the seat itself and of the
    others.
    """
    by_seat, missing = _by_seat(shares[:, None]), _missing(there[:, None])
    heat = np.full((len(mixtures), 1, 1), temperatures[1], dtype=np.float32)
    heat[seat] = temperatures[0]
    expected = mixtures[:, None]
    worths = _worths(by_seat, expected)
    foreseen = expected.copy()
    foreseen[seat] = best = _softmax(worths / heat + missing)[seat]
    foreseen = _answers(by_seat, missing, heat, foreseen, fixed=seat)
    lost = float((best * (worths[seat] - _worths(by_seat, foreseen)[seat]))[there[seat][None]].sum())
    if lost > _FORESEEN_LOSS:
        best = _answers(by_seat, missing, heat, expected, fixed=None)[seat]
    mixture: Mixture = best[0]
    return mixture


def _answers(by_seat: list[Mixture], missing: Mixture, heat: Mixture, mixtures: Mixture, fixed: int | None) -> Mixture:
    """The mixtures of all but one seat after they answered each other. Steps grow shorter: mixtures that go round
    in circles come to rest in the middle."""
    mixtures = mixtures.copy()
    moving = [seat for seat in range(len(mixtures)) if seat != fixed]
    for step in range(1, _OWN_STEPS + 1):
        answers = _softmax(_worths(by_seat, mixtures) / heat + missing)
        mixtures[moving] += np.float32(1 / (step + 2)) * (answers - mixtures)[moving]
    return mixtures


def against(shares: Mixture, mixtures: Mixture) -> Mixture:
    """What each bid of each seat leads to on average against the mixtures of the others, for one row."""
    return _worths(_by_seat(shares[:, None]), mixtures[:, None])[:, 0]


def _by_seat(shares: Mixture) -> list[Mixture]:
    """For each seat, by its own bids first."""
    return [np.ascontiguousarray(np.moveaxis(own, seat + 1, 1)) for seat, own in enumerate(shares)]


def _missing(there: NDArray[np.bool_]) -> Mixture:
    return np.where(there, np.float32(0), np.float32(-np.inf))


def _worths(by_seat: list[Mixture], mixtures: Mixture) -> Mixture:
    """What each bid of a seat is worth against the mixtures of the others."""
    seats, rows, bids = mixtures.shape
    worths = np.empty_like(mixtures)
    for seat, own in enumerate(by_seat):
        left = own
        for other in range(seats - 1, -1, -1):
            if other != seat:
                left = (left.reshape(rows, -1, bids) @ mixtures[other, :, :, None])[:, :, 0]
        worths[seat] = left
    return worths


def _softmax(logits: Mixture) -> Mixture:
    odds = np.exp(logits - logits.max(axis=2, keepdims=True))
    mixture: Mixture = odds / odds.sum(axis=2, keepdims=True)
    return mixture
