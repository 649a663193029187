"""Earlier versions of the rules, for records and matches that began with them."""

from dataclasses import dataclass
from typing import ClassVar

from tablee.games.courtepaille.rules.game import CourtePaille


@dataclass(frozen=True)
class CourtePailleOne(CourtePaille):
    """Version 1: equals at the end of a part went on to the tie-break (CP-20), and its winner always showed all cards.

    What was different is in rules/parts.py.
    """

    rules_version: ClassVar = 1
