"""The rules of a tournament: its format, how large its tables are, how many rounds it has."""

from dataclasses import dataclass
from enum import StrEnum
from math import ceil
from typing import Final

MOST_SEATS: Final = 6
MOST_ROUNDS: Final = 63


class Format(StrEnum):
    ROUND_ROBIN = "round_robin"
    """Everybody meets everybody, as evenly as possible."""
    SWISS = "swiss"
    """People who stand alike meet, and nobody meets twice while that can be avoided."""
    KNOCK_OUT = "knock_out"
    """The best of each table go on."""


@dataclass(frozen=True)
class TournamentRules:
    """What an organiser decides before a tournament."""

    format: Format
    seats: int
    """How many sit at a table that is full."""
    least: int = 2
    """How many have to sit at a table, if that is fewer."""
    rounds: int | None = None
    """None: as many as the format needs for its players."""
    bots: bool = False
    """Whether bots fill up the tables. Else tables are smaller, or somebody has a bye."""

    def __post_init__(self) -> None:
        if not 2 <= self.least <= self.seats <= MOST_SEATS:
            raise ValueError(f"tables of {self.least} to {self.seats}")
        if self.rounds is not None and not 1 <= self.rounds <= MOST_ROUNDS:
            raise ValueError(f"{self.rounds} rounds")

    def rounds_for(self, players: int) -> int | None:
        """How many rounds are played; None for a knock-out, which ends with its last table."""
        if self.format is Format.KNOCK_OUT:
            return None
        if self.rounds is not None:
            return self.rounds
        if self.format is Format.ROUND_ROBIN:
            others = players - 1 if players % 2 == 0 or self.seats > 2 else players
            return max(1, min(MOST_ROUNDS, ceil(others / (self.seats - 1))))
        rounds = 1
        while self.seats**rounds < players:
            rounds += 1
        return rounds if self.seats == 2 else rounds + 1

    def going_on(self, people: int) -> int:
        """How many of a table's people go on to the next round of a knock-out."""
        return max(1, min(1 if self.seats == 2 else 2, people - 1))


def table_sizes(people: int, rules: TournamentRules) -> tuple[int, ...]:
    """How many people sit at each table, as evenly as possible. Those who are left have a bye."""
    if people == 0 or (people < rules.least and not rules.bots):
        return ()
    tables = ceil(people / rules.seats)
    if not rules.bots and people < tables * rules.least:
        return (rules.seats,) * (people // rules.seats) or (people,)
    return tuple(people // tables + (table < people % tables) for table in range(tables))
