"""Taking back a choice: which one, who may, and who has to agree."""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace

from tablee.core.match import Match
from tablee.core.seat import Seat
from tablee.server.refusals import Refused
from tablee.server.table.chairs import Chair


@dataclass(frozen=True, slots=True)
class UndoRequest:
    """A seat wants to take back a choice, and others have to agree."""

    seat: Seat
    keep: int
    waiting: frozenset[Seat]

    def after_answer(self, seat: Seat, agree: bool) -> "UndoRequest | None":
        """The request after somebody has answered it; None if it is refused, or nobody is left to ask."""
        left = self.waiting - {seat} if agree else frozenset()
        return replace(self, waiting=left) if left else None


def last_choice(match: Match, copied: int, seat: Seat) -> int:
    """The index in the log of the choice that a seat may take back; raises `Refused` if there is none.

    The first `copied` entries were played elsewhere, and stay.
    """
    if seat in match.may_replace():
        raise Refused("undo_replace")
    log, revealed = match.log, False
    for index in range(len(log) - 1, copied - 1, -1):
        revealed = revealed or log[index].reveals
        if log[index].seat == seat:
            if revealed:
                raise Refused("undo_revealed")
            return index
    raise Refused("undo_nothing")


def others_with_a_say(chairs: Sequence[Chair], seat: Seat) -> list[Seat]:
    """The other seats whose people have to agree before the rating is switched off: absent or not."""
    return [Seat(other) for other, chair in enumerate(chairs) if other != seat and chair.has_a_say]


def seats_to_take_back(match: Match, copied: int) -> Set[Seat]:
    """The seats that may take back their last choice, if those who acted since agree."""
    chose: set[Seat] = set()
    for index in range(len(match.log) - 1, copied - 1, -1):
        entry = match.log[index]
        if entry.reveals:
            break
        chose.add(entry.seat)
    return chose.difference(match.may_replace()) if chose else chose
