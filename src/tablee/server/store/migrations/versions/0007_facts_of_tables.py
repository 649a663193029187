"""What lists show of a table, so that they read no logs."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    with op.batch_alter_table("tables", schema=None) as batch_op:
        # Of tables that are there already nothing is known until somebody asks for them.
        batch_op.add_column(sa.Column("facts", sa.Text(), nullable=False, server_default=""))


def downgrade() -> None:
    # Not as a batch: SQLite would make the table anew, and drop with the old one all that refers to it.
    op.execute("ALTER TABLE tables DROP COLUMN facts")
