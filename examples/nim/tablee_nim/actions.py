"""What a seat can do in Nim."""

from dataclasses import dataclass
from typing import ClassVar, Final

from tablee.core.game import Action

from .pieces import MOST


@dataclass(frozen=True, slots=True)
class Take(Action):
    """NM-02: take matches from the heap."""

    tag: ClassVar[str] = "take"
    matches: int


TAKES: Final = tuple(Take(matches) for matches in range(1, MOST + 1))
"""Made once: bots ask for them very often."""
