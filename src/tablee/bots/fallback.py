"""A bot that fails is replaced by the next lower level. This is the only place that says what a failure is and does so,
for all programs."""

import logging
from collections.abc import Iterator
from time import thread_time
from types import TracebackType
from typing import Self

from tablee.bots.bot import Budget, own_seat
from tablee.bots.levels import BOTS, Level, levels_below
from tablee.core.chance import Random
from tablee.core.game import Action, AnyGame, View

logger = logging.getLogger("tablee.bots")


class BadChoice(Exception):
    """What a bot chose is not something it can do."""


class TooSlow(Exception):
    """A bot took more than twice its time."""


class Attempt:
    """One level's try. As a context manager it logs an exception and swallows it, unless no other level is left."""

    def __init__(self, level: str, game: AnyGame, *, last: bool) -> None:
        self.level = level
        """Its name."""
        self.error: Exception | None = None
        """Why it failed."""
        self._game = game
        self._last = last

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> bool:
        if not isinstance(error, Exception):
            return False  # success, or something like a cancelled task, which is no fault of the bot
        self.error = error
        logger.warning("bot failed", extra={"level": self.level, "game": self._game.name}, exc_info=error)
        return not self._last


def attempts(level: str, game: AnyGame) -> Iterator[Attempt]:
    """The level's own attempt, then those of the levels below it, until one succeeds. For sync and async code alike.

    >>> import tablee
    >>> for attempt in attempts("commis", tablee.game(min(tablee.GAMES))):
    ...     with attempt:
    ...         print(attempt.level)
    commis
    """
    names = (level, *levels_below(level))
    for number, name in enumerate(names, start=1):
        attempt = Attempt(name, game, last=number == len(names))
        yield attempt
        if attempt.error is None:
            return


def choose(name: str, game: AnyGame, view: View, rng: Random, budget: Budget | None = None) -> Action:
    """What a level chooses, with its own budget if there is no other; a lower one chooses if it cannot."""
    return answer(name, game, view, rng, budget)[1]


def answer(name: str, game: AnyGame, view: View, rng: Random, budget: Budget | None = None) -> tuple[str, Action]:
    """The same, with the name of the level that chose."""
    for attempt in attempts(name, game):
        with attempt:
            level = BOTS[attempt.level]
            return attempt.level, checked_choice(level, game, view, rng, budget or level.budget)
    raise AssertionError("the last attempt succeeds or raises")


def is_last(level: str) -> bool:
    """Whether no other level stands in for this one: then it is waited for."""
    return level == levels_below(level)[-1]


def checked_choice(level: Level, game: AnyGame, view: View, rng: Random, budget: Budget) -> Action:
    """What this level itself chooses. It fails if it raises an error, takes more than twice its time, or may not do
    what it chose; then this raises."""
    began = thread_time()  # what it computed: that others keep the machine busy must not change what is played
    action = level.bot.choose(game, view, rng, budget)
    taken = thread_time() - began
    if budget.iterations is None and not is_last(level.name) and taken > max(level.patience, 2 * budget.seconds):
        raise TooSlow(f"{taken:.2f} s")
    # What a seat may do does not depend on what it does not know: any possible world will tell.
    if not isinstance(action, game.action_types) or not game.is_legal(
        game.determinize(view, rng), own_seat(view), action
    ):
        raise BadChoice(repr(action))
    return action
