"""Whether a seat can end the evening in its turn, ahead of all others: found quickly, from the last table back.

`last_turn.py` looks through all such turns and says what each brings; this one only says whether there is any.
"""

from collections.abc import Sequence
from typing import Final, Protocol

from tablee.games.restaurant.bot.service_playout import DOUBLE_SHIFT, JUMP_SHIFT, PLACE, RELIEF, WORTH, Option, Plans
from tablee.games.restaurant.pieces import Hand, Room, kinds

LONGEST: Final = 4
"""Turns with more doubles and jumps than this are not looked for."""


class Service(Protocol):
    """A moment of a service."""

    hands: list[Hand]
    scores: list[int]
    owner: Sequence[int]
    seat: int
    reach: int
    unserved: int


class WinningTurn:
    """Looks for one turn of the seat to play."""

    def __init__(self, room: Room, plans: Plans, service: Service) -> None:
        self._next_to = room.next_to
        self._plan = plans.of(kinds(service.hands[service.seat]))
        self._service = service
        self._reach, self._unserved = service.reach, service.unserved
        self._mine = service.scores[service.seat]
        self._best_other = max([score for seat, score in enumerate(service.scores) if seat != service.seat])

    def exists(self) -> bool:
        hand, unserved = self._service.hands[self._service.seat], self._unserved
        doubles, jumps = hand >> DOUBLE_SHIFT & 63, hand >> JUMP_SHIFT & 63
        most = min(LONGEST, doubles + jumps)
        left = unserved if most else self._reach
        while left:
            bit = left & -left
            left ^= bit
            table = bit.bit_length() - 1
            before = self._next_to[table] & unserved
            if before.bit_count() <= most and self._wins_at(table) and self._path(table, before, bit, doubles, jumps):
                return True
        return False

    def _wins_at(self, table: int) -> bool:
        """Whether some card that ends the evening at this table puts the seat ahead."""
        service, who = self._service, self._service.owner[table]
        option: Option = self._plan[PLACE[table] + (0 if who == service.seat else 2)]
        number = option[1]
        if number < 0:
            return False
        mine, best_other = self._mine + RELIEF[number], self._best_other
        if who == service.seat:
            mine += WORTH[number]
        else:
            best_other = max(best_other, service.scores[who] + WORTH[number])
        return mine > best_other

    def _path(self, table: int, before: int, used: int, doubles: int, jumps: int) -> bool:
        """Whether doubles and jumps lead to this table over all those that must have been served before it."""
        if not before and 1 << table & self._reach:
            return True
        if before.bit_count() > doubles + jumps:
            return False
        if jumps and not before and self._reach & ~used:
            return True
        if jumps and any(self._step(bit, before, used, doubles, jumps - 1) for bit in _bits(before)):
            return True
        beside = self._next_to[table] & self._unserved & ~used
        return bool(doubles) and any(self._step(bit, before, used, doubles - 1, jumps) for bit in _bits(beside))

    def _step(self, bit: int, before: int, used: int, doubles: int, jumps: int) -> bool:
        if used.bit_count() > LONGEST:
            return False
        return self._path(bit.bit_length() - 1, before & ~bit, used | bit, doubles, jumps)


def _bits(tables: int) -> list[int]:
    found = []
    while tables:
        bit = tables & -tables
        tables ^= bit
        found.append(bit)
    return found
