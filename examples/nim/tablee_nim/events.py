"""What can happen in Nim."""

from dataclasses import dataclass
from typing import ClassVar

from tablee.core.game import Event
from tablee.core.seat import Seat


@dataclass(frozen=True, slots=True)
class Taken(Event):
    """NM-02, NM-03: a seat took matches; if none are left, it has won."""

    tag: ClassVar[str] = "taken"
    seat: Seat
    matches: int
    left: int
