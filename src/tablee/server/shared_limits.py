"""Limits that hold for all processes of a house together.

Each process counts what happens there, so nothing is asked of anybody before a request or a move. Four times a second
it tells the others who took how much (peers/limit_news.py), and they count that, too. Between two rounds an address
can take at every process what it may take at once; it has to wait for that later, so on average limits are kept. The
share of time that an address may take (connection_limits.py) needs none of this: a quarter of each process is a quarter
of the house.
"""

from collections import Counter
from collections.abc import Collection, Mapping

from tablee.server.rate_limit import RateLimiter

Taken = dict[str, dict[str, float]]
"""What was taken, by the name of the limit, then by address."""
Open = dict[str, dict[str, int]]
"""The number of open connections, by the name of the limit, then by address."""


class OpenCount:
    """How many connections or sockets each address or guest has open; `most`: how many they may have."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._here: Counter[str] = Counter()
        self._elsewhere: dict[str, Mapping[str, int]] = {}
        """By process."""

    def enter(self, key: str) -> bool:
        """Count one more; returns whether it may stay. It counts until it leaves."""
        self._here[key] += 1
        return self._here[key] + sum(there.get(key, 0) for there in self._elsewhere.values()) <= self.most

    def leave(self, key: str) -> None:
        self._here[key] -= 1
        if not self._here[key]:
            del self._here[key]

    @property
    def here(self) -> int:
        """How many are open at this process."""
        return self._here.total()

    def worth_telling(self, processes: int) -> dict[str, int]:
        """Those with many open. Any other has at most a quarter of the limit at all processes together."""
        return {key: number for key, number in self._here.items() if 4 * processes * number > self.most}

    def on_told(self, process: str, numbers: Mapping[str, int]) -> None:
        """Another process has told how many are open there."""
        self._elsewhere[process] = numbers

    def keep_only(self, processes: Collection[str]) -> None:
        """Forget what other processes told: they have ended."""
        self._elsewhere = {process: there for process, there in self._elsewhere.items() if process in processes}


class SharedLimits:
    """The limits of a process that others have to know of, by their names."""

    def __init__(self, rates: Mapping[str, RateLimiter], counts: Mapping[str, OpenCount]) -> None:
        self._rates = rates
        self._counts = counts

    def share(self) -> None:
        """From now on note what has to be told."""
        for limiter in self._rates.values():
            limiter.is_shared = True

    def taken(self) -> Taken:
        """What addresses took here since the last call."""
        return {name: news for name, limiter in self._rates.items() if (news := limiter.news())}

    def open_here(self, processes: int) -> Open:
        """The addresses with many connections or sockets at this process; `processes`: the number of processes."""
        return {name: told for name, count in self._counts.items() if (told := count.worth_telling(processes))}

    def on_told(self, process: str, taken: Taken, still_open: Open) -> None:
        """Count what happened at another process."""
        for name, limiter in self._rates.items():
            for address, cost in taken.get(name, {}).items():
                limiter.charge(address, cost)
        for name, count in self._counts.items():
            count.on_told(process, still_open.get(name, {}))

    def keep_only(self, processes: Collection[str]) -> None:
        """Forget what other processes have open: they have ended."""
        for count in self._counts.values():
            count.keep_only(processes)
