"""Each table is played by one process."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "processes",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("address", sa.Text(), nullable=False),
        sa.Column("token", sa.String(length=64), nullable=False),
        sa.Column("lease_until", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_processes")),
    )
    op.create_table(
        "homes",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("process", sa.String(length=32), nullable=False),
        sa.ForeignKeyConstraint(["process"], ["processes.id"], name=op.f("fk_homes_process"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_homes_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("table_id", name=op.f("pk_homes")),
    )
    with op.batch_alter_table("homes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_homes_process"), ["process"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("homes", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_homes_process"))

    op.drop_table("homes")
    op.drop_table("processes")
