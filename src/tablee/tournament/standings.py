"""How a tournament stands: points, and what decides where points do not.

A match is worth one point at most: whoever is first gets 1, the last 0, the others the share of opponents that they
left behind. Those who share a place count as half behind each other. A bye counts as a win. Then decide, in this order:

1. Buchholz: in each round the mean of the opponents' points, added up. A bye counts as an opponent who stands alike.
2. Sonneborn-Berger: the points of those one left behind, half of those one shared a place with; the mean of a table.
3. the number of matches won.
4. the lot, which does not separate ranks.

In a knock-out whoever got further is before the others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tablee.tournament.rules import Format
from tablee.tournament.tournament import RoundTable, Tournament


@dataclass(frozen=True)
class Standing:
    """How one player stands."""

    player: int
    rank: int
    points: Fraction
    buchholz: Fraction
    sonneborn: Fraction
    wins: int
    reached: int
    """The rounds one got through, in a knock-out; 0 elsewhere."""
    is_here: bool
    """Whether the player takes part in the next round."""


def points_at(table: RoundTable) -> list[Fraction]:
    """By seat: the points of a match that is over."""
    places = table.places()
    return [
        Fraction(0) if place[0] else _share_behind(places, seat, [Fraction(1)] * len(places))
        for seat, place in enumerate(places)
    ]


def _share_behind(places: Sequence[tuple[bool, int]], seat: int, worth: Sequence[Fraction]) -> Fraction:
    """The mean of what the opponents of a seat are worth, as far as it left them behind."""
    others = [other for other in range(len(places)) if other != seat]
    behind = sum((worth[other] for other in others if places[seat] < places[other]), Fraction(0))
    alike = sum((worth[other] for other in others if places[seat] == places[other]), Fraction(0))
    return (behind + alike / 2) / len(others)


def points(tournament: Tournament) -> dict[int, Fraction]:
    """The points of every player."""
    total = dict.fromkeys(tournament.players, Fraction(0))
    for one in tournament.rounds:
        for alone in one.byes:
            total[alone] += 1
        for table in one.tables:
            for player, won in zip(table.seats, points_at(table) if table.result else (), strict=False):
                if player is not None:
                    total[player] += won
    return total


def standings(tournament: Tournament) -> list[Standing]:
    """How all stand, the best first; those whom only the lot separates share a rank."""
    total = points(tournament)
    finer = {player: _Finer() for player in tournament.players}
    for one in tournament.rounds:
        for player in one.byes:
            finer[player].buchholz += total[player]
        for table in one.tables:
            if table.result is not None:
                _count_table(table, total, finer)
    reached = _reached(tournament)
    keys = {
        player: (reached[player], total[player], own.buchholz, own.sonneborn, own.wins) for player, own in finer.items()
    }
    order = sorted(tournament.players, key=tournament.by_lot)
    order.sort(key=lambda player: keys[player], reverse=True)
    ranks: dict[int, int] = {}
    for place, player in enumerate(order):
        is_level = place > 0 and keys[player] == keys[order[place - 1]]
        ranks[player] = ranks[order[place - 1]] if is_level else place + 1
    here = {*tournament.here}
    return [
        Standing(
            player,
            ranks[player],
            total[player],
            finer[player].buchholz,
            finer[player].sonneborn,
            finer[player].wins,
            reached[player],
            player in here,
        )
        for player in order
    ]


class _Finer:
    """What decides where points do not."""

    def __init__(self) -> None:
        self.buchholz = self.sonneborn = Fraction(0)
        self.wins = 0


def _count_table(table: RoundTable, total: dict[int, Fraction], finer: dict[int, _Finer]) -> None:
    places = table.places()
    worth = [Fraction(0) if player is None else total[player] for player in table.seats]
    for seat, player in enumerate(table.seats):
        if player is None:
            continue
        finer[player].buchholz += (sum(worth, Fraction(0)) - worth[seat]) / (len(worth) - 1)
        if not places[seat][0]:
            finer[player].sonneborn += _share_behind(places, seat, worth)
            finer[player].wins += places[seat] == min(places)


def _reached(tournament: Tournament) -> dict[int, int]:
    """In a knock-out: the rounds that each player got through."""
    reached = dict.fromkeys(tournament.players, 0)
    if tournament.rules.format is Format.KNOCK_OUT:
        for one in tournament.rounds:
            for player in (*one.byes, *(player for table in one.tables for player in tournament.going_on(table))):
                reached[player] += 1
    return reached
