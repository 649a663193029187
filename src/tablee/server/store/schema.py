"""The tables of the database. The log, `entries`, is the source of truth; `tables` and `seats` index it."""

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)

guests: Final = Table(
    "guests",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("name", Text, nullable=False),
    Column("created_at", Float, nullable=False),
)
"""People who have given a name."""

devices: Final = Table(
    "devices",
    metadata,
    Column("secret_hash", String(64), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("created_at", Float, nullable=False),
)
"""The browsers of a guest, each with its own session secret, stored as a hash."""

links: Final = Table(
    "links",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=True),
    Column("table_id", String(16), nullable=True),
    Column("seat", Integer, nullable=True),
    Column("expires_at", Float, nullable=False),
)
"""Single-use links: to continue as a guest on another device, or to take over a seat."""

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("options", Text, nullable=False),
    Column("rules_version", Integer, nullable=False),
    Column("settings", Text, nullable=False),
    Column("host", String(32), nullable=True, index=True),
    Column("secret", String(64), nullable=False),
    Column("status", String(16), nullable=False),
    Column("is_open", Integer, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("changed_at", Float, nullable=False),
    Index("ix_tables_lobby", "is_open", "status", "changed_at"),
)
"""The setup of a table, and its status for the lobby."""

seats: Final = Table(
    "seats",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True),
    Column("guest", String(32), nullable=True, index=True),
)
"""Which guest holds which seat, for "my games"."""

records: Final = Table(
    "records",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("game", String(32), nullable=False),
    Column("about", Text, nullable=False),
    Column("data", Text, nullable=False),
    Column("created_at", Float, nullable=False),
)
"""Records of matches that guests have uploaded."""

entries: Final = Table(
    "entries",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""The log: append-only, in order. The primary key makes sure that no number of a table is written twice."""

heartbeat: Final = Table(
    "heartbeat",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
)
"""When the house was last known to run. It has one row at most."""

processes: Final = Table(
    "processes",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("path", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("token", String(64), nullable=False),
    Column("lease_until", Float, nullable=False),
)
"""The running processes of a house on PostgreSQL, each with a lease that it renews."""

homes: Final = Table(
    "homes",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("process", String(32), ForeignKey("processes.id", ondelete="CASCADE"), nullable=False, index=True),
)
"""Which process plays a table. A table without a row has no home at the moment."""
