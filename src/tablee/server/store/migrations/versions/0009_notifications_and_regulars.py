"""Notifications with their outbox; regulars, blocked people, invitations and reports."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "house_keys",
        sa.Column("name", sa.String(length=32), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_house_keys")),
    )
    op.create_table(
        "confirmations",
        sa.Column("key", sa.String(length=64), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("last_at", sa.Float(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_confirmations")),
    )
    op.create_table(
        "blocks",
        sa.Column("guest", sa.String(length=32), nullable=False),
        sa.Column("other", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_blocks_guest"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["guests.id"], name=op.f("fk_blocks_other"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", "other", name=op.f("pk_blocks")),
    )
    with op.batch_alter_table("blocks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_blocks_other"), ["other"], unique=False)

    op.create_table(
        "notification_choices",
        sa.Column("guest", sa.String(length=32), nullable=False),
        sa.Column("lang", sa.String(length=2), nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("quiet_from", sa.Integer(), nullable=True),
        sa.Column("quiet_until", sa.Integer(), nullable=True),
        sa.Column("digest", sa.String(length=8), nullable=False),
        sa.Column("off", sa.Text(), nullable=False),
        sa.Column("off_token", sa.String(length=64), nullable=False),
        sa.Column("email", sa.Text(), nullable=True),
        sa.Column("email_token", sa.String(length=64), nullable=True),
        sa.Column("email_confirmed_at", sa.Float(), nullable=True),
        sa.Column("mailed_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["guest"], ["guests.id"], name=op.f("fk_notification_choices_guest"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("guest", name=op.f("pk_notification_choices")),
        sa.UniqueConstraint("email_token", name=op.f("uq_notification_choices_email_token")),
        sa.UniqueConstraint("off_token", name=op.f("uq_notification_choices_off_token")),
    )
    op.create_table(
        "outbox",
        sa.Column("event", sa.String(length=96), nullable=False),
        sa.Column("guest", sa.String(length=32), nullable=False),
        sa.Column("channel", sa.String(length=8), nullable=False),
        sa.Column("target", sa.String(length=16), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("details", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.Column("due_at", sa.Float(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("claimed_until", sa.Float(), nullable=False),
        sa.Column("done_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_outbox_guest"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("event", "guest", "channel", "target", name=op.f("pk_outbox")),
    )
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.create_index("ix_outbox_due", ["done_at", "due_at"], unique=False)

    op.create_table(
        "regulars",
        sa.Column("guest", sa.String(length=32), nullable=False),
        sa.Column("other", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_regulars_guest"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["other"], ["guests.id"], name=op.f("fk_regulars_other"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("guest", "other", name=op.f("pk_regulars")),
    )
    with op.batch_alter_table("regulars", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_regulars_other"), ["other"], unique=False)

    op.create_table(
        "reports",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("reporter", sa.String(length=32), nullable=True),
        sa.Column("about", sa.String(length=32), nullable=False),
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("lines", sa.Text(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.Column("done_at", sa.Float(), nullable=True),
        sa.ForeignKeyConstraint(["about"], ["guests.id"], name=op.f("fk_reports_about"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["reporter"], ["guests.id"], name=op.f("fk_reports_reporter"), ondelete="SET NULL"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name=op.f("fk_reports_table_id"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reports")),
    )
    with op.batch_alter_table("reports", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_reports_about"), ["about"], unique=False)
        batch_op.create_index(batch_op.f("ix_reports_reporter"), ["reporter"], unique=False)
        batch_op.create_index(batch_op.f("ix_reports_table_id"), ["table_id"], unique=False)

    op.create_table(
        "table_invitations",
        sa.Column("table_id", sa.String(length=16), nullable=False),
        sa.Column("guest", sa.String(length=32), nullable=False),
        sa.Column("by", sa.String(length=32), nullable=False),
        sa.Column("at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["by"], ["guests.id"], name=op.f("fk_table_invitations_by"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_table_invitations_guest"), ondelete="CASCADE"),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_table_invitations_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "guest", name=op.f("pk_table_invitations")),
    )
    with op.batch_alter_table("table_invitations", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_table_invitations_by"), ["by"], unique=False)
        batch_op.create_index(batch_op.f("ix_table_invitations_guest"), ["guest"], unique=False)

    op.create_table(
        "push_devices",
        sa.Column("id", sa.String(length=16), nullable=False),
        sa.Column("guest", sa.String(length=32), nullable=False),
        sa.Column("device", sa.String(length=64), nullable=False),
        sa.Column("endpoint", sa.Text(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("auth", sa.Text(), nullable=False),
        sa.Column("about", sa.Text(), nullable=False),
        sa.Column("created_at", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(
            ["device"], ["devices.secret_hash"], name=op.f("fk_push_devices_device"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["guest"], ["guests.id"], name=op.f("fk_push_devices_guest"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_push_devices")),
        sa.UniqueConstraint("endpoint", name=op.f("uq_push_devices_endpoint")),
    )
    with op.batch_alter_table("push_devices", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_push_devices_device"), ["device"], unique=False)
        batch_op.create_index(batch_op.f("ix_push_devices_guest"), ["guest"], unique=False)


def downgrade() -> None:
    with op.batch_alter_table("push_devices", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_push_devices_guest"))
        batch_op.drop_index(batch_op.f("ix_push_devices_device"))

    op.drop_table("push_devices")
    with op.batch_alter_table("table_invitations", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_table_invitations_guest"))
        batch_op.drop_index(batch_op.f("ix_table_invitations_by"))

    op.drop_table("table_invitations")
    with op.batch_alter_table("reports", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_reports_table_id"))
        batch_op.drop_index(batch_op.f("ix_reports_reporter"))
        batch_op.drop_index(batch_op.f("ix_reports_about"))

    op.drop_table("reports")
    with op.batch_alter_table("regulars", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_regulars_other"))

    op.drop_table("regulars")
    with op.batch_alter_table("outbox", schema=None) as batch_op:
        batch_op.drop_index("ix_outbox_due")

    op.drop_table("outbox")
    op.drop_table("notification_choices")
    with op.batch_alter_table("blocks", schema=None) as batch_op:
        batch_op.drop_index(batch_op.f("ix_blocks_other"))

    op.drop_table("blocks")
    op.drop_table("confirmations")
    op.drop_table("house_keys")
