"""A program that plays a seat."""

import asyncio
import random
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from tablee.core.chance import Random
from tablee.core.game import Action, AnyGame, State
from tablee.core.registry import game_of_version
from tablee.core.seat import Seat
from tablee.core.texts import Lang
from tablee.remote.errors import RefusedByHouse
from tablee.remote.house_client import HouseClient
from tablee.remote.table_socket import PATIENCE, TableSocket


class Choices:
    """What a seat may do now: `for action in choices`, or `choices.any(rng)`, which does not list them all."""

    def __init__(self, game: AnyGame, possible: State, seat: Seat) -> None:
        # Rules answer from what the seat knows: any state it thinks possible gives the same choices.
        self._game, self._possible, self._seat = game, possible, seat

    def __iter__(self) -> Iterator[Any]:
        return iter(self._game.legal(self._possible, self._seat))

    def __len__(self) -> int:
        return len(self._game.legal(self._possible, self._seat))

    def __contains__(self, action: Any) -> bool:
        return self._game.is_legal(self._possible, self._seat, action)

    def any(self, rng: Random) -> Any:
        """One of them, each as likely as the others."""
        return self._game.random_action(self._possible, self._seat, rng)


Choose = Callable[[AnyGame, Any, Choices, Random], Action]
"""A bot: from the game, all that the seat knows and what it may do, one of the choices."""

MOVED_ON: Final = ("stale_prompt", "not_your_turn", "wrong_status")
"""The table changed while the program thought: a new prompt will come."""
LATER: Final = ("too_fast", "busy")
_READING: Final = threading.Lock()
"""msgspec must not meet a class for the first time in two threads at once."""


@dataclass(frozen=True)
class Outcome:
    """How the match went for the seat that a program played."""

    seat: Seat
    scores: tuple[int, ...]
    winners: tuple[Seat, ...]
    """Nobody, if the table was closed before the end."""

    @property
    def won(self) -> bool:
        return self.seat in self.winners


def play(
    url: str,
    table: str,
    token: str,
    choose: Choose,
    *,
    rng: Random | None = None,
    lang: Lang = "en",
    patience: float = PATIENCE,
) -> Outcome:
    """Play a seat of a table until the match is over.

    `choose(game, view, choices, rng)` is called whenever a choice of the seat is awaited. A lost connection is
    opened again for up to `patience` seconds. Raises `RefusedByHouse` if the house does not let the program in or the
    rules do not allow what it chose, `Unreachable` if there is no house.
    """
    return asyncio.run(player(url, table, token, choose, rng=rng, lang=lang, patience=patience))


async def player(
    url: str,
    table: str,
    token: str,
    choose: Choose,
    *,
    rng: Random | None = None,
    lang: Lang = "en",
    patience: float = PATIENCE,
) -> Outcome:
    """`play` as a coroutine."""
    with HouseClient(url, lang=lang) as stranger:
        told = await asyncio.to_thread(stranger.table, table)
    game = game_of_version(told["game"], told["options"], told["rules_version"])
    async with TableSocket(url, table, token=token, lang=lang, patience=patience) as socket:
        return await _Player(game, socket, choose, rng or random.Random()).until_the_end()


class _Player:
    """Plays one seat over a socket."""

    def __init__(self, game: AnyGame, socket: TableSocket, choose: Choose, rng: Random) -> None:
        self._game = game
        self._socket = socket
        self._choose = choose
        self._rng = rng
        self._answer: dict[str, Any] | None = None
        """The last choice made, as it was sent."""
        self._answered_on = 0
        """The connection on which it was sent."""

    async def until_the_end(self) -> Outcome:
        async for message in self._socket:
            match message["type"]:
                case "table" if message["status"] in ("over", "closed"):
                    return Outcome(
                        Seat(message["seat"]),
                        tuple(message.get("scores", ())),
                        tuple(map(Seat, message.get("winners", ()))),
                    )
                case "table" if (prompt := message.get("prompt")) and not prompt["replace"]:
                    await self._reply(prompt, message["view"])
                case "refused":
                    await self._refused(message)
                case _:
                    pass
        raise AssertionError("the messages never end")

    async def _reply(self, prompt: dict[str, Any], view: dict[str, Any]) -> None:
        if self._answer is None or self._answer["prompt"] != prompt["id"]:
            # In a thread, so that a program that thinks for long still answers the house's pings.
            action = await asyncio.to_thread(self._chosen, view)
            self._answer = {"seat": prompt["seat"], "prompt": prompt["id"], "action": self._game.plain(action)}
        elif self._answered_on == self._socket.connections:
            return
        await self._send()

    async def _send(self) -> None:
        self._answered_on = self._socket.connections
        await self._socket.send("play", **(self._answer or {}))

    def _chosen(self, plain: dict[str, Any]) -> Action:
        with _READING:
            view = self._game.view_from(plain)
        possible = self._game.determinize(view, self._rng)
        return self._choose(self._game, view, Choices(self._game, possible, view.seat), self._rng)

    async def _refused(self, message: dict[str, Any]) -> None:
        if message["code"] in LATER:
            await asyncio.sleep(message.get("wait") or 1)
            await self._send()
        elif message["code"] not in MOVED_ON:
            raise RefusedByHouse(message["code"], message["sentence"], message.get("rule"))
