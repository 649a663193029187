"""Telling a database that does not answer now from one that was asked for what it cannot do."""

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree


def is_outage(error: Exception) -> bool:
    """Whether the database itself is what failed (or has no connection free): nothing else can be done either."""
    is_cut_off = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_cut_off or isinstance(error, OperationalError | NoneFree)
