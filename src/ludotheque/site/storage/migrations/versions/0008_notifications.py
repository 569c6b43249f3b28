"""Invitations by name, the site's keys for push services, and the subscribed devices."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Creates the three tables, empty: the keys are made at the next start."""
    op.create_table(
        "invitations",
        sa.Column("table_id", sa.String(32), _owned_by("tables"), primary_key=True),
        sa.Column("guest", sa.String(32), _owned_by("guests"), primary_key=True, index=True),
        sa.Column("inviter", sa.String(32), _owned_by("guests"), nullable=False),
        sa.Column("answered", sa.Boolean, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )
    op.create_table(
        "push_keys",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("public", sa.String(100), nullable=False),
        sa.Column("private", sa.String(100), nullable=False),
    )
    op.create_table(
        "subscriptions",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("guest", sa.String(32), _owned_by("guests"), nullable=False, index=True),
        sa.Column("endpoint", sa.String(1000), nullable=False, unique=True),
        sa.Column("p256dh", sa.String(100), nullable=False),
        sa.Column("auth", sa.String(40), nullable=False),
        sa.Column("lang", sa.String(8), nullable=False),
        sa.Column("kinds", sa.String(100), nullable=False),
        sa.Column("daily_due", sa.Boolean, nullable=False),
        sa.Column("daily_at", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def _owned_by(table: str) -> sa.ForeignKey:
    return sa.ForeignKey(f"{table}.id", ondelete="CASCADE")
