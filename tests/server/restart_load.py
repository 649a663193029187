"""Load for tests of restarts: players who go on with their matches whatever happens to the house."""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from http import HTTPStatus
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any, Final

import httpx
from tests.patience import PATIENCE
from tests.samples import HOUSE_GAMES, shortest
from tests.server.guest_client import GuestClient, RequestRefused, TableClient, is_asked
from tests.server.house_process import HouseProcess, house_process
from tests.server.log_check import Acknowledged, check
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

import tablee

PLAYERS: Final = 8
PROGRESS: Final = 10
"""The number of ends after which a line is printed."""
LOST: Final = (
    OSError,
    httpx.HTTPError,
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    TimeoutError,
    EOFError,
    AttributeError,
)
"""The errors of a client whose house is gone. The last one is anyio's, if that happens while it connects."""


BUSY: Final = ("not_saved", "database_silent", "busy")
"""The refusals of a house that cannot save anything just now, as on a machine with much else to do. Asking again is
harmless."""


@contextmanager
def unless_unavailable() -> Iterator[None]:
    """Go on if a house says that it cannot do anything just now."""
    try:
        yield
    except RequestRefused as refused:
        if refused.status != HTTPStatus.SERVICE_UNAVAILABLE:
            raise


class RestartableHouses:
    """Houses on one database, each of which can be killed, stopped and started again."""

    def __init__(self, folder: Path, database: str, number: int, workers: int = 1, **settings: Any) -> None:
        self._folders = [folder / str(which) for which in range(number)]
        self._settings: dict[str, Any] = {"database": database, "workers": workers, **settings}
        self._running: list[tuple[AbstractContextManager[HouseProcess], HouseProcess]] = []
        for own in self._folders:
            own.mkdir()

    async def open(self) -> None:
        for folder in self._folders:
            self._running.append(await asyncio.to_thread(self._start, folder, 0))

    def _start(self, folder: Path, port: int) -> tuple[AbstractContextManager[HouseProcess], HouseProcess]:
        context = house_process(folder, port=port, **self._settings)
        return context, context.__enter__()

    @property
    def urls(self) -> list[str]:
        return [house.url for _, house in self._running]

    async def kill(self, which: int) -> None:
        _, house = self._running[which]
        house.process.kill()
        await asyncio.to_thread(house.process.wait)

    async def stop(self, which: int) -> None:
        _, house = self._running[which]
        assert await asyncio.to_thread(house.stop) == 0
        assert not house.faults, house.log

    async def start_again(self, which: int) -> None:
        port = int(self.urls[which].rpartition(":")[2])
        self._running[which] = await asyncio.to_thread(self._start, self._folders[which], port)

    def close(self) -> None:
        for context, _ in self._running:
            context.__exit__(None, None, None)


class KillableWorkers(RestartableHouses):
    """One house of several workers, each of which can be killed; the house replaces it."""

    def __init__(self, folder: Path, database: str, workers: int) -> None:
        super().__init__(folder, database, 1, workers)
        self._rng = Random(workers)

    async def kill_worker(self, which: int) -> None:
        _, house = self._running[which]
        self._opened = house.opened
        os.kill(self._rng.choice([worker for worker in self._opened if _is_alive(worker)]), signal.SIGKILL)

    async def start_again(self, which: int) -> None:
        """Wait until another worker has opened."""
        _, house = self._running[which]
        async with asyncio.timeout(2 * PATIENCE):
            while len(house.opened) == len(self._opened):
                await asyncio.sleep(0.05)


