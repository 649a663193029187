"""A house that is killed while it sends: what was written goes out after the next start, and nothing again that was
written down as sent."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from tests.patience import until
from tests.repetitions import repetitions
from tests.server.guest_client import GuestClient, guest_client
from tests.server.receivers import Browser, MailServer, PushService, push_service, smtp_server, take_push
from tests.server.restart_load import RestartableHouses

pytestmark = [pytest.mark.anyio, pytest.mark.timeout(repetitions(12, 1) * 3600)]


class SendingHouse:
    """A house in a process of its own, a guest whom it tells something, and where that arrives."""

    def __init__(self, file: Path, push: PushService, mail: MailServer) -> None:
        self._file = file
        self.push = push
        self.mail = mail
        self.phone, self.laptop = push.browser("phone"), push.browser("laptop")

    async def give_addresses(self, guest: GuestClient) -> None:
        for browser in (self.phone, self.laptop):
            await take_push(guest, browser)
        answer = await guest.http.put("/api/me/notifications/email", json={"email": "anne@example.org"})
        assert answer.status_code == 200, answer.text
        await until(lambda: self.mail.mails)
        token = self.mail.text().partition("/notifications/confirm#")[2].split()[0]
        await guest.post("/api/notifications/confirm", {"token": token})

    async def begin_to_tell(self, guest: GuestClient) -> None:
        """Raise one more event. The phone takes its time to answer."""
        await until(lambda: None not in self.rows().values())
        self.mail.mails.clear()
        self.push.asked.clear()
        self.push.taken.clear()
        self.push.held["phone"] = asyncio.Event()
        await guest.post("/api/me/notifications/trial")

    def rows(self) -> dict[tuple[str, str], float | None]:
        """By event and place: when it was written down as done."""
        with closing(sqlite3.connect(self._file)) as database:
            found = database.execute("SELECT event, channel || target, done_at FROM outbox").fetchall()
        return {(event, place): done_at for event, place, done_at in found}

    def open_rows(self) -> int:
        return sum(done_at is None for done_at in self.rows().values())

    def taken(self, browser: Browser) -> int:
        return len(self.push.taken[browser.name])


async def test_what_was_written_is_sent_after_a_kill_and_what_was_sent_is_not_sent_again(tmp_path: Path) -> None:
    rng = Random(1)
    file = tmp_path / "tablee.sqlite"
    async with push_service() as push, smtp_server() as mail:
        houses = RestartableHouses(
            tmp_path,
            f"sqlite+aiosqlite:///{file}",
            1,
            smtp=mail.url,
            mail_from="house@example.org",
            push_networks="127.0.0.0/8",
            public_url="https://house.example.org/",
        )
        await houses.open()
        there = SendingHouse(file, push, mail)
        try:
            async with guest_client(houses.urls[0], "Anne") as anne:
                await there.give_addresses(anne)
                for number in range(repetitions(40, 1)):
                    await there.begin_to_tell(anne)
                    await until(_moment(there, number, rng))
                    await houses.kill(0)
                    open_rows = there.open_rows()
                    assert open_rows, "the phone had not answered"
                    await houses.start_again(0)
                    push.held["phone"].set()
                    await until(lambda: there.open_rows() == 0)
                    _check(there, is_all_else_done=open_rows == 1)
        finally:
            houses.close()


def _moment(there: SendingHouse, number: int, rng: Random) -> Callable[[], object]:
    """When the house is killed: first when all but the phone have answered and that is written down; later at any
    moment in which something is on its way."""
    moments: list[Callable[[], object]] = [
        lambda: there.push.asked["phone"] and there.open_rows() == 1,
        lambda: there.push.asked["phone"],
        lambda: there.taken(there.laptop),
        lambda: there.mail.mails,
        there.open_rows,
    ]
    return rng.choice(moments) if number else moments[0]


def _check(there: SendingHouse, *, is_all_else_done: bool) -> None:
    """Everything has arrived: once, or a second time where the first answer was not written down any more. Then it can
    be told from something new."""
    most = 1 if is_all_else_done else 2
    assert there.taken(there.phone) == 1, "it did not answer the house that was killed"
    assert 1 <= there.taken(there.laptop) <= most
    assert 1 <= len(there.mail.mails) <= most
    for browser in (there.phone, there.laptop):
        assert len({headers["topic"] for headers in there.push.asked[browser.name]}) == 1
        assert len({shown["tag"] for shown in browser.shown}) == 1
    assert len({mail["Message-ID"] for mail in there.mail.mails}) == 1
