"""The tables of the database. The log, `entries`, is the source of truth; `tables` and `seats` index it."""

from typing import Final

from sqlalchemy import BigInteger, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

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
    Column("about", Text, nullable=False, server_default=""),
    Column("seen_at", Float, nullable=True),
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
    Column("facts", Text, nullable=False, server_default=""),
    Index("ix_tables_lobby", "is_open", "status", "changed_at"),
)
"""The setup of a table, its status for the lobby, and what lists show of it (table/facts.py; empty: not known)."""

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

forgettings: Final = Table(
    "forgettings",
    metadata,
    Column("guest", String(32), primary_key=True),
    Column("merged_into", String(32), nullable=True),
)
"""The guests who were deleted, and whose rows in the log are not anonymous yet; or who are being merged into
another, whose rows these become."""

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

members: Final = Table(
    "members",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=False, unique=True),
    Column("folded", Text, nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("passphrase", Text, nullable=True),
    Column("joined_at", Float, nullable=False),
    Column("book", String(16), nullable=False, server_default="members"),
)
"""Guests who are members of the house. `folded` is the name without case and accents; `passphrase` is a hash; `book`
says who may read the member's book."""

passkeys: Final = Table(
    "passkeys",
    metadata,
    Column("id", Text, primary_key=True),
    Column("member", String(16), ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("site", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    Column("sign_count", BigInteger, nullable=False),
    Column("created_at", Float, nullable=False),
    Column("used_at", Float, nullable=True),
)
"""The passkeys of members. Each works under one host name, its site."""

recovery_codes: Final = Table(
    "recovery_codes",
    metadata,
    Column("code_hash", String(64), primary_key=True),
    Column("member", String(16), ForeignKey("members.id", ondelete="CASCADE"), nullable=False, index=True),
)
"""Codes that were not used yet, as hashes."""

challenges: Final = Table(
    "challenges",
    metadata,
    Column("challenge_hash", String(64), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), nullable=True),
    Column("member", String(16), nullable=True),
    Column("expires_at", Float, nullable=False),
)
"""What passkeys have been asked to sign. Each works once; `guest` is for whom a new passkey will be, if it is one."""

invitations: Final = Table(
    "invitations",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("uses_left", Integer, nullable=False),
    Column("expires_at", Float, nullable=False),
)
"""Invitations to become a member."""

house_rules: Final = Table(
    "house_rules",
    metadata,
    Column("name", String(32), primary_key=True),
    Column("value", Text, nullable=False),
)
"""What the host has decided for the whole house."""

attempts: Final = Table(
    "attempts",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("failures", Integer, nullable=False),
    Column("wait_until", Float, nullable=False),
)
"""Failed attempts to sign in, by name and by address (as hashes): the next ones have to wait."""

matches: Final = Table(
    "matches",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), nullable=False),
    Column("players", Integer, nullable=False),
    Column("ended_at", Float, nullable=False),
    Column("rated", Integer, nullable=False, server_default="0"),
    Column("rating_number", Integer, nullable=True),
    Column("is_entered", Integer, nullable=False, server_default="0"),
    Index("ix_matches_game", "game", "ended_at"),
    Index("ix_matches_ended_at", "ended_at"),
    Index("ix_matches_is_entered", "is_entered", "ended_at"),
    Index("ix_matches_rating_number", "rating_number"),
)
"""The matches that have ended. `is_entered`: whether the book has openings and ratings of it; `rating_number`: the
order in which rated matches count."""

match_seats: Final = Table(
    "match_seats",
    metadata,
    Column("table_id", String(16), ForeignKey("matches.table_id", ondelete="CASCADE"), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32), nullable=True, index=True),
    Column("is_own", Integer, nullable=False),
    Column("name", Text, nullable=False),
    Column("bot", String(32), nullable=True),
    Column("rank", Integer, nullable=False),
    Column("score", Integer, nullable=True),
    Column("has_left", Integer, nullable=False, server_default="0"),
    Column("mu", Float, nullable=True),
    Column("sigma", Float, nullable=True),
    Column("openings", Text, nullable=False, server_default=""),
)
"""Who played an ended match and how it went, by seat. A member's matches are those of the member's guest.

Where several people share a device, one guest holds all their seats; `is_own` marks the guest's own. `mu` and `sigma`
are the rating with which the player came to a rated match; `openings` is what the player liked to do."""

ratings: Final = Table(
    "ratings",
    metadata,
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
    Column("game", String(32), primary_key=True),
    Column("season", String(8), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("matches", Integer, nullable=False),
    Index("ix_ratings_game", "game", "season"),
)
"""The ratings of members by game and season: they follow from the rated matches, in their order."""


tournaments: Final = Table(
    "tournaments",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("organiser", String(32), nullable=True, index=True),
    Column("title", Text, nullable=False),
    Column("settings", Text, nullable=False),
    Column("status", String(16), nullable=False, index=True),
    Column("created_at", Float, nullable=False),
)
"""Tournaments, as they were announced. `organiser` is a guest."""

tournament_players: Final = Table(
    "tournament_players",
    metadata,
    Column("tournament", String(16), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("player", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32), nullable=True, index=True),
    Column("name", Text, nullable=False),
)
"""Who the players of a tournament are. Its rows know them by number only."""

tournament_rows: Final = Table(
    "tournament_rows",
    metadata,
    Column("tournament", String(16), ForeignKey("tournaments.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(16), nullable=False),
    Column("data", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""What happened in a tournament: append-only, in order, as the log of a table."""

evenings: Final = Table(
    "evenings",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("host", String(32), nullable=True, index=True),
    Column("title", Text, nullable=False),
    Column("created_at", Float, nullable=False),
)
"""Evenings: several matches in a row, with one score. `host` is a guest."""

evening_people: Final = Table(
    "evening_people",
    metadata,
    Column("evening", String(16), ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("person", Integer, primary_key=True, autoincrement=False),
    Column("guest", String(32), nullable=True, index=True),
    Column("name", Text, nullable=False),
    Column("is_here", Integer, nullable=False),
)
"""Who came to an evening, and whether they play in its next match."""

evening_tables: Final = Table(
    "evening_tables",
    metadata,
    Column("evening", String(16), ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), nullable=False, unique=True),
)
"""The matches of an evening, in order."""

reviews: Final = Table(
    "reviews",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("review", Text, nullable=False),
    Column("at", Float, nullable=False),
)
"""The reviews of matches, once they are complete, with their settings. There are no names of people in them."""

review_requests: Final = Table(
    "review_requests",
    metadata,
    Column("table_id", String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("guest", String(32), ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("asked_at", Float, nullable=False),
)
"""Who waits for a review. These rows are deleted when it is there and the guests will be told so."""