def _is_alive(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


class PersistentPlayer:
    """One guest who plays match after match from all seats, whatever happens to the house."""

    def __init__(self, houses: RestartableHouses, number: int, acknowledged: Acknowledged) -> None:
        self._houses = houses
        self._number = number
        self._acknowledged = acknowledged
        self._rng = Random(number)
        self._person = GuestClient(houses.urls[number % len(houses.urls)], number)

    async def play_matches(self, is_enough: Callable[[], bool]) -> None:
        async with self._person.http:
            await self._insist(lambda: self._person.post("/api/me", {"name": f"P{self._number}"}))
            game = HOUSE_GAMES[self._number % len(HOUSE_GAMES)]
            while not is_enough():
                await self._play_match(game)

    async def _play_match(self, game: str) -> None:
        options = shortest(game)
        players = tablee.game(game, **options).players
        bots = ["random"] if self._number % 3 == 0 else []
        given = {"options": options, "seats": players - len(bots), "bots": bots}
        table = await self._insist(lambda: self._person.create_table(game, **given))
        self._acknowledged.told(table, players)
        with suppress(RequestRefused):  # it was started, and the answer was lost
            await self._insist(lambda: self._person.start(table))
        seats = (await self._insist(lambda: self._person.table(table)))["yours"]
        await asyncio.gather(*(self._play_seat(table, seat) for seat in seats))

    async def _insist(self, asking: Callable[[], Any]) -> Any:
        """Ask until there is an answer."""
        async with asyncio.timeout(2 * PATIENCE):
            while True:
                with suppress(*LOST), unless_unavailable():
                    return await asking()
                await asyncio.sleep(0.05)

    async def _play_seat(self, table: str, seat: int) -> None:
        since, pending = None, None
        while True:
            with suppress(*LOST), unless_unavailable():
                async with self._person.at(table, seat=seat, since=since) as place:
                    pending = await self._play_on(place, table, pending)
                    since = check_updates(place.told, since)
                    if place.table.get("status") == "over":
                        return
            await asyncio.sleep(0.05)

    async def _play_on(self, place: TableClient, table: str, pending: tuple[int, Any] | None) -> tuple[int, Any] | None:
        """Play to the end or until the connection breaks; returns the choice that was not acknowledged, if any."""
        while place.closed is None:
            if pending is None:
                await place.until(_is_up, 2 * PATIENCE)
                if place.prompt is None:
                    return None
                pending = place.prompt["id"], place.any_action()
            prompt, action = pending
            try:
                answer = await place.play(action, prompt)
            except LOST:
                return pending
            if answer["type"] == "done":
                self._acknowledged.played(table, place.mine, prompt, action, answer["version"])
                await place.until(partial(_has, answer["version"]))
            elif answer["code"] in BUSY:
                await asyncio.sleep(0.05)
                continue
            else:
                # It was made before the house was killed, and the table has moved on since.
                assert answer["code"] in ("stale_prompt", "not_your_turn", "wrong_status"), answer
            pending = None
            if self._rng.random() < 0.05:
                await self._say(place, table)
        return pending

    async def _say(self, place: TableClient, table: str) -> None:
        text = f"{self._number} {self._acknowledged.count}"
        with suppress(*LOST):
            if (await place.ask("say", text=text))["type"] == "done":
                self._acknowledged.said(table, text)


def check_updates(told: Sequence[dict[str, Any]], since: int | None) -> int | None:
    """Check that a client who had a table up to a version was told everything after it once, and nothing twice;
    returns the version it has now."""
    for update in told:
        if update["type"] == "table":
            assert update.get("since") in (None, since), "something was left out or told twice"
            happened = [each["number"] for each in (*update.get("events", ()), *update.get("chat", ()))]
            assert all(number > update.get("since", 0) for number in happened), "something was told twice"
            since = update["version"]
    return since


def _is_up(place: TableClient) -> bool:
    """Whether there is something to do: choose, leave or reconnect."""
    return place.closed is not None or place.table["status"] == "over" or is_asked(place)


def _has(version: int, place: TableClient) -> bool:
    return place.closed is not None or place.version >= version


async def play_through_restarts(
    houses: RestartableHouses, database: str, ends: int, end: Callable[[int], Awaitable[None]]
) -> None:
    """Play until the houses have ended so often, one at a time and at random moments; then all matches to the end."""
    acknowledged, rng = Acknowledged(), Random()
    await houses.open()
    began = monotonic()
    left = ends
    players = [PersistentPlayer(houses, number, acknowledged) for number in range(PLAYERS)]
    playing = asyncio.gather(*(player.play_matches(lambda: left == 0) for player in players))
    try:
        while left:
            enough = acknowledged.count + rng.randrange(5, 150)
            async with asyncio.timeout(2 * PATIENCE):
                while acknowledged.count < enough and not playing.done():
                    await asyncio.sleep(rng.random() * 0.01)
            assert not playing.done(), await playing
            which = rng.randrange(len(houses.urls))
            await end(which)
            await check(database, acknowledged, finished=False)
            await houses.start_again(which)
            left -= 1
            if not (ends - left) % PROGRESS or not left:
                _print_progress(end.__name__, ends - left, ends, acknowledged, monotonic() - began)
        async with asyncio.timeout(4 * PATIENCE):
            await playing
        await check(database, acknowledged)
        print(f"all {len(acknowledged.versions):,} matches were played to the end and verified", flush=True)
    finally:
        playing.cancel()
        await asyncio.gather(playing, return_exceptions=True)
        houses.close()


def _print_progress(end: str, done: int, ends: int, acknowledged: Acknowledged, seconds: float) -> None:
    """Shown by `make kills`, which takes hours."""
    print(
        f"{end}: {done} of {ends}, {seconds / done:.1f} s each; {acknowledged.count:,} choices and lines acknowledged "
        f"at {len(acknowledged.versions):,} tables, 0 lost, 0 told twice",
        flush=True,
    )
