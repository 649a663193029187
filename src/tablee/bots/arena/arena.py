"""The arena: bots against each other at many tables, each match the same again from its seed and number."""

import random
from collections.abc import Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property, partial
from itertools import combinations, pairwise
from time import perf_counter
from typing import Any

from tablee.bots.arena.external_bot import BotAnswer, ExternalBot, ExternalPlayer, Limits, end_external_bots
from tablee.bots.bot import Budget
from tablee.bots.bot_match import play_out
from tablee.bots.fallback import answer
from tablee.bots.levels import BOTS
from tablee.bots.process_pool import results
from tablee.core.game import Action, AnyGame, View
from tablee.core.match import Match
from tablee.core.seat import Seat


class TableKind(StrEnum):
    """Who sits down with whom. Bots are listed from the weakest to the strongest."""

    PAIRS = "pairs"
    """Every bot with every other: one of the stronger against the weaker at all other seats."""
    NEIGHBOURS = "neighbours"
    """The same, only for bots that follow each other in the list."""
    MIXED = "mixed"
    """As many different bots at a table as there are seats."""


@dataclass(frozen=True)
class Arena:
    """What is played."""

    game: AnyGame
    bots: tuple[str, ...]
    """From the weakest to the strongest."""
    tables: TableKind = TableKind.PAIRS
    seed: int = 0
    seconds: float | None = None
    """For each choice, in place of what each level usually has."""
    iterations: int | None = None
    external_bots: tuple[ExternalBot, ...] = ()
    """Those of the bots that are not levels of this version."""

    @cached_property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """The bots of one table, for each kind of table there is; the one that differs from the others comes first."""
        seats, bots = self.game.players, self.bots
        if self.tables is TableKind.MIXED:
            if len(bots) <= seats:
                return (tuple(bots[seat % len(bots)] for seat in range(seats)),)
            return tuple(combinations(bots, seats))
        pairs = combinations(bots, 2) if self.tables is TableKind.PAIRS else pairwise(bots)
        return tuple((stronger, *[weaker] * (seats - 1)) for weaker, stronger in pairs)

    def seating(self, number: int) -> tuple[str, ...]:
        """Who sits where in the match of this number: line-ups take turns, then the seats rotate."""
        turn, index = divmod(number, len(self.lineups))
        lineup, first = self.lineups[index], turn % self.game.players
        return lineup[-first:] + lineup[:-first] if first else lineup

    def numbers(self, games: Sequence[int]) -> tuple[int, ...]:
        """The numbers of the matches in which each line-up plays so many: the same for all, or one figure for each.

        >>> import tablee
        >>> game = tablee.game(min(tablee.GAMES))
        >>> two_lineups = Arena(game, ("plongeur", "commis", "cuisinier"), TableKind.NEIGHBOURS)
        >>> two_lineups.numbers([2]), two_lineups.numbers([3, 1])
        ((0, 1, 2, 3), (0, 1, 2, 4))
        """
        count = len(self.lineups)
        each = [games[index % len(games)] for index in range(count)]
        return tuple(number for number in range(max(each) * count) if number // count < each[number % count])

    def budget(self, bot: str) -> Budget:
        """What a bot may spend on a choice."""
        usual = BOTS[bot].budget
        return Budget(usual.seconds if self.seconds is None else self.seconds, self.iterations)

    def external_bot(self, bot: str) -> ExternalBot | None:
        """The external bot of this name; None for a level of this version."""
        return next((external for external in self.external_bots if external.name == bot), None)

    def _bot_plain(self, bot: str) -> dict[str, Any]:
        external = self.external_bot(bot)
        return BOTS[bot].plain(self.game) if external is None else external.plain()

    def plain(self) -> dict[str, Any]:
        """All that a result depends on, as plain data."""
        return {
            **self.game.identity(),
            "bots": list(self.bots),
            "levels": {bot: self._bot_plain(bot) for bot in self.bots},
            "tables": str(self.tables),
            "seed": self.seed,
            "seconds": self.seconds,
            "iterations": self.iterations,
        }


@dataclass(frozen=True)
class MatchResult:
    """How one match ended."""

    number: int
    seats: tuple[str, ...]
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    thinking: Mapping[str, Sequence[float]] = field(default_factory=dict)
    """Milliseconds of each choice, by bot."""
    replaced: Mapping[str, int] = field(default_factory=dict)
    """How many of them a lower level had to make."""
    adapted: Mapping[str, int] = field(default_factory=dict)
    """How many of them the rules here did not allow, so that the legal action most like them was taken."""

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> "MatchResult":
        """From plain data."""
        return cls(**{**data, **{name: tuple(data[name]) for name in ("seats", "winners", "scores")}})

    def share(self, seat: int) -> float:
        """The part of the win that went to a seat."""
        return (seat in self.winners) / len(self.winners) if self.winners else 0.0


@dataclass(frozen=True)
class _LevelPlayer:
    """A level of this version at one seat."""

    arena: Arena
    level: str

    def choose(self, view: View, rng: random.Random, limits: Limits) -> BotAnswer:
        by, action = answer(self.level, self.arena.game, view, rng, self.arena.budget(self.level))
        return BotAnswer(action, by != self.level)

    def end(self, scores: Sequence[int], winners: Sequence[Seat]) -> None:
        pass


def _player(arena: Arena, bot: str, seat: Seat) -> ExternalPlayer:
    external = arena.external_bot(bot)
    return _LevelPlayer(arena, bot) if external is None else external.player(arena.game, seat)


def play_match(arena: Arena, number: int) -> MatchResult:
    """Play the match of this number. Raises `ExternalBotFailed`."""
    game, seating = arena.game, arena.seating(number)
    rng = random.Random(f"{arena.seed}/{number}")
    limits = Limits(arena.seconds, arena.iterations)
    players = [_player(arena, bot, seat) for bot, seat in zip(seating, game.seats, strict=True)]
    thinking: dict[str, list[float]] = {bot: [] for bot in seating}
    replaced, adapted = dict.fromkeys(seating, 0), dict.fromkeys(seating, 0)

    def choose(seat: Seat, view: View, luck: random.Random) -> Action:
        bot = seating[seat]
        began = perf_counter()
        answered = players[seat].choose(view, luck, limits)
        thinking[bot].append(round(1000 * (perf_counter() - began), 2))
        replaced[bot] += answered.replaced
        adapted[bot] += answered.adapted
        return answered.action

    match = Match(game, rng)
    play_out(match, rng, choose)
    scores, winners = match.scores(), match.winners()
    for player in players:
        player.end(scores, winners)
    return MatchResult(number, seating, tuple(map(int, winners)), scores, thinking, replaced, adapted)


def matches(
    arena: Arena, numbers: Iterable[int], workers: int = 1, cluster: str | None = None
) -> Generator[MatchResult, None, None]:
    """The results of these matches as they come in, from this machine or from the Ray cluster at an address; once the
    caller stops iterating, no more are played."""
    try:
        yield from results(partial(play_match, arena), numbers, workers, cluster)
    finally:
        end_external_bots()
