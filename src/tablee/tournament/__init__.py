"""Tournaments: who plays whom, who sits where, and how it stands. Pure: no server, no database, no clock.

A tournament is the fold of its rows, as a table is the fold of its log. `next_round` forms the tables of a round;
`standings` tells how it stands. docs/tournaments.md explains the rules.
"""

from tablee.tournament.pairings import Pairing, next_round
from tablee.tournament.rules import Format, TournamentRules
from tablee.tournament.standings import Standing, standings
from tablee.tournament.tournament import Round, RoundTable, TableResult, Tournament, TournamentRow

__all__ = [
    "Format",
    "Pairing",
    "Round",
    "RoundTable",
    "Standing",
    "TableResult",
    "Tournament",
    "TournamentRow",
    "TournamentRules",
    "next_round",
    "standings",
]
