"""What the house answers when something cannot be done: data first, a sentence second."""

from collections.abc import Mapping

from tablee.core.errors import TableeError


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


class Resent(Exception):
    """The same choice for the same prompt came in again; it is acknowledged again and nothing more."""
