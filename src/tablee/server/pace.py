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


class Clock:
    """The clock of one seat: it runs while a choice of that seat is awaited."""

    __slots__ = ("_cost", "_pace", "_spent", "reserve", "since")

    def __init__(self, pace: Pace) -> None:
        self._pace = pace
        self.reserve = pace.reserve
        self.since: float | None = None
        self._spent = self._cost = 0.0
        """What the last choice took, in time and of the reserve."""

    def copy(self) -> "Clock":
        twin = Clock(self._pace)
        twin.reserve, twin.since, twin._spent, twin._cost = self.reserve, self.since, self._spent, self._cost
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
        self._spent = 0.0 if self.since is None else now - self.since
        before = self.reserve
        self.stop(now)
        self._cost = before - self.reserve

    def take_back(self, now: float) -> None:
        """The last choice is taken back: the time it took is not given back, nobody gains time by it."""
        self.reserve += self._cost
        self.since = now - self._spent
        self._spent = self._cost = 0.0

    @property
    def deadline(self) -> float | None:
        """When it runs out if the choice is not made; None if it never does."""
        if self.since is None or self._pace.seconds is None:
            return None
        return self.since + self._pace.seconds + self.reserve
