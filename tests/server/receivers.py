"""Where notifications arrive in tests: browsers with a push service of their own, and a mail server."""

import asyncio
import json
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import http_ece
from aiosmtpd.smtp import SMTP, Envelope, Session
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from tests.server.guest_client import GuestClient
from tests.server.house_in_process import OpenHouse

from tablee.server.notifications.push_encryption import CURVE, encoded


class Browser:
    """A browser that takes push messages."""

    def __init__(self, service: "PushService", name: str) -> None:
        self._key = ec.generate_private_key(CURVE)
        self._auth = name.encode().ljust(16, b"-")[:16]
        self._service = service
        self.name = name

    @property
    def subscription(self) -> dict[str, str]:
        """What the browser gives to the house."""
        public = self._key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        endpoint = f"{self._service.url}/{self.name}"
        return {"endpoint": endpoint, "p256dh": encoded(public), "auth": encoded(self._auth)}

    @property
    def shown(self) -> list[dict[str, Any]]:
        """The messages it has got, decrypted."""
        bodies = self._service.taken[self.name]
        return [
            json.loads(http_ece.decrypt(body, private_key=self._key, auth_secret=self._auth, version="aes128gcm"))
            for body in bodies
        ]

    @property
    def titles(self) -> list[str]:
        return [message["title"] for message in self.shown]


@dataclass
class PushService:
    """A push service. What it answers, and when, is for the test to say."""

    url: str = ""
    answers: dict[str, int] = field(default_factory=dict)
    """By browser: the status it answers with; else it takes the message."""
    retry_after: dict[str, int] = field(default_factory=dict)
    held: dict[str, asyncio.Event] = field(default_factory=dict)
    """By browser: it answers only when this is set."""
    asked: dict[str, list[dict[str, str]]] = field(default_factory=lambda: defaultdict(list))
    """By browser: the headers of all requests."""
    taken: dict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    """By browser: what it has taken."""

    def browser(self, name: str) -> Browser:
        return Browser(self, name)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                request, *lines = head.decode().split("\r\n")
                headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines if line)}
                body = await reader.readexactly(int(headers["content-length"]))
                name = request.split()[1].rpartition("/")[2]
                self.asked[name].append(headers)
                if name in self.held:
                    await self.held[name].wait()
                    if reader.at_eof():
                        return  # whoever asked is gone, and gets no answer
                status = self.answers.get(name, 201)
                if status == 201:
                    self.taken[name].append(body)
                wait = f"Retry-After: {self.retry_after[name]}\r\n" if name in self.retry_after else ""
                writer.write(f"HTTP/1.1 {status} So\r\nContent-Length: 0\r\n{wait}\r\n".encode())
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    yield service
    server.close()


@dataclass
class MailServer:
    """A real SMTP server that keeps what it takes."""

    port: int = 0
    mails: list[EmailMessage] = field(default_factory=list)
    refusals: list[str] = field(default_factory=list)
    """What it answers to the next recipients, instead of taking their mail."""

    @property
    def url(self) -> str:
        return f"smtp://127.0.0.1:{self.port}"

    async def handle_RCPT(  # noqa: N802 - aiosmtpd calls it
        self, _server: SMTP, _session: Session, envelope: Envelope, address: str, _options: list[str]
    ) -> str:
        if self.refusals:
            return self.refusals.pop(0)
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: SMTP, _session: Session, envelope: Envelope) -> str:  # noqa: N802
        assert isinstance(envelope.content, bytes)
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.mails.append(mail)
        return "250 OK"

    @property
    def subjects(self) -> list[str]:
        return [str(mail["Subject"]) for mail in self.mails]

    def text(self, number: int = -1) -> str:
        return str(self.mails[number].get_content())


@asynccontextmanager
async def smtp_server() -> AsyncIterator[MailServer]:
    found, loop = MailServer(), asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(found, loop=loop, hostname="mail.example.org"), "127.0.0.1", 0)
    found.port = server.sockets[0].getsockname()[1]
    yield found
    server.close()


async def take_push(person: GuestClient, browser: Browser) -> dict[str, Any]:
    """Turn on push messages in a browser."""
    told: dict[str, Any] = await person.post("/api/me/notifications/devices", browser.subscription)
    return told


async def give_email(house: OpenHouse, mail: MailServer, person: GuestClient, address: str) -> None:
    """Give an address, and follow the link in the e-mail."""
    answer = await person.http.put("/api/me/notifications/email", json={"email": address})
    assert answer.status_code == 200, answer.text
    await house.timer.let_pass(0)
    assert mail.mails[-1]["To"] == address
    token = mail.text().partition("/notifications/confirm#")[2].split()[0]
    await person.post("/api/notifications/confirm", {"token": token})
    mail.mails.clear()
