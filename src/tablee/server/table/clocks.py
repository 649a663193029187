"""How long people may think, and whose clock runs."""

from dataclasses import dataclass
from enum import StrEnum


class OnTimeout(StrEnum):
    """What happens to a seat whose time has run out."""

    BOT = "bot"
    """A bot plays for it until the person is back."""
    FORFEIT = "forfeit"
    """It gives up; it cannot win any more."""


@dataclass(frozen=True)
class Pace:
    """So many seconds for each choice, then a reserve for the whole match. No limit if `seconds` is None."""

    seconds: float | None = None
    reserve: float = 0.0
    on_timeout: OnTimeout = OnTimeout.BOT


@dataclass(frozen=True, slots=True)
class _Choice:
    """What a choice took, in time and of the reserve, and the choice before it."""

    spent: float
    cost: float
    before: "_Choice | None"


class Clock:
    """The clock of one seat: it runs while a choice of that seat is awaited."""

    __slots__ = ("_choices", "_pace", "reserve", "since")

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self.reserve = pace.reserve
        self.since: float | None = None
        self._choices: _Choice | None = None

    def copy(self) -> "Clock":
        twin = Clock(self._pace)
        twin.reserve, twin.since, twin._choices = self.reserve, self.since, self._choices
        return twin

    def run(self, now: float) -> None:
        """A choice is awaited from now on (nothing changes if one was already)."""
        if self.since is None:
            self.since = now

    def stop(self, now: float) -> None:
        """No choice is awaited any more: what it took beyond the time for a choice comes out of the reserve."""
        if self.since is not None and self._pace.seconds is not None:
            over = now - self.since - self._pace.seconds
            self.reserve = max(0.0, self.reserve - max(0.0, over))
        self.since = None

    def choose(self, now: float) -> None:
        """The choice is made."""
        spent, before = self._running(now), self.reserve
        self.stop(now)
        self._choices = _Choice(spent, before - self.reserve, self._choices)

    def take_back(self, now: float) -> None:
        """The last choice is taken back: the time it took is not given back, nobody gains time by it."""
        taken = self._choices or _Choice(0.0, 0.0, None)
        self.since = now - taken.spent - self._running(now)
        self.reserve += taken.cost
        self._choices = taken.before

    def come_back(self, now: float) -> None:
        """A bot no longer plays for the seat. Its time goes on; if that has run out, it has that of one choice."""
        if self.deadline is not None and self.deadline <= now:
            self.stop(now)

    def _running(self, now: float) -> float:
        """How long a choice has been awaited."""
        return 0.0 if self.since is None else now - self.since

    @property
    def deadline(self) -> float | None:
        """When it runs out if the choice is not made; None if it never does."""
        if self.since is None or self._pace.seconds is None:
            return None
        return self.since + self._pace.seconds + self.reserve
