"""Into whom a guest is merged, so that it is finished after an interruption."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("forgettings", sa.Column("merged_into", sa.String(length=32), nullable=True))


def downgrade() -> None:
    op.drop_column("forgettings", "merged_into")
