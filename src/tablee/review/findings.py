"""The parts of a review: small jobs that know nothing of each other, and what each finds. All plain data."""

from typing import Any, Literal

import msgspec

Plain = dict[str, Any]
"""An action as plain data, as in a record."""


class Job(msgspec.Struct, frozen=True):
    """One thing to find out."""

    kind: Literal["standing", "decision"]
    entry: int
    """Decision: the number of the entry, from 0. Standing: how many entries are done."""


class StandingFinding(msgspec.Struct, frozen=True, tag="standing"):
    """Everybody's chances to win at one point of the match, by seat. Errors are standard errors."""

    entry: int
    chances: list[float]
    """If the next choice is made by the strongest level: the curve."""
    errors: list[float]
    baseline: list[float]
    """If sensible players make all choices: what luck and decisions are measured by."""
    baseline_errors: list[float]


class ConsideredChoice(msgspec.Struct, frozen=True):
    """A choice that the strongest level considered."""

    action: Plain
    value: float
    weight: float


class DecisionFinding(msgspec.Struct, frozen=True, tag="decision"):
    """One choice beside that of the strongest level."""

    entry: int
    seat: int
    action: Plain | None
    """What was chosen. None, as `best`: the reader may not see it."""
    best: Plain | None
    """What the strongest level would have chosen; where several choose at once, the choice that it makes most often."""
    options: list[ConsideredChoice]
    """What it considered, the best first; the first five."""
    is_forced: bool
    """Whether there was nothing to choose."""
    is_best: bool
    """Whether the strongest level makes this choice too."""
    cost: float
    """The part of a win that the choice gave away, as far as the seat could know; below 0: it seems even better."""
    error: float
    """The standard error of the cost."""
    effect: list[float]
    """By seat: what the choice changed in the chances, compared with that of a sensible player, as far as the seat
    could know."""
    effect_error: float
    """The standard error of its effect on its own seat."""


Finding = StandingFinding | DecisionFinding


class MomentReview(msgspec.Struct, frozen=True):
    """What a moment changed. Lists are by seat."""

    first: int
    end: int
    is_draw: bool
    chances: list[float]
    """After it."""
    errors: list[float]
    change: list[float]
    """Of the baseline. Of a draw: what it gave or took."""
    change_errors: list[float]
    unforeseen: list[float]
    """What choices changed beyond their effect as far as the seats could know; zeros for a draw."""
    decisions: list[DecisionFinding]
