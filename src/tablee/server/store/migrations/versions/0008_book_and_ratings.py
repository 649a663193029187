"""The book of the house: what players liked to do, rated matches, ratings, and who may read a member's book."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def columns() -> "dict[str, tuple[sa.Column[object], ...]]":
    """The new columns, by table."""
    return {
        "matches": (
            sa.Column("rated", sa.Integer(), nullable=False, server_default="0"),
            sa.Column("rating_number", sa.Integer(), nullable=True),
            sa.Column("is_entered", sa.Integer(), nullable=False, server_default="0"),
        ),
        "match_seats": (
            sa.Column("has_left", sa.Integer(), nullable=False, server_default="0"),
            sa.Column("mu", sa.Float(), nullable=True),
            sa.Column("sigma", sa.Float(), nullable=True),
            sa.Column("openings", sa.Text(), nullable=False, server_default=""),
        ),
        "members": (sa.Column("book", sa.String(length=16), nullable=False, server_default="members"),),
    }


def upgrade() -> None:
    for table, added in columns().items():
        for column in added:
            op.add_column(table, column)
    op.create_index("ix_matches_ended_at", "matches", ["ended_at"])
    op.create_index("ix_matches_is_entered", "matches", ["is_entered", "ended_at"])
    op.create_index("ix_matches_rating_number", "matches", ["rating_number"])
    op.create_table(
        "ratings",
        sa.Column("guest", sa.String(length=32), nullable=False),
        sa.Column("game", sa.String(length=32), nullable=False),
        sa.Column("season", sa.String(length=8), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("matches", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_ratings_guest"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", "game", "season", name=op.f("pk_ratings")),
    )
    op.create_index("ix_ratings_game", "ratings", ["game", "season"])


def downgrade() -> None:
    op.drop_table("ratings")
    for index in ("rating_number", "is_entered", "ended_at"):
        op.drop_index(f"ix_matches_{index}", "matches")
    for table, added in columns().items():
        for column in added:
            # Not as a batch: SQLite would make the table anew, and drop with the old one all that refers to it.
            op.execute(f"ALTER TABLE {table} DROP COLUMN {column.name}")
