"""Many sockets on a house: idle ones, or spectators of one table. Run by house.py; prints one line of JSON."""

import argparse
import asyncio
import json
import sys

import uvloop

from bench.load import Measure, RawSocket, Tally, all_seats, seat, start_tables


class Watcher(RawSocket):
    """Counts what it is told of the table."""

    def __init__(self, url: str) -> None:
        super().__init__(url, "")
        self.told = 0

    def heard(self, message: bytes) -> None:
        self.told += message.startswith(b'{"type":"table"')


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--pid", type=int, help="the process of the house, for its CPU time")
    parser.add_argument("--idle", action="store_true", help="open them, say so, wait for a line on standard input")
    asked = parser.parse_args()
    cookie, seats = await start_tables(asked.address, 1, 1)
    url = seats[0][0].split("?")[0] + "?seat=none"
    watchers = [Watcher(url) for _ in range(asked.sockets)]
    for watcher in watchers:
        await watcher.connect()
    if asked.idle:
        print(json.dumps({"sockets": asked.sockets}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        return
    tally = Tally()
    all_players = await all_seats(seats, cookie, tally, 0.0)
    measure, before = Measure(asked.pid), sum(watcher.told for watcher in watchers)
    playing = [asyncio.create_task(seat(players)) for players in all_players]
    await asyncio.wait(playing, timeout=asked.seconds)
    told = sum(watcher.told for watcher in watchers) - before
    figures = measure.figures(tally)
    each = told / len(tally.latencies)
    rates = {f"messages_{per}": each * figures[f"moves_{per}"] for per in ("per_second", "per_cpu_second")}
    print(json.dumps({"spectators": asked.sockets, **figures, **rates}), flush=True)
    for task in playing:
        task.cancel()
    await asyncio.gather(*playing, return_exceptions=True)


if __name__ == "__main__":
    uvloop.run(main())
