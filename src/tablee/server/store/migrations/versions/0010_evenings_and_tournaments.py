"""Evenings and tournaments."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("organiser", sa.String(length=32), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("settings", sa.Text(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
    )
    op.create_index("ix_tournaments_organiser", "tournaments", ["organiser"])
    op.create_index("ix_tournaments_status", "tournaments", ["status"])
    op.create_table(
        "tournament_players",
        sa.Column("tournament", sa.String(length=16), nullable=False),
        sa.Column("player", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guest", sa.String(length=32), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        _belongs_to("tournament_players", "tournament"),
        sa.PrimaryKeyConstraint("tournament", "player", name="pk_tournament_players"),
    )
    op.create_index("ix_tournament_players_guest", "tournament_players", ["guest"])
    op.create_table(
        "tournament_rows",
        sa.Column("tournament", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("data", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        _belongs_to("tournament_rows", "tournament"),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_tournament_rows"),
    )
    _add_evenings()


def _add_evenings() -> None:
    op.create_table(
        "evenings",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("host", sa.String(length=32), nullable=True),
        sa.Column("title", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_evenings"),
    )
    op.create_index("ix_evenings_host", "evenings", ["host"])
    op.create_table(
        "evening_people",
        sa.Column("evening", sa.String(length=16), nullable=False),
        sa.Column("person", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("guest", sa.String(length=32), nullable=True),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("is_here", sa.Integer(), nullable=False),
        _belongs_to("evening_people", "evening"),
        sa.PrimaryKeyConstraint("evening", "person", name="pk_evening_people"),
    )
    op.create_index("ix_evening_people_guest", "evening_people", ["guest"])
    op.create_table(
        "evening_tables",
        sa.Column("evening", sa.String(length=16), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        _belongs_to("evening_tables", "evening"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_evening_tables_table_id", ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("evening", "number", name="pk_evening_tables"),
        sa.UniqueConstraint("table_id", name="uq_evening_tables_table_id"),
    )


def _belongs_to(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([column], [f"{column}s.id"], name=f"fk_{table}_{column}", ondelete="CASCADE")


def downgrade() -> None:
    for table in ("evening_tables", "evening_people", "evenings"):
        op.drop_table(table)
    for table in ("tournament_rows", "tournament_players", "tournaments"):
        op.drop_table(table)
