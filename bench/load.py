"""The load on a house: one process that plays many tables at once. Run by house.py; prints one line of JSON.

Every seat has its own socket and answers each prompt as soon as it comes (or at a steady pace), so the moves of a table
wait for each other as they do between people. A move is counted when the house has acknowledged it, that is, saved it.
"""

import argparse
import asyncio
import json
import time
from dataclasses import dataclass, field

import httpx
import msgspec
import uvloop
import websockets

OPTIONS = {"hands": 5, "hotdog_values": [1] * 10}
"""Short bids and long matches: the house is to be measured, not the rules."""
BID = b'{"type":"play","id":"%d","seat":%d,"prompt":%d,"action":{"type":"bid","table":5,"hotdogs":[1]}}'


class Prompt(msgspec.Struct):
    id: int
    seat: int
    replace: bool


class Heard(msgspec.Struct):
    """What the load looks at in a message."""

    type: str
    id: str = ""
    status: str = ""
    prompt: Prompt | None = None


_decode = msgspec.json.Decoder(Heard).decode


@dataclass
class Tally:
    latencies: list[float] = field(default_factory=list)
    refused: int = 0


async def seat(urls: list[str], cookie: str, tally: Tally, pause: float) -> None:
    """Play one seat of some tables, one table after the other."""
    for url in urls:
        async with websockets.connect(url, additional_headers={"Cookie": cookie}, compression=None) as socket:
            answered, sent = -1, 0.0
            while True:
                heard = _decode(await socket.recv())
                if heard.type == "done":
                    tally.latencies.append(time.perf_counter() - sent)
                elif heard.type == "refused":
                    tally.refused += 1
                elif heard.status == "over":
                    break
                elif (prompt := heard.prompt) and not prompt.replace and prompt.id != answered:
                    answered = prompt.id
                    if pause:
                        await asyncio.sleep(pause)
                    sent = time.perf_counter()
                    await socket.send(BID % (prompt.id, prompt.seat, prompt.id))


async def put_up(address: str, tables: int, each: int) -> tuple[str, list[list[str]]]:
    """A guest who sits on all three seats of every table; the sockets of each seat."""
    ws = address.replace("http", "ws", 1)
    async with httpx.AsyncClient(base_url=address, timeout=60) as http:
        (await http.post("/api/me", json={"name": "Load"})).raise_for_status()
        cookie = "; ".join(f"{key}={value}" for key, value in http.cookies.items())
        seats: list[list[str]] = []
        for _ in range(tables):
            three: list[list[str]] = [[], [], []]
            for _ in range(each):
                body = {"game": "hotdog", "options": OPTIONS, "seats": 3}
                table = (await http.post("/api/tables", json=body)).raise_for_status().json()["id"]
                (await http.post(f"/api/tables/{table}/start")).raise_for_status()
                for number in range(3):
                    three[number].append(f"{ws}/api/tables/{table}/socket?seat={number}")
            seats += three
    return cookie, seats


async def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("address")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--each", type=int, default=4, help="matches at each table, one after the other")
    parser.add_argument("--seconds", type=float, default=10.0)
    parser.add_argument("--pace", type=float, default=0.0, help="moves per second in all; 0: as fast as it goes")
    asked = parser.parse_args()
    cookie, seats = await put_up(asked.address, asked.tables, asked.each)
    tally = Tally()
    pause = 3 * asked.tables / asked.pace if asked.pace else 0.0
    start = time.perf_counter()
    playing = [asyncio.create_task(seat(urls, cookie, tally, pause)) for urls in seats]
    await asyncio.wait(playing, timeout=asked.seconds)
    passed = time.perf_counter() - start
    for task in playing:
        task.cancel()
    latencies = sorted(tally.latencies)
    figures = {
        "tables": asked.tables,
        "moves_per_second": len(latencies) / passed,
        "p50_ms": 1e3 * latencies[len(latencies) // 2],
        "p99_ms": 1e3 * latencies[int(len(latencies) * 0.99)],
        "refused": tally.refused,
    }
    print(json.dumps(figures), flush=True)


if __name__ == "__main__":
    uvloop.run(main())
