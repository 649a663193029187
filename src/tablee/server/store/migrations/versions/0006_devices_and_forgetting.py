"""Devices say what they are and when they were last used; a forgetting that was interrupted is known."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "forgettings",
        sa.Column("guest", sa.String(length=32), nullable=False),
        sa.PrimaryKeyConstraint("guest", name=op.f("pk_forgettings")),
    )
    with op.batch_alter_table("devices", schema=None) as batch_op:
        batch_op.add_column(sa.Column("about", sa.Text(), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("seen_at", sa.Float(), nullable=True))


def downgrade() -> None:
    with op.batch_alter_table("devices", schema=None) as batch_op:
        batch_op.drop_column("seen_at")
        batch_op.drop_column("about")

    op.drop_table("forgettings")
