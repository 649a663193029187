"""Time limits, and the clock of each seat."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class OnTimeout(StrEnum):
    """What happens when a seat's time has run out."""

    BOT = "bot"
    """A bot stands in until the person is back."""
    FORFEIT = "forfeit"
    """The seat forfeits: it cannot win any more, and a bot plays on."""


@dataclass(frozen=True)
class TimeLimits:
    """Time limits: seconds for each choice, plus a reserve for the whole match. No limit if `seconds` is None."""

    seconds: float | None = None
    reserve: float = 0.0
    on_timeout: OnTimeout = OnTimeout.BOT


class _Choice(NamedTuple):
    """The time a choice took and how much of the reserve, and the choice before it (a linked list)."""

    spent: float
    cost: float
    before: "_Choice | None"


class Clock:
    """The clock of one seat. It runs while the seat has to choose."""

    __slots__ = ("_choices", "_limits", "reserve", "since")

    def __init__(self, limits: TimeLimits) -> None:
        self._limits = limits
        self.reserve = limits.reserve
        self.since: float | None = None
        self._choices: _Choice | None = None

    def copy(self) -> "Clock":
        clock = Clock(self._limits)
        clock.reserve, clock.since, clock._choices = self.reserve, self.since, self._choices
        return clock

    def run(self, now: float) -> None:
        """Start the clock, if it does not run already."""
        if self.since is None:
            self.since = now

    def stop(self, now: float) -> None:
        """Stop the clock. Time beyond that of one choice is taken from the reserve."""
        if self.since is not None and self._limits.seconds is not None:
            over = now - self.since - self._limits.seconds
            self.reserve = max(0.0, self.reserve - max(0.0, over))
        self.since = None

    def choose(self, now: float) -> None:
        """Stop the clock because the choice was made, and remember what it took."""
        spent, before = self._running(now), self.reserve
        self.stop(now)
        self._choices = _Choice(spent, before - self.reserve, self._choices)

    def take_back(self, now: float) -> None:
        """Undo the last choice. The clock continues with the time it took, so that nobody gains time by an undo."""
        taken = self._choices or _Choice(0.0, 0.0, None)
        self.since = now - taken.spent - self._running(now)
        self.reserve += taken.cost
        self._choices = taken.before

    def end_stand_in(self, now: float) -> None:
        """The person is back. The clock continues; if the time has run out, they get that of one choice."""
        if self.deadline is not None and self.deadline <= now:
            self.stop(now)

    def skip(self, since: float, until: float) -> None:
        """The time between these two moments is not counted."""
        if self.since is not None and self.since < until:
            self.since += until - max(self.since, since)

    def _running(self, now: float) -> float:
        """How long the clock has been running."""
        return 0.0 if self.since is None else now - self.since

    @property
    def deadline(self) -> float | None:
        """When the time runs out; None if it does not."""
        if self.since is None or self._limits.seconds is None:
            return None
        return self.since + self._limits.seconds + self.reserve
