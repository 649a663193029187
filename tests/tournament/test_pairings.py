"""The rules of pairing, for any number of players and any size of tables."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations, permutations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.repetitions import repetitions
from tests.tournament.random_tournaments import Absent, begun, meetings, play_round, result_row, rounds_of

from tablee.tournament import Format, Pairing, Tournament, TournamentRow, TournamentRules, next_round
from tablee.tournament.rules import table_sizes
from tablee.tournament.tournament import round_row

MEETING_FORMATS = [Format.ROUND_ROBIN, Format.SWISS]


@st.composite
def tournaments(draw: st.DrawFn) -> tuple[TournamentRules, int]:
    seats = draw(st.integers(2, 6))
    rules = TournamentRules(
        draw(st.sampled_from(Format)),
        seats,
        draw(st.integers(2, seats)),
        draw(st.integers(1, 4)),
        draw(st.booleans()),
    )
    return rules, draw(st.integers(3, 64))


def absent_at_times(rng: Random) -> Absent:
    """One of ten does not come."""
    return lambda table: [seat for seat, player in enumerate(table.seats) if player and rng.random() < 0.1]


@settings(max_examples=repetitions(200, by_day=25), deadline=None)
@given(tournaments(), st.integers(0, 1000))
def test_everybody_has_one_place_in_every_round(asked: tuple[TournamentRules, int], seed: int) -> None:
    rules, players = asked
    rng = Random(seed)
    for before, pairing in rounds_of(rules, players, rng, absent_at_times(rng)):
        assert next_round(before) == pairing  # the same rows have the same next round
        seated = [player for table in pairing.tables for player in table if player is not None]
        assert sorted([*seated, *pairing.byes]) == sorted(before.here)  # nobody at two tables, nobody forgotten
        for table in pairing.tables:
            check_size(rules, table, len(before.here))
        check_byes(before, pairing)


def check_size(rules: TournamentRules, table: tuple[int | None, ...], here: int) -> None:
    people = [player for player in table if player is not None]
    assert people
    if rules.bots:
        assert len(table) == rules.seats
    else:
        assert min(rules.least, here) <= len(people) == len(table) <= rules.seats


def check_byes(before: Tournament, pairing: Pairing) -> None:
    """There are no more than needed, and nobody has a second one while somebody else has had fewer."""
    rules = before.rules
    if rules.bots:
        assert not pairing.byes
    elif rules.format is Format.KNOCK_OUT:
        assert len(pairing.byes) < max(len(before.here), 1)
    else:
        assert len(pairing.byes) == len(before.here) - sum(table_sizes(len(before.here), rules))
        had = Counter(player for one in before.rounds for player in one.byes)
        playing = [player for table in pairing.tables for player in table if player is not None]
        most = max((had[player] for player in pairing.byes), default=0)
        assert all(had[player] >= most for player in playing)


@settings(max_examples=repetitions(100, by_day=15), deadline=None)
@given(st.integers(3, 10), st.integers(0, 1000), st.sampled_from(MEETING_FORMATS))
def test_pairs_meet_again_only_if_they_must(players: int, seed: int, kind: Format) -> None:
    """The number of second meetings is the least that any pairing with the same byes has."""
    rules = TournamentRules(kind, 2, rounds=4)
    for before, pairing in rounds_of(rules, players, Random(seed)):
        met = meetings(before)
        again = sum(met[one, two] ** 2 for one, two in (sorted(filter(None, table)) for table in pairing.tables))
        had = Counter(player for one in before.rounds for player in one.byes)
        possible = [
            sum(met[pair] ** 2 for pair in plan)
            for plan, alone in all_pairings(sorted(before.here))
            if alone is None or had[alone] == min(had[player] for player in before.here)
        ]
        assert again == min(possible)


def all_pairings(people: list[int]) -> Iterator[tuple[list[tuple[int, int]], int | None]]:
    """All ways to pair people, and who is left of an odd number."""
    if len(people) % 2:
        for alone in people:
            yield from ((plan, alone) for plan, _ in all_pairings([one for one in people if one != alone]))
    elif not people:
        yield [], None
    else:
        first, *others = people
        for other in others:
            for plan, _ in all_pairings([one for one in others if one != other]):
                yield [(first, other), *plan], None


@settings(max_examples=repetitions(60, by_day=12), deadline=None)
@given(st.integers(3, 6), st.integers(7, 40), st.integers(0, 1000), st.sampled_from(MEETING_FORMATS))
def test_at_larger_tables_no_exchange_lets_fewer_meet_again(seats: int, players: int, seed: int, kind: Format) -> None:
    rules = TournamentRules(kind, seats, rounds=3)
    for before, pairing in rounds_of(rules, players, Random(seed)):
        met = meetings(before)
        tables = [[player for player in table if player is not None] for table in pairing.tables]
        for table, other in combinations(tables, 2):
            now = again(met, table) + again(met, other)
            for here, there in ((here, there) for here in range(len(table)) for there in range(len(other))):
                one, two = [*table], [*other]
                one[here], two[there] = other[there], table[here]
                assert again(met, one) + again(met, two) >= now


def again(met: Counter[tuple[int, int]], table: list[int]) -> int:
    return sum(met[pair] ** 2 for pair in combinations(sorted(table), 2))


@pytest.mark.parametrize("players", [4, 5, 6, 9, 12])
def test_a_round_robin_in_pairs_lets_everybody_meet_once(players: int) -> None:
    rules = TournamentRules(Format.ROUND_ROBIN, 2)
    tournament = Tournament(rules, begun(rules, players))
    while tournament.is_between_rounds:
        play_round(tournament, Random(1), [])
    assert meetings(tournament) == dict.fromkeys(combinations(range(1, players + 1), 2), 1)
    byes = Counter(player for one in tournament.rounds for player in one.byes)
    assert set(byes.values()) == ({1} if players % 2 else set())
    for player in tournament.players:
        seats = Counter(
            table.seats.index(player) for one in tournament.rounds for table in one.tables if player in table.seats
        )
        assert abs(seats[0] - seats[1]) <= 2


def test_people_sit_on_the_seats_where_they_have_sat_least() -> None:
    rules = TournamentRules(Format.ROUND_ROBIN, 4, rounds=6)
    rows = begun(rules, 16)
    tournament = Tournament(rules, rows)
    sat: Counter[tuple[int, int]] = Counter()
    while tournament.is_between_rounds:
        play_round(tournament, Random(5), rows)
        for table in tournament.rounds[-1].tables:
            cost = seating_cost(sat, table.seats)
            assert cost == min(seating_cost(sat, order) for order in permutations(table.seats))
        sat.update((p, seat) for table in tournament.rounds[-1].tables for seat, p in enumerate(table.seats) if p)
    first = [sat[player, 0] for player in tournament.players]
    assert max(first) - min(first) <= 1


def seating_cost(sat: Counter[tuple[int, int]], order: tuple[int | None, ...]) -> int:
    """How much more often than elsewhere they sat there; the more, the worse."""
    least = {player: min(sat[player, seat] for seat in range(len(order))) for player in order if player}
    return sum(6 ** (sat[player, seat] - least[player]) for seat, player in enumerate(order) if player)


@pytest.mark.parametrize(
    ("kind", "seats"), [(Format.ROUND_ROBIN, 4), (Format.SWISS, 2), (Format.SWISS, 4), (Format.KNOCK_OUT, 4)]
)
def test_sixty_four_players(kind: Format, seats: int) -> None:
    """With no-shows, somebody who comes late, somebody who goes, and a restart after every round."""
    rng, rules = Random(64), TournamentRules(kind, seats, rounds=None if kind is Format.KNOCK_OUT else 5)
    rows = begun(rules, 64)
    tournament = Tournament(rules, rows)
    absent = absent_at_times(rng)
    while tournament.is_between_rounds:
        play_round(tournament, rng, rows, absent)
        if kind is Format.KNOCK_OUT:
            check_survivors(tournament)
        if len(tournament.rounds) == 2 and tournament.takes_players:
            rows += [TournamentRow("join", {"player": 65}), TournamentRow("leave", {"player": 1})]
            for row in rows[-2:]:
                tournament.apply(row)
        again = Tournament(rules, rows)
        assert vars(again) == vars(tournament)
        assert next_round(again) == next_round(tournament)
        if kind is not Format.KNOCK_OUT:
            assert max(meetings(tournament).values()) == 1
    if kind is not Format.KNOCK_OUT:
        assert any(65 in table.people for one in tournament.rounds for table in one.tables)
        assert not any(1 in table.people for one in tournament.rounds[2:] for table in one.tables)


def check_survivors(tournament: Tournament) -> None:
    """In the last round there are only those who got through the one before: by a bye, or as one of the best two of
    their table who were there."""
    if len(tournament.rounds) < 2:
        return
    before, last = tournament.rounds[-2:]
    through = {*before.byes}
    for table in before.tables:
        assert table.result is not None
        came = [seat for seat, player in enumerate(table.seats) if player and seat not in table.result.absent]
        ranks = table.result.ranks
        # Where places are shared the lot decides: all who share the last one that goes on may be in.
        number = 1 if len(table.people) == 2 else 2
        worst = sorted(ranks[seat] for seat in came)[:number][-1:]
        through |= {table.people[seat] for seat in came if worst and ranks[seat] <= worst[0]}
    playing = [*last.byes, *(player for table in last.tables for player in table.people)]
    assert {*playing} <= through
    assert len(playing) <= len(before.byes) + sum(1 if len(table.people) == 2 else 2 for table in before.tables)


def test_swiss_players_who_stand_alike_meet() -> None:
    rules = TournamentRules(Format.SWISS, 2, rounds=3)
    tournament = Tournament(rules, begun(rules, 16))
    stood: dict[int, int] = dict.fromkeys(tournament.players, 0)
    for _ in range(3):
        pairing = next_round(tournament)
        assert pairing is not None
        tables = [(str(number), seats) for number, seats in enumerate(pairing.tables)]
        tournament.apply(round_row(tables, ()))
        for table in tournament.rounds[-1].tables:
            one, two = table.people
            assert stood[one] == stood[two]
            stood[min(one, two)] += 1  # the lower number wins
            tournament.apply(result_row(table, [1, 2] if one < two else [2, 1]))
    assert stood[1] == 3


@pytest.mark.parametrize(("players", "rounds", "byes"), [(8, 3, 0), (11, 4, 5), (3, 2, 1), (64, 6, 0)])
def test_a_knock_out_in_pairs_has_byes_in_its_first_round_only(players: int, rounds: int, byes: int) -> None:
    rules = TournamentRules(Format.KNOCK_OUT, 2)
    tournament = Tournament(rules, begun(rules, players))
    while tournament.is_between_rounds:
        play_round(tournament, Random(3), [])
    assert [len(one.byes) for one in tournament.rounds] == [byes, *[0] * (rounds - 1)]
    assert len(tournament.rounds[-1].tables) == 1
    assert len(tournament.going_on(tournament.rounds[-1].tables[0])) == 1


@pytest.mark.parametrize("form", Format)
@pytest.mark.parametrize(("seats", "players"), [(2, 9), (2, 8), (4, 12)])
def test_those_who_are_kept_apart_do_not_meet_while_there_is_another_way(
    form: Format, seats: int, players: int
) -> None:
    apart = [frozenset(pair) for pair in ((1, 2), (1, 3), (4, 8), (5, 6))]
    rules = TournamentRules(form, seats, rounds=None if form is Format.KNOCK_OUT else 5)
    for lot in ("one", "two", "three"):
        rows = begun(rules, players, lot)
        tournament = Tournament(rules, rows)
        # By the last rounds of a knock-out there may be no other way.
        for _ in range(1 if form is Format.KNOCK_OUT else 5):
            play_round(tournament, Random(1), rows, apart=apart)
        met = meetings(tournament)
        assert not [pair for pair in apart if met[min(pair), max(pair)]]
        byes = Counter(player for one in tournament.rounds for player in one.byes)
        assert form is Format.KNOCK_OUT or max(byes.values(), default=0) <= 1, "nobody has a second bye for it"


def test_two_who_are_alone_meet_although_they_are_kept_apart() -> None:
    rules = TournamentRules(Format.KNOCK_OUT, 2)
    assert next_round(Tournament(rules, begun(rules, 2)), [frozenset((1, 2))]) is not None
