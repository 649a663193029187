"""Telling a database that does not answer now from one that was asked for what it cannot do."""

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree


def is_gone(error: Exception) -> bool:
    """Whether the database itself is what failed (or has no connection free): nothing else can be done either."""
    if isinstance(error, DBAPIError) and error.connection_invalidated:
        return True
    return isinstance(error, OperationalError | NoneFree)
