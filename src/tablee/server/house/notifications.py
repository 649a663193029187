"""Notifications: raised by any part of the house, kept in the outbox, and sent in the background.

`add` is the one way to raise one. Nobody waits for it to be sent. Whatever is not sent when the house stops is sent
after the next start.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from tablee.server.house.background import BackgroundTasks
from tablee.server.house.live_table import LiveTable
from tablee.server.house.notification_news import current_news
from tablee.server.house.timer import Timer
from tablee.server.house.turn_notifications import TurnWatch
from tablee.server.notifications.channel_errors import NotTaken, ReceiverGone, TryLater
from tablee.server.notifications.mail import Mail, MailSender
from tablee.server.notifications.quiet_hours import due_at, quiet_end
from tablee.server.notifications.web_push import PushSender
from tablee.server.notifications.wording import MessageText, words_for
from tablee.server.store.notification_choices import CHOSEN_KINDS, Channel, ChosenNotifications, Kind
from tablee.server.store.outbox import Details, Outgoing, Recipient
from tablee.server.store.store import Store

logger = logging.getLogger("tablee.notifications")

AT_ONCE: Final = 8
"""To how many places this process sends at the same time: one that is slow keeps only a few others waiting."""
CLAIM_SECONDS: Final = 180.0
"""How long a process may take to send something, before another one does: longer than any attempt."""
POLL_SECONDS: Final = 60.0
"""Where several processes share the house: how often each looks for what another has left."""
FIRST_PAUSE: Final = 60.0
LONGEST_PAUSE: Final = 6 * 3600.0
LONGEST_WAIT: Final = 3 * 86_400.0
"""After so long, something that could not be sent is given up."""
PRUNE_SECONDS: Final = 86_400.0
PAUSE: Final = 1.0
"""Seconds before an unavailable database is tried again."""


@dataclass(frozen=True)
class Notification:
    """Something that people are told.

    `event` names it, once for all: the same event is never told twice to the same person. `details` is what the text
    `notifications.<kind>` has places for, besides `{game}` and `{by}`: those are found through `table`, the id of a
    table, and `by`, the id of the guest who asks.
    """

    kind: Kind
    event: str
    path: str
    """The page of the house where it goes on."""
    details: Details = field(default_factory=dict)


class Notifications:
    """The outbox of a house, and what empties it."""

    def __init__(
        self, store: Store, timer: Timer, tasks: BackgroundTasks, live: Callable[[str], Awaitable[LiveTable]]
    ) -> None:
        self._store = store
        self._timer = timer
        self._tasks = tasks
        self._live = live
        self._turns = TurnWatch(self._turn_has_come)
        self.push: PushSender | None = None
        self.mail: MailSender | None = None
        """None: no mail server is set up."""
        self._free = AT_ONCE
        self._is_full = False
        """Whether more may be due than can be sent at once: it is claimed as soon as a sender is free."""
        self._next_delivery: float | None = None
        """When the outbox will be looked at."""
        self._pruned_at = 0.0

    async def open(self, push: PushSender, mail: MailSender | None) -> None:
        """Begin to send, also what an earlier run has left."""
        self.push, self.mail = push, mail
        if not self._store.is_shared:
            await self._store.outbox.release_claims()
        await self._look_later()

    async def close(self) -> None:
        if self.push is not None:
            await self.push.close()

    # Raising

    async def add(self, guests: Collection[str], notification: Notification) -> None:
        """Tell these guests something, as far as they want to be told. Returns once it is in the outbox."""
        now = self._timer.now()
        recipients = await self._store.outbox.recipients(guests)
        rows = [row for recipient in recipients for row in self._rows(recipient, notification, now)]
        if rows:
            await self._store.outbox.add(rows)
            self._look_at(min(row.due_at for row in rows))

    def add_soon(self, guests: Collection[str], notification: Notification) -> None:
        """The same in the background, even if the database is away for a while."""
        self._tasks.spawn(self._add_surely(guests, notification))

    async def _add_surely(self, guests: Collection[str], notification: Notification) -> None:
        while True:
            try:
                return await self.add(guests, notification)
            except SQLAlchemyError as error:
                logger.warning("the database does not answer", exc_info=error)
                await asyncio.sleep(PAUSE)

    def _rows(self, recipient: Recipient, raised: Notification, now: float) -> list[Outgoing]:
        """A row for each place where the guest wants to be told this."""
        choices, places = recipient.choices, [(Channel.PUSH, device) for device in recipient.push_devices]
        is_asked = raised.kind is Kind.CONFIRMATION
        if self.mail is not None and choices.email is not None and (choices.email_confirmed_at or is_asked):
            places.append((Channel.EMAIL, ""))
        return [
            Outgoing(
                event=raised.event,
                guest=recipient.guest,
                channel=channel,
                target=target,
                kind=raised.kind,
                path=raised.path,
                details=raised.details,
                created_at=now,
                due_at=due_at(choices, channel, now) if raised.kind in CHOSEN_KINDS else now,
            )
            for channel, target in places
            if choices.wants(raised.kind, channel) and not (is_asked and channel is Channel.PUSH)
        ]

    # Turns

    def after_change(self, live: LiveTable) -> None:
        """Called after every change of a table that this process plays."""
        self._turns.after_change(live)

    def _turn_has_come(self, guest: str, notification_event: str, table_id: str, details: Details) -> None:
        self.add_soon([guest], Notification(Kind.TURN, notification_event, f"/t/{table_id}", details))

    # Sending

    def _look_at(self, moment: float) -> None:
        """Look at the outbox at this moment, unless that is to be done earlier."""
        if self._next_delivery is None or moment < self._next_delivery:
            self._next_delivery = moment
            self._timer.set("notifications", moment, lambda: self._tasks.spawn(self._deliver_due()))

    async def _deliver_due(self) -> None:
        self._next_delivery = None
        await self.deliver()

    async def _look_later(self) -> None:
        due = await self._store.outbox.next_due()
        now = self._timer.now()
        if due is not None:
            self._look_at(max(due, now))
        if self._store.is_shared:
            self._look_at(now + POLL_SECONDS)

    async def deliver(self) -> None:
        """Send all that is due, and see when there will be more."""
        try:
            while self._free > 0 and (claimed := await self._claimed()):
                await asyncio.gather(*(self._deliver_at_one_place(rows) for rows in claimed))
            if self._free == 0:
                self._is_full = True
                return
            await self._prune()
            await self._look_later()
        except SQLAlchemyError as error:
            logger.warning("the database does not answer", exc_info=error)
            self._look_at(self._timer.now() + FIRST_PAUSE)

    async def _claimed(self) -> list[list[Outgoing]]:
        """What this process sends now."""
        now, most = self._timer.now(), self._free
        self._free -= most
        claimed: list[list[Outgoing]] = []
        try:
            claimed = await self._store.outbox.claim(now, now + CLAIM_SECONDS, most)
        finally:
            self._free += most - len(claimed)
        self._look_if_free()
        return claimed

    def _look_if_free(self) -> None:
        """Look at the outbox, if something has waited for this."""
        if self._is_full and self._free > 0:
            self._is_full = False
            self._look_at(self._timer.now())

    async def _deliver_at_one_place(self, rows: Sequence[Outgoing]) -> None:
        try:
            await self._deliver_to_one(rows)
        finally:
            self._free += 1
        # Not when the house is closed meanwhile: then nobody sends any more.
        self._look_if_free()

    async def _deliver_to_one(self, rows: Sequence[Outgoing]) -> None:
        """Send what waits at one place, as one message."""
        outbox, now = self._store.outbox, self._timer.now()
        try:
            choices = await self._store.notification_choices.of(rows[0].guest)
            wanted = [row for row in rows if _is_wanted(row, choices)]
            found = [(row, await current_news(self._store, self._live, row, choices)) for row in wanted]
            told = [(row, news) for row, news in found if news is not None]
            kept = [row for row, _ in told]
            await outbox.finish([row for row in rows if row not in kept], now, is_sent=False)
            if not kept:
                return
            if (later := _later(kept, choices, now)) > now:
                await outbox.postpone(kept, later, has_failed=False)
                return
            try:
                await self._send(kept, choices, words_for([news for _, news in told], choices.lang))
            except ReceiverGone:
                await self._remove(kept)
            except NotTaken as error:
                logger.warning("a notification was not taken", extra={"channel": kept[0].channel, "why": str(error)})
                await outbox.finish(kept, now, is_sent=False)
            except TryLater as error:
                await self._try_later(kept, now, error.seconds)
            else:
                await outbox.finish(kept, now)
        except SQLAlchemyError:
            raise
        except Exception as error:
            # A fault of our own: nobody else is to wait for it.
            logger.error("a notification failed", extra={"event": rows[0].event}, exc_info=error)
            await self._try_later(rows, now, 0.0)

    async def _send(self, rows: Sequence[Outgoing], choices: ChosenNotifications, words: MessageText) -> None:
        events = [row.event for row in rows]
        kinds = {row.kind for row in rows}
        if rows[0].channel is Channel.EMAIL:
            if self.mail is None or choices.email is None:
                raise NotTaken("no e-mail")
            off = f"{choices.off_token}.{kinds.pop() if len(kinds) == 1 else 'all'}"
            is_confirmation = rows[0].kind is Kind.CONFIRMATION
            await self.mail.send(Mail(choices.email, words, choices.lang, events, None if is_confirmation else off))
            return
        device = await self._store.notification_choices.push_device(rows[0].target)
        if self.push is None or device is None:
            raise ReceiverGone
        message = {"title": words.title, "body": words.body, "path": words.path, "tag": events[0], "lang": choices.lang}
        await self.push.send(device, message, event=" ".join(events), is_urgent=Kind.TURN in kinds)

    async def _remove(self, rows: Sequence[Outgoing]) -> None:
        """A place is there no longer, and nothing waits for it any more."""
        choices, row = self._store.notification_choices, rows[0]
        if row.channel is Channel.PUSH:
            await choices.remove_push_device(row.target)
            return
        await choices.set(row.guest, email=None, email_token=None, email_confirmed_at=None)
        await self._store.outbox.finish(rows, self._timer.now(), is_sent=False)

    async def _try_later(self, rows: Sequence[Outgoing], now: float, seconds: float) -> None:
        outbox = self._store.outbox
        given_up = [row for row in rows if now - row.created_at > LONGEST_WAIT]
        await outbox.finish(given_up, now, is_sent=False)
        if left := [row for row in rows if row not in given_up]:
            pause = min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** min(20, *(row.attempts for row in left)))
            await outbox.postpone(left, now + max(pause, min(seconds, LONGEST_WAIT)), has_failed=True)

    async def _prune(self) -> None:
        now = self._timer.now()
        if now - self._pruned_at > PRUNE_SECONDS:
            self._pruned_at = now
            await self._store.outbox.prune(now)
            await self._store.confirmations.prune(now)


def _is_wanted(row: Outgoing, choices: ChosenNotifications) -> bool:
    """Whether somebody still wants to be told this. An address that is not confirmed gets nothing but the question."""
    is_reached = row.channel is Channel.PUSH or row.kind is Kind.CONFIRMATION or choices.email_confirmed_at is not None
    return is_reached and choices.wants(row.kind, row.channel)


def _later(rows: Sequence[Outgoing], choices: ChosenNotifications, now: float) -> float:
    """Until when this has to wait, if the choices have changed since it was raised."""
    if any(row.kind not in CHOSEN_KINDS for row in rows):
        return now
    if any(row.attempts for row in rows):
        return quiet_end(choices, now)
    return due_at(choices, rows[0].channel, now)
