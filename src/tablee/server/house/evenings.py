"""Plays evenings: seats all who are here at the table of the next match, and counts the points of those that ended."""

import contextlib
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from tablee.core.registry import game
from tablee.server.house.house import House
from tablee.server.house.live_table import LiveTable
from tablee.server.house.scheduler import STAND_IN_LEVEL
from tablee.server.house.seating import in_one_draft, sit_command
from tablee.server.house.table_ids import new_table_id
from tablee.server.refusals import Refused
from tablee.server.store.evenings import EveningPerson, EveningSeat, EveningSetup, EveningTable
from tablee.server.store.guests import Guest
from tablee.server.table import commands
from tablee.server.table.setup import Occasion, Setup
from tablee.server.table.table_parts import Status

MOST_PEOPLE: Final = 40
GOING_ON: Final = ("open", "playing", "aside")


@dataclass(frozen=True)
class WantedMatch:
    """A match that somebody wants to play next."""

    game: str
    options: Mapping[str, object]
    bots: Sequence[str]
    """Levels. Where more seats are needed, more bots come."""
    sizes: range
    """How many can play this game."""


@dataclass
class EveningScore:
    """Somebody who came, and how they stand."""

    name: str
    guest: str | None
    is_here: bool
    points: int = 0
    played: int = 0
    won: int = 0
    rank: int = 1
    by_match: list[int | None] = field(default_factory=list)
    """The points of each match that has ended; None where they did not play."""


async def load(house: House, evening: str) -> EveningSetup:
    """An evening; raises `Refused` if there is none."""
    setup = await house.store.evenings.setup(evening)
    if setup is None:
        raise Refused("no_such_evening", status=404)
    return setup


async def arrive(house: House, evening: str, guest: Guest) -> None:
    """A guest comes, or is back."""
    while True:
        people = await house.store.evenings.people(evening)
        if guest.id in {person.guest for person in people}:
            return await house.store.evenings.set_here(evening, guest.id, guest.name, is_here=True)
        if len(people) >= MOST_PEOPLE:
            raise Refused("evening_full", {"most": MOST_PEOPLE})
        number = people[-1].number + 1 if people else 1
        if await house.store.evenings.add_person(evening, guest.id, guest.name, number):
            return None


# The next match


async def current_table(house: House, tables: Sequence[EveningTable]) -> LiveTable | None:
    """The table of the match that is played, or waits to begin. None if it cannot be read: the next can begin."""
    going_on = next((table for table in reversed(tables) if table.status in GOING_ON), None)
    try:
        return None if going_on is None else await house.live(going_on.id)
    except Refused:
        return None


async def next_table(house: House, evening: str, by: Guest, wanted: WantedMatch) -> LiveTable:
    """The table of the next match, with all who are here; if two want one at the same time, both get the same."""
    store = house.store.evenings
    while True:
        # Read before looking whether a match is on: whoever adds one after that takes this number.
        number = await store.number_of_tables(evening)
        tables = await store.tables(evening)
        if (current := await current_table(house, tables)) is not None:
            return current
        new = await _seated_table(house, evening, by, wanted)
        if await store.add_table(evening, new.table.setup.id, number):
            if tables:
                await _link_to_next(house, tables[-1], new)
            return new
        await house.change(new, lambda table, at: commands.change_status(table, "close", at))


async def _seated_table(house: House, evening: str, by: Guest, wanted: WantedMatch) -> LiveTable:
    """A table with all who are here and as many bots as it takes."""
    # Nobody twice, even if they came on two devices.
    here = {person.guest: person.name for person in await house.store.evenings.people(evening) if _plays(person)}
    bots = list(wanted.bots)
    bots += [bots[-1] if bots else STAND_IN_LEVEL] * (wanted.sizes[0] - len(here) - len(bots))
    if not here or len(here) + len(bots) not in wanted.sizes:
        told = {"low": wanted.sizes[0], "high": wanted.sizes[-1], "here": len(here)}
        raise Refused("evening_seats", told, status=400)
    setup = Setup(
        new_table_id(),
        game(wanted.game, **{**wanted.options, "players": len(here) + len(bots)}),
        secrets.token_bytes(32),
        by.id if by.id in here else next(iter(here)),
        is_open=False,
        created_at=house.timer.now(),
        occasion=Occasion("evening", evening),
    )
    live = await house.open_table(setup)
    seated = [sit_command(seat, name, guest=guest) for seat, (guest, name) in enumerate(here.items())]
    seated += [sit_command(seat, "", bot=level) for seat, level in enumerate(bots, start=len(here))]
    await house.change(live, in_one_draft(seated))
    return live


def _plays(person: EveningPerson) -> bool:
    return person.is_here and person.guest is not None


async def _link_to_next(house: House, before: EveningTable, new: LiveTable) -> None:
    """The match before leads to this one, as to a rematch: phones are called, and a big screen goes along."""
    if before.status == Status.OVER:
        with contextlib.suppress(Refused):  # if it cannot be read any more, nobody is looking at it
            ended = await house.live(before.id)
            await house.change(ended, lambda table, at: commands.rematch(table, new.table.setup.id, at))


# How it stands


def points(seat: EveningSeat) -> int:
    """One point, and one more for each other player who is not ranked better: the first of four gets 4, the last 1. A
    player who left is last."""
    return 1 if seat.has_left else seat.players + 1 - seat.rank


def scores(people: Sequence[EveningPerson], seats: Sequence[EveningSeat]) -> list[EveningScore]:
    """All who came or played, the best first. Players who share a device are told apart by their names.

    Forgotten guests are left out: their seats can no longer be told apart."""
    found: dict[tuple[str, str], EveningScore] = {}
    for person in people:
        if person.guest is not None:
            found[person.guest, ""] = EveningScore(person.name, person.guest, person.is_here)
    matches = list(dict.fromkeys(seat.table for seat in seats))
    for seat in seats:
        if seat.is_bot or seat.guest is None:
            continue
        key = (seat.guest, "" if seat.is_own else seat.name)
        score = found.setdefault(key, EveningScore(seat.name, None, is_here=False))
        score.by_match += [None] * (matches.index(seat.table) - len(score.by_match))
        score.by_match.append(points(seat))
        score.points += points(seat)
        score.played += 1
        score.won += seat.rank == 1 and not seat.has_left
    for one in found.values():
        one.by_match += [None] * (len(matches) - len(one.by_match))
        one.rank = 1 + sum((other.points, other.won) > (one.points, one.won) for other in found.values())
    return sorted(found.values(), key=lambda one: one.rank)
