"""A bot that fails is replaced by the next lower level."""

import logging
from collections.abc import Iterator
from types import TracebackType
from typing import Any

from tablee.bots.levels import in_place_of
from tablee.core.game import Game

logger = logging.getLogger("tablee.bots")


class Attempt:
    def __init__(self, level: str, game: str, last: bool) -> None:
        self.level, self._game, self._last = level, game, last

    def __enter__(self) -> None:
        return None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> bool:
        if not isinstance(error, Exception):
            return False
        logger.warning("bot failed", extra={"level": self.level, "game": self._game}, exc_info=error)
        return not self._last


def attempts(level: str, game: Game[Any, Any, Any]) -> Iterator[Attempt]:
    levels = (level, *in_place_of(level))
    for name in levels:
        yield Attempt(name, game.name, name == levels[-1])
