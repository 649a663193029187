"""Points, and what decides where points do not."""

from fractions import Fraction

import pytest
from tests.tournament.random_tournaments import begun, result_row

from tablee.tournament import Format, RoundTable, TableResult, Tournament, TournamentRow, TournamentRules, standings
from tablee.tournament.standings import points_at
from tablee.tournament.tournament import round_row


@pytest.mark.parametrize(
    ("ranks", "absent", "expected"),
    [
        ([1, 2], [], [1, 0]),
        ([1, 1], [], ["1/2", "1/2"]),
        ([2, 1, 3, 4], [], ["2/3", 1, "1/3", 0]),
        ([1, 1, 3], [], ["3/4", "3/4", 0]),
        ([1, 2, 3], [0], [0, 1, "1/2"]),  # a bot won for somebody who had left: that pays nobody but the others
        ([1, 1], [0, 1], [0, 0]),
    ],
)
def test_points_of_a_match(ranks: list[int], absent: list[int], expected: list[int | str]) -> None:
    table = RoundTable("t", tuple(range(1, len(ranks) + 1)), TableResult(tuple(ranks), frozenset(absent)))
    assert points_at(table) == [Fraction(points) for points in expected]


def played(rules: TournamentRules, players: int, *rounds: tuple[list[tuple[int, ...]], list[int]]) -> Tournament:
    """Rounds of tables, the people of each in the order in which they finished, and byes."""
    tournament = Tournament(rules, begun(rules, players))
    for tables, byes in rounds:
        tournament.apply(round_row([(str(table), table) for table in tables], byes))
        for table in tournament.rounds[-1].tables:
            tournament.apply(result_row(table, list(range(1, len(table.seats) + 1))))
    return tournament


def test_whoever_met_the_stronger_is_before_the_other() -> None:
    rules = TournamentRules(Format.SWISS, 2, rounds=3)
    told = standings(played(rules, 4, ([(1, 2), (3, 4)], []), ([(1, 3), (2, 4)], [])))
    assert {one.player: (one.rank, float(one.points)) for one in told} == {1: (1, 2), 2: (2, 1), 3: (2, 1), 4: (4, 0)}
    # 2 lost to the first and beat the last, and so did 3: nothing but the lot separates them.
    assert {one.buchholz for one in told if one.rank == 2} == {Fraction(2)}
    told = standings(played(rules, 4, ([(1, 2), (3, 4)], []), ([(1, 3), (2, 4)], []), ([(2, 3), (1, 4)], [])))
    assert [one.player for one in told] == [1, 2, 3, 4]


def test_a_bye_counts_as_a_win_against_somebody_who_stands_alike() -> None:
    told = standings(played(TournamentRules(Format.SWISS, 2, rounds=2), 3, ([(1, 2)], [3])))
    assert {one.player: (float(one.points), float(one.buchholz), one.wins) for one in told} == {
        1: (1, 0, 1),
        2: (0, 1, 0),
        3: (1, 1, 0),
    }


def test_in_a_knock_out_whoever_got_further_is_first() -> None:
    told = standings(played(TournamentRules(Format.KNOCK_OUT, 2), 3, ([(2, 3)], [1]), ([(2, 1)], [])))
    assert [(one.player, one.rank, one.reached) for one in told] == [(2, 1, 2), (1, 2, 1), (3, 3, 0)]


def test_whoever_was_absent_is_not_expected_until_they_are_back() -> None:
    rules = TournamentRules(Format.SWISS, 2, rounds=3)
    tournament = Tournament(rules, begun(rules, 4))
    tournament.apply(round_row([("a", (1, 2)), ("b", (3, 4))], []))
    tournament.apply(result_row(tournament.rounds[0].tables[0], [2, 1], [1]))
    assert tournament.busy() == {3, 4}
    tournament.apply(result_row(tournament.rounds[0].tables[1], [1, 2]))
    assert sorted(tournament.here) == [1, 3, 4]
    assert next(one for one in standings(tournament) if one.player == 2).is_here is False
    tournament.apply(TournamentRow("return", {"player": 2}))
    assert sorted(tournament.here) == [1, 2, 3, 4]


@pytest.mark.parametrize(("seats", "least", "rounds"), [(7, 2, None), (3, 4, None), (1, 1, None), (2, 2, 0)])
def test_rules_that_make_no_sense(seats: int, least: int, rounds: int | None) -> None:
    with pytest.raises(ValueError, match=r"tables of|rounds"):
        TournamentRules(Format.SWISS, seats, least, rounds)


def test_a_row_that_nobody_knows() -> None:
    with pytest.raises(ValueError, match="unknown"):
        Tournament(TournamentRules(Format.SWISS, 2), [TournamentRow("dance")])
