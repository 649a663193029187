"""Why a match came out as it did: the result of a seat as a sum of luck and decisions."""

from collections.abc import Iterable
from math import sqrt

import msgspec

from tablee.review.findings import MomentReview, StandingFinding


class LuckSplit(msgspec.Struct, frozen=True):
    """The result of one seat, as parts of a win. The five parts add up to the result."""

    start: float
    """Its chances before anything was drawn."""
    draws: float
    """What chance gave or took."""
    own: float
    """What its own choices gained or gave away, compared with those of a sensible player, as far as it could know."""
    others: float
    """What the choices of others gave it or took."""
    unforeseen: float
    """What nobody could foresee: hidden cards, choices made at the same time; and the error of the estimates."""
    result: float
    draws_error: float
    """Standard error of `draws`."""
    own_error: float
    """Standard error of `own`."""

    @property
    def total(self) -> float:
        """The sum of the parts."""
        return self.start + self.draws + self.own + self.others + self.unforeseen

    @property
    def luck(self) -> float:
        """All that was not in anybody's hands."""
        return self.draws + self.unforeseen

    @property
    def decisions(self) -> float:
        """All that was."""
        return self.own + self.others


def luck_split(seat: int, start: StandingFinding, told: Iterable[MomentReview]) -> LuckSplit:
    """The split for one seat."""
    draws = own = others = unforeseen = 0.0
    draw_variance = own_variance = 0.0
    result = start.chances[seat]
    for moment in told:
        if moment.is_draw:
            draws += moment.change[seat]
            draw_variance += moment.change_errors[seat] ** 2
        for found in moment.decisions:
            if found.seat == seat:
                own += found.effect[seat]
                own_variance += found.effect_error**2
            else:
                others += found.effect[seat]
        unforeseen += moment.unforeseen[seat]
        result = moment.chances[seat]
    return LuckSplit(
        start.baseline[seat], draws, own, others, unforeseen, result, sqrt(draw_variance), sqrt(own_variance)
    )
