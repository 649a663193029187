"""The tables of the database for notifications: what people chose, where they are reached, and the outbox."""

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, String, Table, Text

from tablee.server.store.schema import metadata

notification_choices: Final = Table(
    "notification_choices",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("lang", String(2), nullable=False),
    Column("zone", String(64), nullable=False),
    Column("quiet_from", Integer, nullable=True),
    Column("quiet_until", Integer, nullable=True),
    Column("digest", String(8), nullable=False),
    Column("off", Text, nullable=False),
    Column("off_token", String(64), nullable=False, unique=True),
    Column("email", Text, nullable=True),
    Column("email_token", String(64), nullable=True, unique=True),
    Column("email_confirmed_at", Float, nullable=True),
    Column("mailed_at", Float, nullable=False),
)
"""What a guest wants to be told, and how. Quiet hours are minutes of the guest's day; `off` lists what is not wanted.

The tokens are in links of e-mails: one turns notifications off, the other confirms the address."""

push_devices: Final = Table(
    "push_devices",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("device", String(64), ForeignKey("devices.secret_hash", ondelete="CASCADE"), nullable=False, index=True),
    Column("endpoint", Text, nullable=False, unique=True),
    Column("public_key", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("about", Text, nullable=False),
    Column("created_at", Float, nullable=False),
)
"""The browsers that take push messages. One whose device is signed out goes with it."""

outbox: Final = Table(
    "outbox",
    metadata,
    Column("event", String(96), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("channel", String(8), primary_key=True),
    Column("target", String(16), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("path", Text, nullable=False),
    Column("details", Text, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("due_at", Float, nullable=False),
    Column("attempts", Integer, nullable=False),
    Column("claimed_until", Float, nullable=False),
    Column("done_at", Float, nullable=True),
    Index("ix_outbox_due", "done_at", "due_at"),
)
"""What is to be sent, one row for each event, guest and place (a push device; for e-mail the target is empty).

A row stays for a while after it was sent, so that an event that is found again is not told again. It names nobody:
names are looked up when it is sent."""

confirmations: Final = Table(
    "confirmations",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("number", Integer, nullable=False),
    Column("last_at", Float, nullable=False),
)
"""How many links to confirm an address a guest has asked for, and an address was sent. A key is a hash of either."""

house_keys: Final = Table(
    "house_keys",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
"""Secrets of the house itself, made once; all its processes share them."""
