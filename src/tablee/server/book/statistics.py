"""What the matches of a player say: how often they won, in what form they are, against whom, what they like to do."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from statistics import fmean
from typing import Final

import msgspec

from tablee.bots.levels import BOTS
from tablee.server.book.rating_model import Strength

FORM: Final = 30
"""How many of the last matches show a player's form."""
MONTHS: Final = 12
RIVALS: Final = 20
"""How many others are compared."""


class BookSeat(msgspec.Struct, frozen=True):
    """A seat of an ended match."""

    guest: str | None
    is_own: bool
    name: str
    bot: str | None
    rank: int
    score: int | None
    has_left: bool
    strength: Strength | None
    """With which rating the player came, if the match was rated."""
    openings: dict[str, int]

    @property
    def has_won(self) -> bool:
        return self.rank == 1 and not self.has_left


class BookMatch(msgspec.Struct, frozen=True):
    """An ended match."""

    table: str
    game: str
    ended_at: float
    rated: bool
    seats: tuple[BookSeat, ...]

    def own(self, guest: str) -> BookSeat:
        """The seat of a player."""
        return next(seat for seat in self.seats if seat.guest == guest and seat.is_own)


class FormPoint(msgspec.Struct, frozen=True):
    """One of the last matches."""

    table: str | None
    """None: the reader may not see who sat there."""
    ended_at: float
    rank: int
    players: int
    won: bool


class GameFigures(msgspec.Struct, frozen=True):
    """A player in a game, in figures."""

    game: str
    played: int
    won: int
    mean_rank: float
    mean_players: float
    best: int | None
    """The best score; none if the player stayed to the end of no match."""
    best_table: str | None
    """None as in `FormPoint`."""
    streak: int
    """How many of the last matches in a row were won."""
    longest_streak: int
    form: tuple[FormPoint, ...]
    """The last matches, the oldest first."""


class GameStatistics(GameFigures, frozen=True):
    """A player in a game, and what they like to do there."""

    openings: dict[str, int]


class Rival(msgspec.Struct, frozen=True):
    """Somebody whom a player has met."""

    guest: str | None
    name: str
    bot: str | None
    """The level, if it is bots of this level."""
    matches: int
    ahead: int
    behind: int


class Month(msgspec.Struct, frozen=True):
    month: str
    """As 2026-11."""
    played: int
    won: int


def game_statistics(matches: Sequence[BookMatch], guest: str) -> list[GameStatistics]:
    """By game, the one played most first. `matches`: all of the player's, the oldest first."""
    games: dict[str, list[BookMatch]] = {}
    for match in matches:
        games.setdefault(match.game, []).append(match)
    told = [_of_game(game, played, guest) for game, played in games.items()]
    return sorted(told, key=lambda each: (-each.played, each.game))


def _of_game(game: str, matches: Sequence[BookMatch], guest: str) -> GameStatistics:
    own = [match.own(guest) for match in matches]
    scored = [
        (seat.score, match.table)
        for match, seat in zip(matches, own, strict=True)
        if seat.score is not None and not seat.has_left
    ]
    best, best_table = max(scored, key=lambda each: each[0]) if scored else (None, None)
    openings: Counter[str] = Counter()
    for seat in own:
        openings.update(seat.openings)
    streak, longest = streaks(seat.has_won for seat in own)
    form = tuple(
        FormPoint(match.table, match.ended_at, seat.rank, len(match.seats), seat.has_won)
        for match, seat in zip(matches[-FORM:], own[-FORM:], strict=True)
    )
    return GameStatistics(
        game=game,
        played=len(own),
        won=sum(seat.has_won for seat in own),
        mean_rank=fmean(seat.rank for seat in own),
        mean_players=fmean(len(match.seats) for match in matches),
        best=best,
        best_table=best_table,
        streak=streak,
        longest_streak=longest,
        form=form,
        openings=dict(openings.most_common()),
    )


def streaks(won: Iterable[bool]) -> tuple[int, int]:
    """How many wins in a row there are at the end, and how many there were at most.

    >>> streaks([True, True, False, True])
    (1, 2)
    """
    current = longest = 0
    for each in won:
        current = current + 1 if each else 0
        longest = max(longest, current)
    return current, longest


def rivals(matches: Sequence[BookMatch], guest: str) -> list[Rival]:
    """Whom a player has met most often: people, and bots by their level. The forgotten are left out."""
    met: dict[tuple[str | None, str | None], list[int]] = {}
    names: dict[tuple[str | None, str | None], str] = {}
    for match in matches:
        own = match.own(guest)
        for seat in match.seats:
            is_other = seat is not own and seat.guest != guest and (seat.is_own or seat.bot is not None)
            if not is_other or (seat.guest is None and seat.bot is None):
                continue
            key = (seat.guest, seat.bot and (BOTS[seat.bot].base if seat.bot in BOTS else seat.bot))
            counts = met.setdefault(key, [0, 0, 0])
            counts[0] += 1
            counts[1] += _place(own) < _place(seat)
            counts[2] += _place(own) > _place(seat)
            names[key] = seat.name if seat.bot is None else ""
    told = [Rival(key[0], names[key], key[1], *counts) for key, counts in met.items()]
    return sorted(told, key=lambda rival: (-rival.matches, rival.name, rival.bot or ""))[:RIVALS]


def _place(seat: BookSeat) -> tuple[bool, int]:
    """Who left is behind all who stayed."""
    return seat.has_left, seat.rank


def months(matches: Sequence[BookMatch], guest: str, now: float) -> list[Month]:
    """The last twelve months, the oldest first."""
    played: Counter[str] = Counter()
    won: Counter[str] = Counter()
    for match in matches:
        month = datetime.fromtimestamp(match.ended_at, UTC).strftime("%Y-%m")
        played[month] += 1
        won[month] += match.own(guest).has_won
    today = datetime.fromtimestamp(now, UTC)
    last = today.year * 12 + today.month - 1
    names = [f"{number // 12}-{number % 12 + 1:02}" for number in range(last - MONTHS + 1, last + 1)]
    return [Month(name, played[name], won[name]) for name in names]
