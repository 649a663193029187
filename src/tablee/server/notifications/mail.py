"""E-mail through any SMTP server. Plain text, with a link and a header that turn it off with one click."""

import asyncio
import hashlib
import ssl
from collections.abc import Sequence
from dataclasses import dataclass
from email.headerregistry import Address
from email.message import EmailMessage
from email.utils import formatdate
from typing import Final

import aiosmtplib

from tablee.core.texts import Lang, catalogue
from tablee.server.mail_server import MailServer
from tablee.server.notifications.channel_errors import NotTaken, ReceiverGone, TryLater
from tablee.server.notifications.wording import MessageText

SECONDS: Final = 30.0
"""How long the mail server may take."""
UNKNOWN_ADDRESS: Final = (550, 551, 553)
"""With these a mail server says that there is no such mailbox."""
POLICY: Final = "5.7."
"""What follows them where it only says that it does not want to (RFC 3463): it may be set up wrongly, or a list of bad
senders may be."""


@dataclass(frozen=True)
class Mail:
    """A message to one person."""

    to: str
    words: MessageText
    lang: Lang
    events: Sequence[str]
    off: str | None
    """The token of the link that turns it off; None: there is nothing to turn off."""


def _is_unknown(refused: aiosmtplib.SMTPRecipientRefused) -> bool:
    """Whether there is nobody under an address."""
    return refused.code in UNKNOWN_ADDRESS and not refused.message.startswith(POLICY)


class MailSender:
    def __init__(self, server: MailServer, sender: str, house: str) -> None:
        """`sender`: the address that mails come from; `house`: the address of the house, with a slash at its end."""
        self._server = server
        self._sender = sender
        self._house = house

    async def send(self, mail: Mail) -> None:
        """Send a message; raises `ReceiverGone`, `TryLater` or `NotTaken`."""
        server = self._server
        try:
            async with asyncio.timeout(SECONDS):
                await aiosmtplib.send(
                    self.message(mail),
                    hostname=server.host,
                    port=server.port,
                    username=server.user,
                    password=server.password,
                    use_tls=server.is_tls,
                    # A password is never sent in the clear.
                    start_tls=False if server.is_tls else True if server.user is not None else None,
                    tls_context=ssl.create_default_context(),
                    timeout=SECONDS,
                )
        except aiosmtplib.SMTPRecipientsRefused as error:
            if all(_is_unknown(refused) for refused in error.recipients):
                raise ReceiverGone from error
            raise TryLater from error
        except aiosmtplib.SMTPResponseException as error:
            is_login = isinstance(error, aiosmtplib.SMTPAuthenticationError)
            if 500 <= error.code < 600 and not is_login:
                raise NotTaken(error.code) from error
            raise TryLater from error
        except (aiosmtplib.SMTPException, OSError, TimeoutError) as error:
            raise TryLater from error

    def message(self, mail: Mail) -> EmailMessage:
        say = catalogue("tablee.server", mail.lang)
        words = mail.words
        lines = [words.title, words.body, f"{self._house.rstrip('/')}{words.path}"]
        message = EmailMessage()
        message["From"] = Address("Tablée", addr_spec=self._sender)
        message["To"] = mail.to
        message["Subject"] = words.title
        message["Date"] = formatdate()
        # The same for the same events: a message that is sent again after a crash can be told from a new one.
        number = hashlib.sha256(" ".join([mail.to, *mail.events]).encode()).hexdigest()[:32]
        message["Message-ID"] = f"<{number}@{self._sender.rpartition('@')[2]}>"
        message["Auto-Submitted"] = "auto-generated"
        if mail.off is not None:
            message["List-Unsubscribe"] = f"<{self._house}api/notifications/off?token={mail.off}>"
            message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
            lines.append(say("notifications.turn_off", link=f"{self._house}notifications/off#{mail.off}"))
            lines.append(say("notifications.settings", link=f"{self._house}notifications"))
        message.set_content("\n\n".join(line for line in lines if line) + "\n")
        return message
