"""Refusals: a request that the house does not carry out is answered with a code and a sentence."""

import math
from collections.abc import Mapping
from typing import Final

from tablee.core.errors import TableeError
from tablee.core.texts import Lang

MAX_WAIT_SECONDS: Final = 3600
MAX_SENTENCE: Final = 600
"""The maximum length of a sentence: long input is not sent back whole."""


class Refused(TableeError):
    """A request that the house refuses. Nothing has changed."""

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
        """After how many seconds the client may try again, if waiting helps."""
        seconds = self.details.get("seconds")
        return seconds if isinstance(seconds, int) else None


def too_fast(wait: float) -> Refused:
    """The refusal of a request over the rate limit."""
    return Refused("too_fast", {"seconds": min(MAX_WAIT_SECONDS, math.ceil(wait))}, status=429)


def sentence(error: TableeError, lang: Lang) -> str:
    """What is wrong, for people."""
    text = error.say(lang)
    return text if len(text) <= MAX_SENTENCE else f"{text[: MAX_SENTENCE // 2]} … {text[-MAX_SENTENCE // 2 :]}"


class Resent(Exception):
    """The same choice for the same prompt was sent again. It is acknowledged again and changes nothing."""
