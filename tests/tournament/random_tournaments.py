"""Tournaments with random results, row by row."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator
from itertools import combinations
from random import Random

from tablee.tournament import Pairing, RoundTable, Tournament, TournamentRow, TournamentRules, next_round
from tablee.tournament.tournament import round_row

Absent = Callable[[RoundTable], list[int]]


def begun(rules: TournamentRules, players: int, lot: str = "lot") -> list[TournamentRow]:
    joined = [TournamentRow("join", {"player": player}) for player in range(1, players + 1)]
    return [*joined, TournamentRow("begin", {"lot": lot})]


def result_row(table: RoundTable, ranks: list[int], absent: list[int] | None = None) -> TournamentRow:
    return TournamentRow("result", {"table": table.id, "ranks": ranks, "absent": absent or []})


def play_round(
    tournament: Tournament,
    rng: Random,
    rows: list[TournamentRow],
    absent: Absent | None = None,
    apart: Collection[frozenset[int]] = (),
) -> None:
    """Play the next round, and note its rows."""
    pairing = next_round(tournament, apart)
    assert pairing is not None
    number = len(tournament.rounds) + 1
    new = [round_row([(f"{number}.{place}", seats) for place, seats in enumerate(pairing.tables)], pairing.byes)]
    tournament.apply(new[0])
    for table in tournament.rounds[-1].tables:
        ranks = [rng.randint(1, len(table.seats)) for _ in table.seats]
        new.append(result_row(table, ranks, absent(table) if absent else []))
        tournament.apply(new[-1])
    rows += new


def rounds_of(
    rules: TournamentRules, players: int, rng: Random, absent: Absent | None = None
) -> Iterator[tuple[Tournament, Pairing]]:
    """A whole tournament: before each round how it stands, and the round."""
    rows = begun(rules, players)
    tournament = Tournament(rules, rows)
    while tournament.is_between_rounds and (pairing := next_round(tournament)):
        yield Tournament(rules, rows), pairing
        play_round(tournament, rng, rows, absent)


def meetings(tournament: Tournament) -> Counter[tuple[int, int]]:
    """How often any two have met."""
    met: Counter[tuple[int, int]] = Counter()
    for one in tournament.rounds:
        for table in one.tables:
            met.update(combinations(sorted(table.people), 2))
    return met
