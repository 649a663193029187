"""Distinguishes an unavailable database from a statement that failed, and one that is silent from one that says so."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps
from inspect import iscoroutinefunction
from typing import Any, Final, Protocol, TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError
from sqlalchemy.exc import TimeoutError as NoneFree

from tablee.server.refusals import Refused

SILENT_SECONDS: Final = 4.0
"""A database that has not answered for so long is silent. People are told so within five seconds."""

RETRY_SECONDS: Final = 0.5
"""How long others wait until it answers again."""
CANCEL_SECONDS: Final = 1.0
"""How long to wait for the end of work that was cancelled."""

T = TypeVar("T")
S = TypeVar("S", bound="Watched")


class DatabaseSilent(SQLAlchemyError):
    """The database does not answer. Whether it will do what it was asked to is not known."""


def is_outage(error: Exception) -> bool:
    """Whether the database itself is unavailable, or has no free connection: other statements would fail, too."""
    is_disconnected = isinstance(error, DBAPIError) and error.connection_invalidated
    return is_disconnected or isinstance(error, OperationalError | NoneFree | DatabaseSilent)


def outage_refusal(error: Exception, code: str) -> Refused:
    """The refusal for people during an outage: this code, unless the database is silent."""
    silent = isinstance(error, DatabaseSilent)
    return silence_refusal() if silent else Refused(code, status=503)


def silence_refusal() -> Refused:
    return Refused("database_silent", {"seconds": 1}, status=503)


class SilenceWatch:
    """Waits for answers of the database, but not for ever.

    To cancel a statement would mean to wait for the database again, so what takes too long is left to itself.
    """

    def __init__(self) -> None:
        self._is_silent = False

    async def answer(self, work: Coroutine[Any, Any, T]) -> T:
        """The result of some work in the database; raises `DatabaseSilent`."""
        task = asyncio.ensure_future(work)
        try:
            done, _ = await asyncio.wait({task}, timeout=RETRY_SECONDS if self._is_silent else SILENT_SECONDS)
        except asyncio.CancelledError:
            task.cancel()
            await asyncio.wait({task}, timeout=CANCEL_SECONDS)
            raise
        self._is_silent = not done
        if not done:
            task.add_done_callback(self._late)
            raise DatabaseSilent
        return task.result()

    def _late(self, task: "asyncio.Future[Any]") -> None:
        self._is_silent = False
        if not task.cancelled():
            task.exception()  # nobody waits for it any more


class Watched(Protocol):
    """A part of the store that does not wait for a silent database."""

    watch: SilenceWatch


def watched(*slow: str) -> Callable[[type[S]], type[S]]:
    """Has all methods of a part of the store raise `DatabaseSilent` rather than wait for ever, except the slow ones."""

    def decorate(part: type[S]) -> type[S]:
        for name, method in tuple(vars(part).items()):
            if iscoroutinefunction(method) and not name.startswith("_") and name not in slow:
                setattr(part, name, _watched_method(method))
        return part

    return decorate


def _watched_method(method: Callable[..., Coroutine[Any, Any, Any]]) -> Callable[..., Coroutine[Any, Any, Any]]:
    @wraps(method)
    async def within_reason(self: Watched, /, *given: Any, **more: Any) -> Any:
        return await self.watch.answer(method(self, *given, **more))

    return within_reason
