"""What passes between a game and those who play it: they act, something happens, they look."""

from typing import ClassVar

from tablee.core.seat import Seat


class Action:
    """One seat's smallest choice. Subclasses are frozen dataclasses with a `tag` that names them in plain data."""

    __slots__ = ()
    tag: ClassVar[str]


class Event:
    """Something that happened. Subclasses are frozen dataclasses with a `tag`."""

    __slots__ = ()
    tag: ClassVar[str]
    reveals: ClassVar[bool] = False
    """Whether it may show a player something hidden: then it cannot be undone."""

    def seen_by(self, reader: Seat | None) -> "Event | None":
        """The event as `reader` (None: a spectator) may see it; None if nothing of it shows."""
        return self


Told = list[Event] | None
"""What happened so far in an action, in order; None where events are not needed, as in playouts."""


class View:
    """All that one seat knows, with perfect recall. Subclasses are frozen dataclasses."""

    __slots__ = ()
    seat: Seat | None
