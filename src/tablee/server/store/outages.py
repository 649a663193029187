"""Distinguishes an unavailable database from a statement that failed."""

from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoneFree


def is_outage(error: Exception) -> bool:
    """Whether the database itself is unavailable, or has no free connection: other statements would fail, too."""
    is_disconnected = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_disconnected or isinstance(error, OperationalError | NoneFree)
