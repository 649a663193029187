"""A match cut into moments: what was drawn in a row, one choice, or what several chose at the same time."""

import msgspec

from tablee.core.match import Match
from tablee.core.seat import CHANCE, Seat


class Moment(msgspec.Struct, frozen=True):
    """Some entries of the log, from number `first` (from 0) to before number `end`."""

    first: int
    end: int
    is_draw: bool


def moments(match: Match) -> list[Moment]:
    """All of a match."""
    found: list[Moment] = []
    awaited: set[Seat] = set()
    for step, entry in zip(match.walk(), match.log, strict=False):
        number, is_draw = len(step.log), entry.seat == CHANCE
        if awaited or (is_draw and found and found[-1].is_draw):
            found[-1] = Moment(found[-1].first, number + 1, is_draw)
        else:
            found.append(Moment(number, number + 1, is_draw))
            awaited = set() if is_draw else set(step.actors())
        awaited.discard(entry.seat)
    return found


def decisions_of(match: Match, moment: Moment) -> list[int]:
    """The numbers of the entries that are choices; of one that was replaced while it lay face down, the last."""
    if moment.is_draw:
        return []
    last = {match.log[number].seat: number for number in range(moment.first, moment.end)}
    return sorted(last.values())
