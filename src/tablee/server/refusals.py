"""What the house answers when something cannot be done: data first, a sentence second."""

import math
from collections.abc import Mapping
from typing import Final

from tablee.core.errors import TableeError
from tablee.core.texts import Lang

MOST_WAIT: Final = 3600
LONGEST: Final = 600


class Refused(TableeError):
    """Something asked of the house that it does not do. Nothing has changed."""

    def __init__(
        self,
        code: str,
        details: Mapping[str, object] | None = None,
        *,
        rule: str | None = None,
        texts: str = "tablee.server",
        status: int = 409,
    ) -> None:
        super().__init__(code, details, rule=rule, texts=texts)
        self.status = status
        """The HTTP status that goes with it."""

    @property
    def wait(self) -> int | None:
        """After how many seconds the same may be asked again, if that is all."""
        seconds = self.details.get("seconds")
        return seconds if isinstance(seconds, int) else None


def too_fast(wait: float) -> Refused:
    """Somebody asks more than is his share."""
    return Refused("too_fast", {"seconds": min(MOST_WAIT, math.ceil(wait))}, status=429)


def sentence(error: TableeError, lang: Lang) -> str:
    """What is wrong, for people. Whatever they sent is not sent back at length."""
    said = error.say(lang)
    return said if len(said) <= LONGEST else f"{said[: LONGEST // 2]} … {said[-LONGEST // 2 :]}"


class Resent(Exception):
    """The same choice for the same prompt came in again; it is acknowledged again and nothing more."""
