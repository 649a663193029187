"""The tables of the database for regulars: who plays with whom, who is kept apart, invitations and reports."""

from typing import Final

from sqlalchemy import Column, Float, ForeignKey, String, Table, Text

from tablee.server.store.schema import metadata

regulars: Final = Table(
    "regulars",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("other", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", Float, nullable=False),
)
"""A guest would like another to be a regular. If the other says so too, they are."""

blocks: Final = Table(
    "blocks",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("other", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("at", Float, nullable=False),
)
"""A guest has blocked another. Both are kept apart."""

table_invitations: Final = Table(
    "table_invitations",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("by", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("at", Float, nullable=False),
)
"""Who was invited to a table, and by whom."""

reports: Final = Table(
    "reports",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("reporter", String(32), ForeignKey("guests.id", ondelete="SET NULL"), nullable=True, index=True),
    Column("about", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("lines", Text, nullable=False),
    Column("note", Text, nullable=False),
    Column("at", Float, nullable=False),
    Column("done_at", Float, nullable=True),
)
"""Lines of chat that somebody has reported to the host of the house. They go with whoever wrote them."""
