"""The load of bench/load.py, on a server of boardgame.io: the same tables, seats, pace and figures.

A move is counted when its player is told the state after it; boardgame.io keeps it in memory only.
"""

import asyncio
import json
import secrets
import time
from typing import Any

import uvloop

from bench.load import RawSocket, Tally, arguments, pause_for, paused, play_and_print


class Player(RawSocket):
    """Bids in every round, over socket.io."""

    def __init__(self, address: str, chair: tuple[str, str], tally: Tally, pause: float) -> None:
        """`chair`: the match and the seat."""
        super().__init__(f"{address}/socket.io/?EIO=4&transport=websocket", "")
        self._match, self._seat = chair
        self._tally = tally
        self._pause = pause
        self._goes = False
        self._asked = 0
        """The round that waits for a bid, if any."""
        self._bid_in = 0
        self._version = 0
        self._sent_at = 0.0
        self.synced = asyncio.Event()

    def heard(self, message: bytes) -> None:
        if message.startswith(b"0"):
            self.say(b"40/bids,")
        elif message == b"2":
            self.say(b"3")
        elif message.startswith(b"40/bids,"):
            self._emit("sync", self._match, self._seat, None, 3)
        elif message.startswith(b"42/bids,"):
            event, _, told, *_ = json.loads(message[8:])
            if event == "sync":
                self._told(told["state"])
                self.synced.set()
            elif event == "update":
                self._told(told)

    def _told(self, state: dict[str, Any]) -> None:
        if state["_stateID"] < self._version:
            return
        self._version = state["_stateID"]
        table = state["G"]
        has_bid = self._seat in table["bids"]
        if self._sent_at and (has_bid or table["round"] > self._bid_in):
            self._tally.add(self._sent_at)
            self._sent_at = 0.0
        if not has_bid and table["round"] > max(self._bid_in, self._asked):
            self._asked = table["round"]
            if self._goes:
                self.go()

    def go(self) -> None:
        pause = paused(self._pause, first=not self._goes)
        self._goes = True
        if self._asked and pause:
            asyncio.get_running_loop().call_later(pause, self._bid)
        elif self._asked:
            self._bid()

    def _bid(self) -> None:
        self._bid_in, self._asked = self._asked, 0
        self._sent_at = time.perf_counter()
        move = {"type": "bid", "args": [1], "playerID": self._seat}
        self._emit("update", {"type": "MAKE_MOVE", "payload": move}, self._version, self._match, self._seat)

    def _emit(self, *event: Any) -> None:
        self.say(b"42/bids," + json.dumps(event, separators=(",", ":")).encode())


async def main() -> None:
    asked = arguments()
    tally, pause = Tally(), pause_for(asked.tables, asked.pace)
    # A match is created when its first seat comes.
    matches = [secrets.token_hex(8) for _ in range(asked.tables)]
    players = [Player(asked.address, (match, str(seat)), tally, pause) for match in matches for seat in range(3)]
    for player in players:
        await player.connect()
        await player.synced.wait()
    await play_and_print(asked, tally, [[player] for player in players])


if __name__ == "__main__":
    uvloop.run(main())
