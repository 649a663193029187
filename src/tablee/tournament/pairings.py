"""The tables of the next round: who plays whom, who sits where, who has a bye."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from tablee.tournament.matching import assignment, pairs
from tablee.tournament.rules import MOST_SEATS, Format, table_sizes
from tablee.tournament.standings import points
from tablee.tournament.table_groups import groups, improve
from tablee.tournament.tournament import Tournament

POINT: Final = 120
"""What a point counts in costs: all shares of tables of two to six are whole numbers."""
MEETING: Final = 10**12
"""To meet again costs more than any difference of points."""
APART: Final = 10**18
"""That two meet who are to be kept apart costs more than any second meetings."""
BYE: Final = 10**24
"""A second bye costs more than any meetings."""

Apart = Collection[frozenset[int]]
"""Pairs of players who are to be kept apart, as far as that is possible."""


@dataclass(frozen=True)
class Pairing:
    """A round that has not begun."""

    tables: tuple[tuple[int | None, ...], ...]
    """By table and seat: the player; None for a bot."""
    byes: tuple[int, ...]


def next_round(tournament: Tournament, apart: Apart = ()) -> Pairing | None:
    """The next round; None if there are too few players for it. The same tournament has the same next round, as long as
    the same people are kept apart."""
    history = _History(tournament, frozenset(apart))
    people = tournament.here
    if tournament.rules.format is not Format.KNOCK_OUT:
        people.sort(key=lambda player: -history.points[player])
    sizes = table_sizes(len(people), tournament.rules)
    if not sizes or len(people) < 2:
        return None
    if tournament.rules.format is Format.KNOCK_OUT:
        seated, byes = _knock_out(tournament, people, sizes)
        if apart:
            improve(seated, history.cost_apart)
    elif tournament.rules.seats == 2:
        seated, byes = _in_pairs(tournament, people, history)
    else:
        byes = _given_byes(people, len(people) - sum(sizes), history)
        staying = [player for player in people if player not in byes]
        seated = groups(staying, sizes, lambda one, two: _cost(tournament, history, one, two))
    size = tournament.rules.seats if tournament.rules.bots else 0
    return Pairing(tuple(history.seated(table, size) for table in seated), tuple(byes))


class _History:
    """What was before: who met whom, who sat where, who had a bye; and who is not to meet."""

    def __init__(self, tournament: Tournament, apart: frozenset[frozenset[int]]) -> None:
        self._apart = apart
        self.points = {player: int(won * POINT) for player, won in points(tournament).items()}
        self.meetings: Counter[tuple[int, int]] = Counter()
        self.byes: Counter[int] = Counter()
        """How often each player had a bye, or of a pair only a bot to play with."""
        self._seats: Counter[tuple[int, int]] = Counter()
        self._last_seat: dict[int, int] = {}
        for one in tournament.rounds:
            self.byes.update(one.byes)
            for table in one.tables:
                if tournament.rules.seats == 2 and len(table.people) == 1:
                    self.byes.update(table.people)
                sat = {player: seat for seat, player in enumerate(table.seats) if player is not None}
                self._seats.update(sat.items())
                self._last_seat |= sat
                for pair in combinations(sorted(table.people), 2):
                    self.meetings[pair] += 1

    def met(self, one: int, two: int) -> int:
        return self.meetings[min(one, two), max(one, two)]

    def cost_apart(self, one: int, two: int) -> int:
        return APART if frozenset((one, two)) in self._apart else 0

    def seated(self, people: Sequence[int], size: int) -> tuple[int | None, ...]:
        """People on the seats where they have sat least; bots, up to this size of the table, on what is left."""
        players: list[int | None] = [*people, *[None] * (size - len(people))]
        costs = [self._costs_of_seats(player, len(players)) for player in players]
        by_seat = dict(zip(assignment(costs), players, strict=True))
        return tuple(by_seat[seat] for seat in range(len(players)))

    def _costs_of_seats(self, player: int | None, number: int) -> list[int]:
        """The more often than elsewhere somebody has sat on a seat, the more it costs, and ever more so."""
        if player is None:
            return [0] * number
        times = [self._seats[player, seat] for seat in range(number)]
        costs = [2 * MOST_SEATS ** (often - min(times)) for often in times]
        return [cost + (self._last_seat.get(player) == seat) for seat, cost in enumerate(costs)]


def _cost(tournament: Tournament, history: _History, one: int, two: int) -> int:
    """To meet again is bad, a third time worse. In Swiss tournaments people who stand alike should meet."""
    cost = MEETING * history.met(one, two) ** 2 + history.cost_apart(one, two)
    if tournament.rules.format is Format.SWISS:
        cost += (history.points[one] - history.points[two]) ** 2
    return cost


def _in_pairs(tournament: Tournament, people: Sequence[int], history: _History) -> tuple[list[list[int]], list[int]]:
    """All in pairs. One of an odd number has a bye, or plays with a bot: somebody who has not had one yet, and stands
    low."""
    players: list[int | None] = [*people, *([None] if len(people) % 2 else [])]
    circle = _Circle(tournament, people)

    def cost(number: int, other: int) -> int:
        one, two = players[number], players[other]
        if one is not None and two is not None:
            return _cost(tournament, history, one, two) + circle.cost(one, two)
        return sum(_alone(tournament, history, player) + circle.cost(player) for player in (one, two) if player)

    found = [(players[one], players[two]) for one, two in pairs(len(players), cost)]
    tables = [[player for player in pair if player is not None] for pair in found]
    if tournament.rules.bots:
        return tables, []
    return [table for table in tables if len(table) == 2], [table[0] for table in tables if len(table) == 1]


def _alone(tournament: Tournament, history: _History, player: int) -> int:
    """What it costs that a player has a bye."""
    stands = history.points[player] ** 2 if tournament.rules.format is Format.SWISS else 0
    return BYE * history.byes[player] ** 2 + stands


class _Circle:
    """The usual plan of a round robin in pairs: one stays, all others go round. As long as nobody comes or goes, nobody
    meets twice by it; from then on a matching does the best that is left."""

    def __init__(self, tournament: Tournament, people: Sequence[int]) -> None:
        self._is_used = tournament.rules.format is Format.ROUND_ROBIN
        order = sorted(people, key=tournament.by_lot)
        self._others = len(order) - 1 + len(order) % 2
        """How many go round: all but one, who is the empty place if there is one."""
        self._places = {player: place for place, player in enumerate(order)}
        self._round = len(tournament.rounds)

    def cost(self, one: int, two: int | None = None) -> int:
        """Nothing for those whom the plan lets meet in this round; `two` is None for the empty place."""
        if not self._is_used:
            return 0
        places = sorted(self._others if player is None else self._places[player] for player in (one, two))
        if places[1] == self._others:
            places[1] = places[0]
        return int(sum(places) % self._others != self._round % self._others)


def _given_byes(people: Sequence[int], number: int, history: _History) -> list[int]:
    """Those who have had the fewest byes; among them those who stand lowest."""
    order = sorted(enumerate(people), key=lambda place: (history.byes[place[1]], -place[0]))
    return [player for _, player in order[:number]]


def _knock_out(
    tournament: Tournament, people: Sequence[int], sizes: Sequence[int]
) -> tuple[list[list[int]], list[int]]:
    """The first by lot against the last. In pairs all byes are in the first round, so that later ones need none."""
    byes = len(people) - sum(sizes)
    if tournament.rules.seats == 2 and not tournament.rules.bots:
        full = 1 << (len(people) - 1).bit_length()
        byes = full - len(people)
        sizes = (2,) * ((len(people) - byes) // 2)
    return _snaking(people[byes:], sizes), list(people[:byes])


def _snaking(people: Sequence[int], sizes: Sequence[int]) -> list[list[int]]:
    """One for each table there and back again, until all are full: the sizes differ by one at most."""
    tables: list[list[int]] = [[] for _ in sizes]
    there_and_back = [*range(len(sizes)), *reversed(range(len(sizes)))]
    places = [place for _ in range(max(sizes)) for place in there_and_back]
    staying = iter(people)
    for place in places:
        if len(tables[place]) < sizes[place] and (player := next(staying, None)) is not None:
            tables[place].append(player)
    return tables
