"""Many sockets on a house: idle ones, or spectators of one table. Run by house.py; prints one line of JSON."""

import argparse
import asyncio
import json
import sys
import time

import uvloop
import websockets

from bench.load import Tally, _decode, put_up, seat


async def watch(url: str, ready: asyncio.Semaphore, told: list[float]) -> None:
    async with websockets.connect(url, compression=None, max_queue=None) as socket:
        ready.release()
        async for message in socket:
            if _decode(message).type == "table":
                told.append(time.perf_counter())


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--sockets", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--idle", action="store_true", help="open them, say so, wait for a line on standard input")
    asked = parser.parse_args()
    cookie, seats = await put_up(asked.address, 1, 1)
    url = seats[0][0].split("?")[0] + "?seat=none"
    ready, told = asyncio.Semaphore(0), list[float]()
    watching = [asyncio.create_task(watch(url, ready, told)) for _ in range(asked.sockets)]
    for _ in watching:
        await ready.acquire()
    if asked.idle:
        print(json.dumps({"sockets": asked.sockets}), flush=True)
        await asyncio.get_running_loop().run_in_executor(None, sys.stdin.readline)
        return
    told.clear()
    tally = Tally()
    start = time.perf_counter()
    playing = [asyncio.create_task(seat(urls, cookie, tally, 0.0)) for urls in seats]
    await asyncio.wait(playing, timeout=asked.seconds)
    passed = time.perf_counter() - start
    latencies = sorted(tally.latencies)
    figures = {
        "spectators": asked.sockets,
        "moves_per_second": len(latencies) / passed,
        "messages_per_second": len(told) / passed,
        "p99_ms": 1e3 * latencies[int(len(latencies) * 0.99)],
    }
    print(json.dumps(figures), flush=True)
    for task in (*playing, *watching):
        task.cancel()


if __name__ == "__main__":
    uvloop.run(main())
