"""A house that tells people what waits for them, and what it sends to."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select
from tests.patience import PATIENCE
from tests.server.guest_client import GuestClient
from tests.server.house_in_process import OpenHouse
from tests.server.receivers import (
    MailServer,
    PushService,
)

import tablee
from tablee.core.registry import manifests
from tablee.server.house.notifications import Notification
from tablee.server.http.sessions import hashed
from tablee.server.settings import Settings
from tablee.server.store.notification_choices import Kind
from tablee.server.store.notification_schema import outbox

GAME = min(tablee.GAMES, key=lambda name: manifests()[name].minutes)
"""A short one that the workers of the bots know."""
ONE = {"type": "take", "matches": 1}
CHOICES = {"off": [], "zone": "Europe/Paris", "digest": "none"}


@dataclass
class Receivers:
    """What a house sends to."""

    push: PushService
    mail: MailServer
    settings: Settings


async def until_sent(house: OpenHouse, condition: Callable[[], object]) -> None:
    """Send what is due until something is true: what happens at a table is raised in the background."""
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await house.house.notifications.deliver()
            await asyncio.sleep(0.001)


async def until_raised(house: OpenHouse, events: int) -> None:
    """Wait until so many rows are in the outbox, sent or not."""
    async with asyncio.timeout(PATIENCE):
        while len(await rows_of(house)) < events:
            await asyncio.sleep(0.001)


async def rows_of(house: OpenHouse) -> list[Any]:
    async with house.house.store._engine.connect() as connection:
        return list((await connection.execute(select(outbox))).all())


async def match_of_two(first: GuestClient, second: GuestClient, **more: Any) -> str:
    table = await first.create_table("toy_nim", options={"heap": 20}, **more)
    await second.sit(table)
    await first.start(table)
    return table


@asynccontextmanager
async def one_leaves(house: OpenHouse, person: GuestClient, other: GuestClient, **more: Any) -> AsyncIterator[str]:
    """A match in which `person` leaves the table and the other stays; it is the turn of `person`."""
    table = await match_of_two(person, other, **more)
    async with other.at(table) as there:
        await house.until_absent()
        if there.prompt is not None:
            await there.play_on(ONE)
        yield table


def words(message: dict[str, Any]) -> tuple[str, str, str]:
    return message["title"], message["body"], message["path"]


async def told(house: OpenHouse, *people: GuestClient, event: str = "round one") -> None:
    """Raise something for all who are there."""
    guests = [guest.id for person in people if (guest := await guest_of(house, person))]
    details: dict[str, str | int] = {"title": "Tournoi", "round": 2}
    await house.house.notifications.add(guests, Notification(Kind.ROUND, event, "/", details))


async def guest_of(house: OpenHouse, person: GuestClient) -> Any:
    (secret,) = person.http.cookies.values()
    return await house.house.store.guests.by_device(hashed(secret))
