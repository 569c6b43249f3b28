"""Whose invitations a guest does not want."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Creates the table, empty."""
    op.create_table(
        "mutes",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(32), _of_guests(), nullable=False),
        sa.Column("muted", sa.String(32), _of_guests(), nullable=False, index=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("guest", "muted", name="one_mute"),
    )


def _of_guests() -> sa.ForeignKey:
    return sa.ForeignKey("guests.id", ondelete="CASCADE")
