"""What is played for a report, and what is kept of each match."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from random import Random
from typing import Any

import tablee
from tablee.bots.arena.arena import Arena, TableKind, play_match
from tablee.bots.bot import UNHURRIED
from tablee.bots.bot_match import play_out
from tablee.bots.fallback import choose
from tablee.core.errors import BadOption
from tablee.core.game import Action, AnyGame, View
from tablee.core.match import Match
from tablee.core.options import Choice, Flag, Integer, Option, options_of
from tablee.core.registry import game
from tablee.core.seat import CHANCE, Seat
from tablee.lab.report.rules_used import rules_used

FEW = 8
"""An option with more values than this is left out."""


class PlayedBy(StrEnum):
    """Who plays."""

    RANDOM = "random"
    LEVEL = "level"
    LADDER = "ladder"


@dataclass(frozen=True)
class Variant:
    """The game with one option changed; the usual one, if none is."""

    option: str | None = None
    value: Any = None


@dataclass(frozen=True)
class Task:
    """One match to be played."""

    play: PlayedBy
    variant: Variant
    number: int


@dataclass(frozen=True)
class ReportPlan:
    """All that a report depends on: the same plan gives the same report."""

    game: AnyGame
    matches: int = 400
    """Random ones, for each variant."""
    level: str = "commis"
    level_matches: int = 40
    """Those of the level at all seats."""
    option_matches: int = 20
    """Those of the level for each other variant."""
    ladder: tuple[str, ...] = ("plongeur", "commis", "cuisinier")
    """From the weakest to the strongest; neighbours meet."""
    ladder_matches: int = 40
    """For each pair."""
    seed: int = 0
    variants: tuple[Variant, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "variants", (Variant(), *_variants(self.game)))

    @cached_property
    def arena(self) -> Arena:
        """The matches of the ladder."""
        return Arena(self.game, self.ladder, TableKind.NEIGHBOURS, self.seed, seconds=UNHURRIED.seconds)

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """Weaker and stronger, of those that meet."""
        return tuple(pairwise(self.ladder))

    def command(self) -> str:
        """The command that makes the same report again."""
        usual = game(self.game.name).options()
        changed = [f"-o {name}={value}" for name, value in self.game.options().items() if value != usual[name]]
        numbers = f"--matches {self.matches} --level {self.level} --level-matches {self.level_matches}"
        ladder = f"--ladder {','.join(self.ladder)} --ladder-matches {self.ladder_matches}"
        asked = [numbers, f"--option-matches {self.option_matches}", ladder, f"--seed {self.seed}", *changed]
        return f"tablee lab report {self.game.name} {' '.join(asked)}"

    def metadata(self) -> dict[str, str]:
        """What the data carry with them: how they were made."""
        told = {"command": self.command(), "rules_version": self.game.rules_version, "release": tablee.__version__}
        return {f"tablee.{name}": str(value) for name, value in told.items()}

    def played(self, variant: Variant) -> AnyGame:
        """The game of a variant."""
        if variant.option is None:
            return self.game
        return game(self.game.name, **{**self.game.options(), variant.option: variant.value})

    def tasks(self) -> Iterator[Task]:
        """All matches, those that take longest first, so that all workers end at about the same time."""
        for number in reversed(self.arena.numbers([self.ladder_matches])) if self.pairs else ():
            yield Task(PlayedBy.LADDER, Variant(), number)
        for variant in self.variants:
            count = self.level_matches if variant.option is None else self.option_matches
            yield from (Task(PlayedBy.LEVEL, variant, number) for number in range(count))
        for variant in self.variants:
            yield from (Task(PlayedBy.RANDOM, variant, number) for number in range(self.matches))


def _variants(usual: AnyGame) -> Iterator[Variant]:
    """Every other value of every option that has few of them, where it goes with the usual values of the others."""
    for name, option in options_of(usual).items():
        values = _values(option)
        if len(values) > FEW:
            continue
        for value in values:
            if value == usual.options()[name]:
                continue
            try:
                game(usual.name, **{**usual.options(), name: value})
            except BadOption:
                continue
            yield Variant(name, value)


def _values(option: Option) -> Sequence[Any]:
    match option:
        case Integer(low, high, step):
            return range(low, high + 1, step)
        case Choice(members):
            return [member.value for member in members]
        case Flag():
            return [False, True]
        case _:
            return []


Row = dict[str, Any]
"""One match, as a row of the data."""


def play_task(plan: ReportPlan, task: Task) -> Row:
    """Play a match and keep what the report needs."""
    if task.play is PlayedBy.LADDER:
        result = play_match(plan.arena, task.number)
        return _row(task, result.seats, result.winners, result.scores)
    played = plan.played(task.variant)
    rng = Random(f"{plan.seed}/{task.play}/{task.variant.option}/{task.variant.value}/{task.number}")
    counts: list[int] = []
    bot = "random" if task.play is PlayedBy.RANDOM else plan.level

    def decide(seat: Seat, view: View, luck: Random) -> Action:
        if len(counts) < BRANCHING_DECISIONS or task.play is PlayedBy.LEVEL:
            counts.append(len(match.legal(seat)))
        return choose(bot, played, view, luck, UNHURRIED)

    match = Match(played, rng)
    play_out(match, rng, decide)
    return _row(task, (bot,) * played.players, match.winners(), match.scores()) | {
        "entries": len(match.log),
        "decisions": sum(entry.seat != CHANCE for entry in match.log),
        "choices": counts,
        "tally": [{"case": case, "count": int(count)} for case, count in played.tally(match.state).items()],
        "rules": [{"rule": rule, "count": count} for rule, count in rules_used(match).items()],
    }


BRANCHING_DECISIONS = 200
"""The number of decisions of a random match that are looked at: to list all choices takes longer than to make one."""


def _row(task: Task, seats: Sequence[str], winners: Sequence[int], scores: Sequence[int]) -> Row:
    return {
        "play": str(task.play),
        "option": task.variant.option,
        "value": None if task.variant.option is None else str(task.variant.value),
        "number": task.number,
        "seats": list(seats),
        "shares": [(seat in winners) / len(winners) if winners else 0.0 for seat in range(len(seats))],
        "scores": list(map(int, scores)),
        "entries": None,
        "decisions": None,
        "choices": [],
        "tally": [],
        "rules": [],
    }
