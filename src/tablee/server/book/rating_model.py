"""Ratings by openskill (Plackett–Luce): any number of seats, shared ranks, and bots whose strength is fixed.

A rating follows from the rated matches alone, in the order of their numbers: whoever enters them one by one and whoever
computes all of them again comes to the same digits.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import exp, sqrt
from typing import Final

import msgspec
from openskill.models import PlackettLuce

from tablee.bots.levels import BOTS, LEVELS
from tablee.core.registry import manifests

_MODEL: Final = PlackettLuce()
MIDDLE: Final = 25.0
START_SIGMA: Final = MIDDLE / 3
"""Nothing is known of a new player."""
SEASON_SIGMA: Final = 2.0
"""How much less is known of a player when a season begins."""
BOT_SIGMA: Final = 1.0
"""How well the strength of bots is known."""
USUAL: Final[Mapping[str, float]] = {"random": 10.0, "greedy": MIDDLE} | {
    level: 17.0 + 4 * place for place, level in enumerate(LEVELS)
}
"""The strength of bots in games that say nothing of it."""

SHOWN_MIDDLE: Final = 1500
SHOWN_STEP: Final = 30
"""People read ratings as numbers around 1500; at tables of two, differences mean about what they mean in chess."""
SHOWN_SIGMAS: Final = 1.5
"""How many standard deviations make the margin: `python -m bench.ratings` shows how often that is enough."""


class Strength(msgspec.Struct, frozen=True):
    """How strong a player is, and one standard deviation of that."""

    mu: float = MIDDLE
    sigma: float = START_SIGMA

    @property
    def number(self) -> int:
        """As people read it.

        >>> Strength().number
        1500
        """
        return round(SHOWN_MIDDLE + SHOWN_STEP * (self.mu - MIDDLE))

    @property
    def margin(self) -> int:
        """How sure the number is: the smaller, the surer. It promises nothing for people who do not play as the model
        assumes."""
        return round(SHOWN_STEP * SHOWN_SIGMAS * self.sigma)


class RatedSeat(msgspec.Struct, frozen=True):
    """A seat of a rated match."""

    guest: str | None
    bot: str | None
    rank: int
    has_left: bool
    known: Strength | None = None
    """The strength its player came with, if the book has it. Of people who were forgotten nothing else is left."""


class RatedMatch(msgspec.Struct, frozen=True):
    table: str
    game: str
    season: str
    """In which it ended."""
    seats: tuple[RatedSeat, ...]


class SeasonRating(msgspec.Struct, frozen=True):
    """A player in a game, in the last season in which they played."""

    strength: Strength
    season: str
    matches: int
    """In that season."""


def bot_strength(game: str, bot: str) -> Strength:
    """How strong a bot is: that does not change. A temperament makes no difference."""
    base = BOTS[bot].base if bot in BOTS else bot
    told = manifests()[game].ratings if game in manifests() else {}
    return Strength(told.get(base, USUAL.get(base, MIDDLE)), BOT_SIGMA)


def at_season(standing: SeasonRating | None, season: str) -> SeasonRating:
    """Where a player stands when they begin a match of a season. What is known of them gets older, once a season."""
    if standing is None:
        return SeasonRating(Strength(), season, 0)
    if standing.season >= season:
        return standing
    sigma = min(START_SIGMA, sqrt(standing.strength.sigma**2 + SEASON_SIGMA**2))
    return SeasonRating(Strength(standing.strength.mu, sigma), season, 0)


def before(match: RatedMatch, standings: Mapping[str, SeasonRating]) -> list[Strength]:
    """By seat: the strength with which its player comes to a match."""
    told = []
    for seat in match.seats:
        if seat.bot is not None:
            told.append(bot_strength(match.game, seat.bot))
        elif seat.guest is not None:
            told.append(at_season(standings.get(seat.guest), match.season).strength)
        else:
            told.append(seat.known or Strength())
    return told


def after(match: RatedMatch, standings: Mapping[str, SeasonRating]) -> dict[str, SeasonRating]:
    """Where the people of a match stand after it. Players who left are last, whatever score their bots reached."""
    last = len(match.seats) + 1
    ranks = [float(last if seat.has_left else seat.rank) for seat in match.seats]
    teams = [[_MODEL.rating(strength.mu, strength.sigma)] for strength in before(match, standings)]
    told = {}
    for seat, [new] in zip(match.seats, _MODEL.rate(teams, ranks=ranks), strict=True):
        if seat.guest is not None and seat.bot is None:
            now = at_season(standings.get(seat.guest), match.season)
            told[seat.guest] = SeasonRating(Strength(new.mu, new.sigma), now.season, now.matches + 1)
    return told


def chances(strengths: Sequence[Strength]) -> list[float]:
    """By seat: its chance to win, as the model has it (Plackett–Luce with openskill's scale)."""
    scale = sqrt(sum(strength.sigma**2 + _MODEL.beta**2 for strength in strengths))
    weights = [exp((strength.mu - MIDDLE) / scale) for strength in strengths]
    return [weight / sum(weights) for weight in weights]


class Season(msgspec.Struct, frozen=True):
    """Where a player ended a season of a game, or stands in it now."""

    guest: str
    game: str
    standing: SeasonRating


class Recomputed(msgspec.Struct, frozen=True):
    """All ratings, from the first match on."""

    seasons: list[Season]
    before: dict[str, list[Strength]]
    """By match: with which strength the player of each seat came."""


def recomputed(matches: Iterable[RatedMatch]) -> Recomputed:
    """All ratings that follow from rated matches, in their order."""
    standings: dict[str, dict[str, SeasonRating]] = {}
    seasons: dict[tuple[str, str, str], SeasonRating] = {}
    came: dict[str, list[Strength]] = {}
    for match in matches:
        of_game = standings.setdefault(match.game, {})
        came[match.table] = before(match, of_game)
        for guest, standing in after(match, of_game).items():
            of_game[guest] = seasons[guest, match.game, standing.season] = standing
    told = [Season(guest, game, standing) for (guest, game, _), standing in sorted(seasons.items(), key=_key)]
    return Recomputed(told, came)


def _key(item: tuple[tuple[str, str, str], SeasonRating]) -> tuple[str, str, str]:
    return item[0]
